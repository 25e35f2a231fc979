//! Memory that only the start of a process needs.
//!
//! A program that starts runs through much of its code once: it links itself, reads snapshots, compiles and opens. The pages of that code
//! stay in the process although nothing asks for them again. They are clean pages of files, so the process can let go of them, and one
//! that is needed after all comes back from the system's file cache in a microsecond.

use std::ffi::c_void;
use std::fs;
use std::ops::Range;

use rustix::mm::{Advice, madvise};

/// Begin of the name of ONNX Runtime's library.
const RUNTIME: &str = "libonnxruntime";

/// Gives back the memory that only the start of this process needed: freed blocks of the allocator, and pages of the program, of this
/// library and of ONNX Runtime. Returns the bytes of programs that may come back when they are used. Does nothing where the system does not
/// say what a process has mapped.
#[allow(unsafe_code, reason = "a call of the system about mappings of programs that stay loaded")]
pub fn forget_start() -> usize {
    trim();
    let (Ok(smaps), Ok(program)) = (fs::read_to_string("/proc/self/smaps"), fs::read_link("/proc/self/exe"))
    else {
        return 0;
    };
    let here = forget_start as *const () as usize;
    let program = program.to_string_lossy();
    let mut forgotten = 0;
    for Range { start, end } in unchanged_programs(&smaps, &program, here) {
        // SAFETY: the range is a mapping of a program's file that nobody can write to and that holds nothing but the file (`Anonymous` is
        // zero), so what is read there afterwards is the same. Node.js, this library and ONNX Runtime are never unloaded, so that no other
        // thread has mapped something else there since it was listed.
        if unsafe { madvise(start as *mut c_void, end - start, Advice::LinuxDontNeed) }.is_ok() {
            forgotten += end - start;
        }
    }
    forgotten
}

/// One mapping of a process.
#[derive(Default)]
struct Mapping<'a> {
    range: Range<usize>,
    is_writable: bool,
    path: &'a str,
    /// Whether all of it is as in its file.
    is_unchanged: bool,
}

/// The mappings of `program`, of the file that is mapped at address `here` and of ONNX Runtime that are never written to, of the text of
/// `/proc/self/smaps`.
fn unchanged_programs(smaps: &str, program: &str, here: usize) -> Vec<Range<usize>> {
    let mut mappings: Vec<Mapping<'_>> = Vec::new();
    for line in smaps.lines() {
        if let Some(mapping) = head(line) {
            mappings.push(mapping);
        } else if let (Some(size), Some(last)) = (line.strip_prefix("Anonymous:"), mappings.last_mut()) {
            last.is_unchanged = size.trim() == "0 kB";
        }
    }
    let own = mappings.iter().find(|mapping| mapping.range.contains(&here)).map_or("", |own| own.path);
    let is_program = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or_default();
        path == program || path == own || name.starts_with(RUNTIME)
    };
    mappings
        .iter()
        .filter(|mapping| mapping.path.starts_with('/') && is_program(mapping.path))
        .filter(|mapping| mapping.is_unchanged && !mapping.is_writable)
        .map(|mapping| mapping.range.clone())
        .collect()
}

/// The first line of a mapping: `7f00-7f80 r-xp 00000000 fe:00 12345   /usr/bin/node`.
fn head(line: &str) -> Option<Mapping<'_>> {
    let mut fields = line.split_ascii_whitespace();
    let (start, end) = fields.next()?.split_once('-')?;
    let address = |text| usize::from_str_radix(text, 16).ok();
    let range = address(start)?..address(end)?;
    let rights = fields.next()?;
    // Blanks of a path are kept.
    let path = line.find(" /").map_or("", |at| &line[at + 1..]);
    Some(Mapping { range, is_writable: rights.contains('w'), path, is_unchanged: false })
}

/// Returns freed memory of the allocator to the system.
#[cfg(target_env = "gnu")]
#[allow(unsafe_code, reason = "a function of the C library")]
fn trim() {
    unsafe extern "C" {
        fn malloc_trim(pad: usize) -> std::ffi::c_int;
    }
    // SAFETY: it may be called at any time from any thread.
    unsafe { malloc_trim(0) };
}

#[cfg(not(target_env = "gnu"))]
fn trim() {}

#[cfg(test)]
mod tests {
    use super::*;

    const SMAPS: &str = "\
00400000-00500000 r-xp 00000000 fe:00 11   /usr/bin/my node
Rss:                 100 kB
Anonymous:             0 kB
00500000-00600000 r--p 00100000 fe:00 11   /usr/bin/my node
Anonymous:             4 kB
00600000-00700000 rw-p 00200000 fe:00 11   /usr/bin/my node
Anonymous:             0 kB
00700000-00800000 rw-p 00000000 00:00 0   [heap]
Anonymous:             0 kB
7f000000-7f100000 r-xp 00000000 fe:00 12   /lib/milepost.node
Anonymous:             0 kB
7f200000-7f300000 r--p 00000000 fe:00 13   /lib/libonnxruntime.so.1
Anonymous:             0 kB
7f400000-7f500000 r--s 00000000 fe:00 14   /data/candidate.prefix
Anonymous:             0 kB
7f600000-7f700000 r-xp 00000000 fe:00 15   /lib/libother.so
Anonymous:             0 kB
";

    #[test]
    fn only_unchanged_mappings_of_the_programs_are_given_back() {
        let found = unchanged_programs(SMAPS, "/usr/bin/my node", 0x7f00_1234);
        let expected = [0x0040_0000..0x0050_0000, 0x7f00_0000..0x7f10_0000, 0x7f20_0000..0x7f30_0000];
        assert_eq!(found, expected);
        assert!(unchanged_programs("", "/usr/bin/node", 1).is_empty());
    }

    #[test]
    fn a_process_goes_on_after_its_start_is_forgotten() {
        let table = std::hint::black_box("what a program holds as a constant").to_owned();
        assert!(forget_start() > 0, "this program is mapped");
        assert_eq!(table, "what a program holds as a constant");
    }
}
