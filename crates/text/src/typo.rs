//! Typos: how many a text may have, and the edit distance that counts them along an index.
//!
//! An error is a letter too many, missing or wrong, or two neighbours swapped (optimal string alignment).

/// Fewest letters of a word or name with one typo, and with two. A shorter word with a typo is another word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypoPolicy {
    /// Letters from which one of them may be wrong.
    pub one: usize,
    /// Letters from which two of them may be wrong.
    pub two: usize,
}

/// Unfinished text, by its longest word. You see the suggestion and choose it, so it corrects early.
pub const TYPOS_WHILE_TYPING: TypoPolicy = TypoPolicy { one: 4, two: 8 };
/// The whole name of a place, by all its letters. The rest of the address has to support the correction.
pub const TYPOS_OF_A_PLACE: TypoPolicy = TypoPolicy { one: 4, two: 10 };
/// One word of a street name. Streets of one town have similar names: `Candeliers` is two letters from `Cordeliers`.
pub const TYPOS_OF_A_STREET_WORD: TypoPolicy = TypoPolicy { one: 4, two: 12 };

impl TypoPolicy {
    /// Typos that a word or name of so many letters may have: 0 to [`MOST_TYPOS`].
    pub const fn allowed(self, letters: usize) -> usize {
        if letters >= self.two {
            MOST_TYPOS
        } else if letters >= self.one {
            1
        } else {
            0
        }
    }
}

/// Typos that a word of a street name may have, by its letters.
pub fn most_typos_of_word(word: &str) -> usize {
    TYPOS_OF_A_STREET_WORD.allowed(word.chars().count())
}

/// Most typos of any policy.
pub const MOST_TYPOS: usize = 2;
/// Cells of a row: the diagonal and as many to either side as there may be typos.
const BAND: usize = 2 * MOST_TYPOS + 1;
/// More typos than any policy allows.
const FAR: u8 = MOST_TYPOS as u8 + 1;

/// A text to compare with the keys of an index, letter by letter. Letters may be `char`s or bytes.
#[derive(Debug, Clone)]
pub struct TypoPattern<T> {
    text: Vec<T>,
    /// Whether each letter must be right.
    fixed: Vec<bool>,
}

/// The typos between the letters walked so far and each beginning of the pattern that is about as long. Only cells near the diagonal
/// can hold a number that is still allowed, so only those are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypoRow([u8; BAND]);

impl TypoRow {
    /// The fewest typos of any continuation; more than [`MOST_TYPOS`] when none can match.
    pub fn least(&self) -> u8 {
        self.0.iter().copied().fold(FAR, u8::min)
    }
}

impl<T: Copy + PartialEq> TypoPattern<T> {
    /// A pattern in which the letters at positions for which `is_fixed` returns true must be right.
    pub fn with_fixed(text: Vec<T>, is_fixed: impl Fn(usize) -> bool) -> TypoPattern<T> {
        let fixed = (0..text.len()).map(is_fixed).collect();
        TypoPattern { text, fixed }
    }

    /// Letters of the pattern.
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether the pattern has no letters.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The row before the first letter.
    pub fn first_row(&self) -> TypoRow {
        let mut row = [FAR; BAND];
        let open = self.fixed.iter().take(MOST_TYPOS).take_while(|&&fixed| !fixed).count();
        for count in 0..=open {
            row[MOST_TYPOS + count] = count as u8;
        }
        TypoRow(row)
    }

    /// The row after one more letter, the `depth`th (from 1). `before` is the row one letter before `row`, and the letter between
    /// them; none for the first letter.
    pub fn next_row(&self, row: &TypoRow, before: Option<(&TypoRow, T)>, letter: T, depth: usize) -> TypoRow {
        let is_open = |at: usize| self.fixed.get(at).is_some_and(|&fixed| !fixed);
        let mut next = [FAR; BAND];
        for cell in 0..BAND {
            // The beginning of the pattern that this cell stands for, in letters.
            let Some(count) =
                (depth + cell).checked_sub(MOST_TYPOS).filter(|&count| count <= self.text.len())
            else {
                continue;
            };
            let is_last_open = count > 0 && is_open(count - 1);
            let mut least = FAR;
            // A letter that the pattern lacks, next to one that may be wrong.
            if (is_last_open || is_open(count) || self.text.is_empty())
                && let Some(&above) = row.0.get(cell + 1)
            {
                least = least.min(above + 1);
            }
            if count > 0 {
                let typed = self.text[count - 1];
                if typed == letter {
                    least = least.min(row.0[cell]);
                } else if is_last_open {
                    least = least.min(row.0[cell] + 1);
                }
                if is_last_open && cell > 0 {
                    least = least.min(next[cell - 1] + 1);
                }
                if let Some((older, last)) = before
                    && count > 1
                    && typed == last
                    && self.text[count - 2] == letter
                    && is_last_open
                    && is_open(count - 2)
                {
                    least = least.min(older.0[cell] + 1);
                }
            }
            next[cell] = least.min(FAR);
        }
        TypoRow(next)
    }

    /// Typos between the whole pattern and the `depth` letters that led to `row`; more than [`MOST_TYPOS`] when it cannot match.
    pub fn of_the_whole(&self, row: &TypoRow, depth: usize) -> u8 {
        let cell = (self.text.len() + MOST_TYPOS).checked_sub(depth);
        cell.and_then(|cell| row.0.get(cell)).copied().unwrap_or(FAR)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn distance(pattern: &TypoPattern<char>, name: &str) -> u8 {
        let mut row = pattern.first_row();
        let mut before: Option<(TypoRow, char)> = None;
        for (index, letter) in name.chars().enumerate() {
            let older = before.as_ref().map(|(row, letter)| (row, *letter));
            let next = pattern.next_row(&row, older, letter, index + 1);
            before = Some((row, letter));
            row = next;
        }
        pattern.of_the_whole(&row, name.chars().count())
    }

    #[test]
    fn a_policy_counts_letters() {
        let allowed = |policy: TypoPolicy| [3, 4, 7, 8, 9, 10, 11, 12].map(|letters| policy.allowed(letters));
        assert_eq!(allowed(TYPOS_WHILE_TYPING), [0, 1, 1, 2, 2, 2, 2, 2]);
        assert_eq!(allowed(TYPOS_OF_A_PLACE), [0, 1, 1, 1, 1, 2, 2, 2]);
        assert_eq!(allowed(TYPOS_OF_A_STREET_WORD), [0, 1, 1, 1, 1, 1, 1, 2]);
    }

    #[test]
    fn fixed_letters_are_right() {
        let pattern = TypoPattern::with_fixed("paris".chars().collect(), |at| at == 0);
        assert_eq!(distance(&pattern, "pairs"), 1);
        assert_eq!(distance(&pattern, "baris"), FAR);
        assert_eq!(distance(&pattern, "xparis"), FAR);
        assert_eq!(distance(&pattern, "pxaris"), 1);
    }

    proptest! {
        #[test]
        fn the_distance_is_that_of_strsim_up_to_the_most_typos(text in "[abé]{0,7}", name in "[abé]{0,7}") {
            let pattern = TypoPattern::with_fixed(text.chars().collect(), |_| false);
            let expected = strsim::osa_distance(&text, &name).min(usize::from(FAR));
            prop_assert_eq!(usize::from(distance(&pattern, &name)), expected);
        }
    }
}
