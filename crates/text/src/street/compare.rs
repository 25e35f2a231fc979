//! The comparison of a typed street with one of a register: words are aligned, and what differs is counted by kind.
//!
//! A pair of words agrees by the surest evidence it has: the same reading, the same sound, an initial, an abbreviation, joined or split
//! words, or a typo. What stays alone on one side costs what its role and its frequency say; weights are the caller's.

use super::name::{StreetName, StreetWord};
use super::table::Role;
use crate::typo::TYPOS_OF_A_STREET_WORD;

/// How two names of streets differ. Shares are of the weight of all core words of a side, 0 to 1; the others are counts.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct StreetComparison {
    /// Share of the typed core that the filed name lacks.
    pub core_extra: f64,
    /// Share of the filed core that is not typed, in front of the last typed word: given names.
    pub core_missing_front: f64,
    /// The same behind it.
    pub core_missing_back: f64,
    /// The lesser of both sides' shares without a partner, a title counting as a whole: another name.
    pub core_conflict: f64,
    /// Numbers that are typed and not filed.
    pub number_extra: f64,
    /// Numbers that are filed and not typed.
    pub number_missing: f64,
    /// Types that are typed and not filed.
    pub type_extra: f64,
    /// Types that are filed and not typed.
    pub type_missing: f64,
    /// A type that is the end of a compound and was not typed.
    pub type_missing_of_compound: f64,
    /// Different types on both sides.
    pub type_conflict: f64,
    /// Directionals that are typed and not filed.
    pub directional_extra: f64,
    /// Directionals that are filed and not typed.
    pub directional_missing: f64,
    /// Different directionals on both sides.
    pub directional_conflict: f64,
    /// Titles that are typed and not filed.
    pub honorific_extra: f64,
    /// Titles that are filed and not typed.
    pub honorific_missing: f64,
    /// Particles on one side alone.
    pub particles: f64,
    /// Initials for names.
    pub initials: f64,
    /// Abbreviations that no table has.
    pub abbreviations: f64,
    /// Words of the same sound in other letters.
    pub respelled: f64,
    /// Words joined or split.
    pub joined: f64,
    /// Letters that are wrong, missing, added or swapped.
    pub typos: f64,
    /// Whether the words stand in another order.
    pub order: f64,
}

impl StreetComparison {
    /// Kinds of differences.
    pub const DIFFERENCES: usize = 22;

    /// Every difference with its name, in the order of the fields.
    pub fn named(&self) -> [(&'static str, f64); StreetComparison::DIFFERENCES] {
        macro_rules! named {
            ($($field:ident),*) => {{
                let StreetComparison { $($field),* } = *self;
                [$((stringify!($field), $field)),*]
            }};
        }
        named!(
            core_extra,
            core_missing_front,
            core_missing_back,
            core_conflict,
            number_extra,
            number_missing,
            type_extra,
            type_missing,
            type_missing_of_compound,
            type_conflict,
            directional_extra,
            directional_missing,
            directional_conflict,
            honorific_extra,
            honorific_missing,
            particles,
            initials,
            abbreviations,
            respelled,
            joined,
            typos,
            order
        )
    }

    /// Whether both names are usual forms of one name: no word of the name itself is missing, added or mistyped.
    pub fn is_same_name(&self) -> bool {
        let differs = [
            self.core_extra,
            self.core_missing_front,
            self.core_missing_back,
            self.typos,
            self.number_extra,
            self.number_missing,
            self.type_conflict,
            self.type_missing_of_compound,
            self.directional_extra,
            self.directional_missing,
            self.directional_conflict,
            self.initials,
        ];
        differs.iter().all(|difference| *difference == 0.0)
    }
}

/// How a pair of words agrees.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Pair {
    Same,
    Sound,
    Initial,
    Abbreviation,
    Joined,
    Typos(usize),
}

/// Compares a typed name with a filed one. `weight` is the information of a word, above 0: rarer words have more.
pub fn compare_streets(
    typed: &StreetName,
    filed: &StreetName,
    weight: impl Fn(&StreetWord) -> f64,
) -> StreetComparison {
    let (a, b) = (&typed.words[..], &filed.words[..]);
    let mut pairs =
        Alignment { a, b, of_a: vec![None; a.len()], of_b: vec![false; b.len()], typos_of_joined: 0 };
    pairs.take(Pair::Same, |a, b| a.text == b.text);
    pairs.take(Pair::Same, StreetWord::has_reading_of);
    pairs.take(Pair::Sound, |a, b| a.sound == b.sound && is_respelled(&a.text, &b.text));
    pairs.join();
    pairs.take(Pair::Initial, |a, b| is_initial(a, b) || is_initial(b, a));
    pairs.take(Pair::Abbreviation, |a, b| is_abbreviation(a, b) || is_abbreviation(b, a));
    for (at, word) in a.iter().enumerate() {
        let free = (0..b.len()).filter(|&other| !pairs.of_b[other] && pairs.of_a[at].is_none());
        let near = free.filter_map(|other| typos(word, &b[other]).map(|typos| (typos, other))).min();
        if let Some((typos, other)) = near {
            pairs.set(at, other, Pair::Typos(typos));
        }
    }
    pairs.compared(weight)
}

