//! Writes the table of names (`src/names/listed.rs`) from `data/*.tsv`: hashes, sorted, so that nothing is built when the program starts and no
//! name itself ships.

#[path = "src/fold.rs"]
#[allow(dead_code, unreachable_pub, reason = "one function of the file is wanted here")]
mod fold;
#[path = "src/name_hash.rs"]
mod name_hash;

use std::collections::BTreeMap;
use std::path::Path;

use name_hash::{BEGINS, BUCKET_BITS, COUNTRY, COUNTY, FLAGS, Hash, REGION, bucket};

/// Fewest characters of a name in Latin letters: shorter ones are codes, which mean other things as well.
const SHORTEST: usize = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let data = Path::new("data");
    let mut names: BTreeMap<u64, u64> = BTreeMap::new();
    for file in ["country_names_cldr.tsv", "country_names_written.tsv", "countries.tsv", "division_names.tsv"]
    {
        let path = data.join(file);
        println!("cargo::rerun-if-changed={}", path.display());
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let flag = match fields.next() {
                Some("region") if file.starts_with("division") => REGION,
                Some("county") => COUNTY,
                _ => COUNTRY,
            };
            if flag != COUNTRY {
                fields.next();
            }
            for name in fields.flat_map(|field| field.split('|')) {
                add(&mut names, name, flag);
            }
        }
    }
    // The flags stand in the lowest bits, where equal hashes would differ first.
    let table: Vec<String> = names.iter().map(|(hash, flags)| (hash & !FLAGS | flags).to_string()).collect();
    let path = Path::new(&std::env::var("OUT_DIR")?).join("names.rs");
    let begins = begins(names.keys().copied())?;
    let text = format!(
        "static NAMES: [u64; {}] = [{}];\nstatic BEGINS_OF_BUCKETS: [u16; {}] = {begins:?};\n",
        table.len(),
        table.join(","),
        begins.len(),
    );
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    street_words(&data.join("street"))
}

/// Writes the tables of words in street names without what only readers of the tables need, half as long: `=language`, `@table`, and a line
/// a canonical form with its position and its other forms. A canonical form that is not itself a surface form has a `!`.
fn street_words(folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut languages: BTreeMap<String, String> = BTreeMap::new();
    for table in ["types", "directionals", "numbers", "honorifics", "abbreviations", "particles"] {
        let path = folder.join(format!("{table}.tsv"));
        println!("cargo::rerun-if-changed={}", path.display());
        let rows = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut entries: BTreeMap<&str, BTreeMap<(&str, &str), Vec<&str>>> = BTreeMap::new();
        for line in rows.lines().filter(|line| !line.starts_with('#')) {
            let [language, canonical, form, position, _source] = line.split('\t').collect::<Vec<_>>()[..]
            else {
                return Err(format!("{}: `{line}` has not five fields", path.display()).into());
            };
            entries.entry(language).or_default().entry((canonical, position)).or_default().push(form);
        }
        for (language, entries) in entries {
            let text = languages.entry(language.to_owned()).or_default();
            text.push_str(&format!("@{table}\n"));
            for ((canonical, position), forms) in entries {
                let mark = if forms.contains(&canonical) { "" } else { "!" };
                let forms: Vec<&str> = forms.into_iter().filter(|form| *form != canonical).collect();
                text.push_str(&format!("{position}|{mark}{canonical}|{}\n", forms.join("|")));
            }
        }
    }
    let text: String = languages.iter().map(|(language, text)| format!("={language}\n{text}")).collect();
    let path = Path::new(&std::env::var("OUT_DIR")?).join("street_words.txt");
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(())
}

/// Where the hashes of each bucket begin, those with the same highest bits, and behind the last one the end of all.
fn begins(hashes: impl Iterator<Item = u64>) -> Result<Vec<u16>, std::num::TryFromIntError> {
    let mut counts = vec![0; (1 << BUCKET_BITS) + 1];
    hashes.for_each(|hash| counts[bucket(hash) + 1] += 1);
    let mut begin = 0usize;
    let cumulated = counts.into_iter().map(|count: usize| {
        begin += count;
        u16::try_from(begin)
    });
    cumulated.collect()
}

/// Adds a name and everything it begins with that may be a word of its own.
fn add(names: &mut BTreeMap<u64, u64>, name: &str, flag: u64) {
    let folded = fold::fold(name);
    if folded.is_ascii() && folded.chars().filter(|character| character.is_alphanumeric()).count() < SHORTEST
    {
        return;
    }
    let mut hash = Hash::new();
    let mut last = None;
    for character in folded.chars() {
        let begins_word = !character.is_alphanumeric() || character > '\u{2e80}';
        if begins_word && last.is_some_and(char::is_alphanumeric) {
            *names.entry(hash.value() & !FLAGS).or_default() |= BEGINS;
        }
        if character.is_alphanumeric() {
            hash.push(character);
        }
        last = Some(character);
    }
    if last.is_some() {
        *names.entry(hash.value() & !FLAGS).or_default() |= flag;
    }
}
