//! What the header of a database says of its sums.

/// Length of the header of the file, which the first page begins with.
pub(super) const LENGTH: usize = 100;

/// Where the numbers lie: bytes reserved in a page, count of changes, a number for applications, the application, and the count of
/// changes at which the file's length was noted.
const RESERVED: usize = 20;
const CHANGES: usize = 24;
const USER_VERSION: usize = 60;
const APPLICATION: usize = 68;
const CHANGES_NOTED: usize = 92;

/// The application: `MPCK`.
const OURS: u32 = 0x4d50_434b;

/// The header of a database.
pub(super) struct Header<'a>(pub(super) &'a [u8]);

impl Header<'_> {
    fn number(&self, at: usize) -> u32 {
        self.0.get(at..at + 4).map_or(0, |bytes| u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// Bytes of a page; none if the header names no length that a page can have.
    pub(super) fn page_size(&self) -> Option<usize> {
        let size = match usize::from(u16::from_be_bytes([*self.0.get(16)?, *self.0.get(17)?])) {
            1 => 65536,
            size => size,
        };
        (size.is_power_of_two() && size >= 512).then_some(size)
    }

    /// Pages have room for a sum.
    pub(super) fn has_room(&self) -> bool {
        self.0.get(RESERVED).is_some_and(|&bytes| usize::from(bytes) == super::SUM)
    }

    pub(super) fn is_ours(&self) -> bool {
        self.number(APPLICATION) == OURS
    }

    /// Whether SQLite changed the file since it got its sums, which it does not know of: it counts its changes, and notes the count
    /// twice. The count the sums are of is kept as its CRC, from which another count is several bits away and damage one.
    pub(super) fn was_changed(&self) -> bool {
        let changes = self.number(CHANGES);
        let difference = self.number(USER_VERSION) ^ crc_of(changes);
        changes == self.number(CHANGES_NOTED) && difference.count_ones() > 1
    }
}

/// Notes in a header that the sums of this state of the file are ours.
pub(super) fn mark(header: &mut [u8]) {
    let changes = Header(header).number(CHANGES);
    header[APPLICATION..APPLICATION + 4].copy_from_slice(&OURS.to_be_bytes());
    header[USER_VERSION..USER_VERSION + 4].copy_from_slice(&crc_of(changes).to_be_bytes());
}

fn crc_of(changes: u32) -> u32 {
    crc32fast::hash(&changes.to_be_bytes())
}