struct Alignment<'a> {
    a: &'a [StreetWord],
    b: &'a [StreetWord],
    of_a: Vec<Option<(usize, Pair)>>,
    of_b: Vec<bool>,
    /// Typos in words that one side writes apart.
    typos_of_joined: usize,
}

impl Alignment<'_> {
    fn set(&mut self, at: usize, other: usize, pair: Pair) {
        self.of_a[at] = Some((other, pair));
        self.of_b[other] = true;
    }

    /// Pairs the words that are still alone and agree so, in order.
    fn take(&mut self, pair: Pair, agrees: impl Fn(&StreetWord, &StreetWord) -> bool) {
        for at in 0..self.a.len() {
            if self.of_a[at].is_some() {
                continue;
            }
            let free =
                (0..self.b.len()).find(|&other| !self.of_b[other] && agrees(&self.a[at], &self.b[other]));
            if let Some(other) = free {
                self.set(at, other, pair);
            }
        }
    }

    /// Pairs words that one side writes apart and the other in one.
    fn join(&mut self) {
        let joined = |words: &[StreetWord]| words.iter().map(|word| word.sound.as_str()).collect::<String>();
        let text = |words: &[StreetWord]| words.iter().map(|word| word.text.as_str()).collect::<String>();
        for first in 0..self.a.len() {
            for end in first + 1..=(first + MOST_JOINED).min(self.a.len()) {
                if self.of_a[first..end].iter().any(Option::is_some) {
                    break;
                }
                let sound = joined(&self.a[first..end]);
                let found = (0..self.b.len()).find_map(|start| {
                    (start + 1..=(start + MOST_JOINED).min(self.b.len())).find_map(|stop| {
                        let is_free = self.of_b[start..stop].iter().all(|taken| !taken);
                        let is_apart = (end - first) + (stop - start) > 2;
                        (is_free && is_apart && joined(&self.b[start..stop]) == sound)
                            .then_some((start, stop))
                    })
                });
                if let Some((start, stop)) = found {
                    (first..end).for_each(|at| self.of_a[at] = Some((start, Pair::Joined)));
                    self.of_b[start..stop].fill(true);
                    // `Lenottre` does not spell `Le Nôtre`.
                    let (a, b) = (text(&self.a[first..end]), text(&self.b[start..stop]));
                    if a != b && !is_respelled(&a, &b) {
                        self.typos_of_joined += strsim::osa_distance(&a, &b);
                    }
                    break;
                }
            }
        }
    }

    fn compared(&self, weight: impl Fn(&StreetWord) -> f64) -> StreetComparison {
        let mut compared =
            StreetComparison { typos: self.typos_of_joined as f64, ..StreetComparison::default() };
        let weight_of = |word: &StreetWord| if word.role == Role::Core { weight(word) } else { 0.0 };
        // Nothing is weighed unless a word of the name is unpaired.
        let share = |words: &[StreetWord], at: usize| match weight_of(&words[at]) {
            own if own > 0.0 => own / words.iter().map(weight_of).sum::<f64>().max(f64::MIN_POSITIVE),
            _ => 0.0,
        };
        let is_core = |word: &StreetWord| matches!(word.role, Role::Core | Role::Number);
        let last_paired = (0..self.b.len()).rfind(|&at| self.of_b[at] && is_core(&self.b[at]));
        compared.core_extra = self.unpaired_typed().map(|at| share(self.a, at)).sum();
        for at in self.unpaired_filed() {
            let share = share(self.b, at);
            match last_paired {
                Some(last) if at < last => compared.core_missing_front += share,
                _ => compared.core_missing_back += share,
            }
        }
        self.add_unpaired_roles(&mut compared);
        let mut before = 0;
        for (at, paired) in self.of_a.iter().enumerate() {
            let Some((other, pair)) = *paired else { continue };
            match pair {
                Pair::Same => {}
                Pair::Sound => compared.respelled += 1.0,
                Pair::Initial => compared.initials += 1.0,
                Pair::Abbreviation => compared.abbreviations += 1.0,
                Pair::Joined => compared.joined = 1.0,
                Pair::Typos(typos) => compared.typos += typos as f64,
            }
            if is_core(&self.a[at]) {
                if other < before {
                    compared.order = 1.0;
                }
                before = other;
            }
        }
        compared
    }

    /// Counts unpaired words by role; the shares of core words must be set before.
    fn add_unpaired_roles(&self, compared: &mut StreetComparison) {
        let count = |role: Role| {
            let extra = self.unpaired_typed().filter(|&at| self.a[at].role == role).count();
            let missing = self.unpaired_filed().filter(|&at| self.b[at].role == role).count();
            (extra as f64, missing as f64)
        };
        let split = |(extra, missing): (f64, f64)| {
            let conflict = extra.min(missing);
            (extra - conflict, missing - conflict, conflict)
        };
        (compared.number_extra, compared.number_missing) = count(Role::Number);
        (compared.type_extra, compared.type_missing, compared.type_conflict) = split(count(Role::Type));
        if compared.type_missing > 0.0 && self.unpaired_filed().any(|at| self.b[at].is_suffix) {
            compared.type_missing_of_compound = 1.0;
            compared.type_missing -= 1.0;
        }
        (compared.directional_extra, compared.directional_missing, compared.directional_conflict) =
            split(count(Role::Directional));
        (compared.honorific_extra, compared.honorific_missing) = count(Role::Honorific);
        // A saint in place of a name is another name as well.
        let missing = compared.core_missing_front + compared.core_missing_back;
        compared.core_conflict = (compared.core_extra + compared.honorific_extra).min(missing);
        let (extra, missing) = count(Role::Particle);
        compared.particles = extra + missing;
    }

    fn unpaired_typed(&self) -> impl Iterator<Item = usize> {
        (0..self.a.len()).filter(|&at| self.of_a[at].is_none())
    }

    fn unpaired_filed(&self) -> impl Iterator<Item = usize> {
        (0..self.b.len()).filter(|&at| !self.of_b[at])
    }
}

/// Letters that two letters stand for in another spelling.
const DIGRAPHS: [(&str, &str); 4] = [("ae", "a"), ("oe", "o"), ("ue", "u"), ("aa", "a")];

/// Whether two words of one sound are one word in two scripts, or with and without digraphs, and not a slip of the pen.
fn is_respelled(a: &str, b: &str) -> bool {
    let in_one_letter =
        |word: &str| DIGRAPHS.iter().fold(word.to_owned(), |word, (two, one)| word.replace(two, one));
    a.is_ascii() != b.is_ascii() || in_one_letter(a) == in_one_letter(b)
}

/// Words of one side that may be one word of the other, at most.
const MOST_JOINED: usize = 4;

/// Whether a word is the initial of another: `g` of `giuseppe`.
fn is_initial(short: &StreetWord, long: &StreetWord) -> bool {
    let mut letters = short.text.chars();
    let first = letters.next();
    let is_one = letters.next().is_none() && first.is_some_and(char::is_alphabetic);
    is_one && long.text.chars().count() > 1 && long.text.chars().next() == first && long.number.is_none()
}

/// Fewest letters of an abbreviation without a point.
const ABBREVIATION: usize = 3;

/// Whether a word is another one cut short: `burg` of `burgemeester`, `gral` of `general`.
fn is_abbreviation(short: &StreetWord, long: &StreetWord) -> bool {
    let (letters, of_long) = (short.text.chars().count(), long.text.chars().count());
    let is_word = |word: &StreetWord| word.text.chars().all(char::is_alphabetic);
    let same_first = short.text.chars().next() == long.text.chars().next();
    if letters < 2 || letters >= of_long || !same_first || !is_word(short) || !is_word(long) {
        return false;
    }
    let is_beginning = long.text.starts_with(&short.text);
    if short.is_abbreviated {
        let mut rest = long.text.chars();
        return short.text.chars().all(|letter| rest.any(|other| other == letter));
    }
    is_beginning
        && letters >= ABBREVIATION
        && of_long >= letters + 2
        && matches!(long.role, Role::Honorific | Role::Type)
}

/// Typos between two words; none if they are different words.
fn typos(a: &StreetWord, b: &StreetWord) -> Option<usize> {
    if a.number.is_some() || b.number.is_some() || a.role == Role::Particle || b.role == Role::Particle {
        return None;
    }
    let full = b.canonical_types().map(|full| full.chars().count()).max().unwrap_or(0);
    let letters = a.text.chars().count().min(b.text.chars().count().max(full));
    let allowed = TYPOS_OF_A_STREET_WORD.allowed(letters + 1);
    // Two words are at least as many typos apart as their lengths differ.
    let distance = |a: &str, b: &str| match a.chars().count().abs_diff(b.chars().count()) {
        longer if longer > allowed => usize::MAX,
        _ => strsim::osa_distance(a, b),
    };
    let is_one_script = a.text.is_ascii() == b.text.is_ascii();
    let of_text = if is_one_script { distance(&a.text, &b.text) } else { usize::MAX };
    // `stret` is a slip of `street`, which the register abbreviates.
    let of_type = b.canonical_types().map(|full| distance(&a.text, full)).min().unwrap_or(usize::MAX);
    let typos = of_text.min(of_type).min(distance(&a.sound, &b.sound).max(1));
    (typos <= allowed).then_some(typos)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(typed: &str, filed: &str, country: &str) -> StreetComparison {
        let name = |text| StreetName::of(text, country).unwrap();
        compare_streets(&name(typed), &name(filed), |_| 1.0)
    }

    #[test]
    fn usual_forms_of_a_name_are_the_same_name() {
        for (country, typed, filed) in [
            ("pl", "ul. Mokra", "Mokra"),
            ("pl", "Długa", "ulica Długa"),
            ("hu", "Szent István krt.", "Szent István körút"),
            ("it", "Via S. Maria", "Via Santa Maria"),
            ("it", "Via 20 Settembre", "Via XX Settembre"),
            ("nl", "Burg. de Vlugtlaan", "Burgemeester de Vlugtlaan"),
            ("nl", "Drij Dreven", "De Drij Dreven"),
            ("de", "St.-Florian-Str.", "Sankt-Florian-Straße"),
            ("us", "Martin Luther King Blvd", "Dr Martin Luther King Blvd"),
            ("ru", "проспект Тверской", "Тверской проспект"),
            ("gr", "Taxilou", "Ταξίλου"),
        ] {
            let compared = compared(typed, filed, country);
            assert!(compared.is_same_name(), "{typed} / {filed}: {compared:?}");
        }
    }

    #[test]
    fn a_mistyped_type_is_a_typo_of_its_abbreviation() {
        assert_eq!(
            compared("Main Stret", "MAIN ST", "us"),
            StreetComparison { typos: 1.0, ..Default::default() }
        );
    }

    #[test]
    fn each_difference_is_counted_by_its_kind() {
        let left_out = compared("Via Bovara", "Via Giuseppe Bovara", "it");
        assert_eq!((left_out.core_missing_front, left_out.core_missing_back), (0.5, 0.0));
        assert_eq!(compared("Via G. Bovara", "Via Giuseppe Bovara", "it").initials, 1.0);
        let last = compared("Avenue de la Gare", "Avenue de la Gare Routière", "fr");
        assert_eq!(last.core_missing_back, 0.5);
        assert_eq!(compared("Main Street", "Main Avenue", "us").type_conflict, 1.0);
        assert_eq!(compared("Albany Ave", "SW Albany Avenue", "us").directional_missing, 1.0);
        assert_eq!(compared("N Albany Ave", "S Albany Ave", "us").directional_conflict, 1.0);
        let other = compared("Via Giovanni Fornari", "Via Vito Fornari", "it");
        assert_eq!((other.core_extra, other.core_conflict), (0.5, 0.5));
        assert_eq!(compared("5th Street", "6th Street", "us").number_extra, 1.0);
        // Both are titles, and one was answered for the other.
        assert_eq!(compared("Duke Street", "King Street", "ca").core_extra, 1.0);
        assert_eq!(compared("Rue du 11 Novembre", "Rue du 11 Novembre 1918", "fr").number_missing, 1.0);
        assert_eq!(compared("Horvo náměstí", "Horovo náměstí", "cz").typos, 1.0);
        assert_eq!(compared("Field View", "Fieldview", "gb").joined, 1.0);
        assert_eq!(compared("Rue Belevue", "Rue Belle Vue", "fr").typos, 1.0);
    }

    proptest::proptest! {
        #[test]
        fn a_name_is_the_same_as_itself(text in "[a-zäß]{1,9}( [a-z]{1,9}){0,3}") {
            for country in ["us", "de", "fr"] {
                let Some(name) = StreetName::of(&text, country) else { continue };
                proptest::prop_assert!(compare_streets(&name, &name, |_| 1.0).is_same_name());
            }
        }

        #[test]
        fn what_one_side_lacks_the_other_has_too_much(a in "[a-z]{5,9} [a-z]{5,9}", b in "[a-z]{5,9} [a-z]{5,9}") {
            let name = |text: &str| StreetName::of(text, "pl");
            let (Some(a), Some(b)) = (name(&a), name(&b)) else { return Ok(()) };
            let (there, back) = (compare_streets(&a, &b, |_| 1.0), compare_streets(&b, &a, |_| 1.0));
            proptest::prop_assert!((there.core_extra - back.core_missing_front - back.core_missing_back).abs() < 1e-9);
            proptest::prop_assert_eq!(there.typos, back.typos);
        }
    }
}
