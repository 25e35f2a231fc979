//! Windows over a long text: the model sees a bounded number of tokens at once.

use std::ops::Range;

/// Tokens of one run of the model, the length `/health` reports. Longer inputs go through in windows.
pub(crate) const WINDOW: usize = 128;

/// Tokens that go through together, and those of them whose scores are kept, because their neighbourhood is in the window.
pub(crate) struct Window {
    pub(crate) tokens: Range<usize>,
    pub(crate) kept: Range<usize>,
}

/// Windows of at most [`WINDOW`] tokens over a text of `tokens`. Each token is kept of one window, at least `reach` from where another
/// one takes over.
pub(crate) fn windows(tokens: usize, reach: usize) -> Vec<Window> {
    let mut windows = Vec::new();
    let mut kept = 0;
    while kept < tokens {
        let start = kept.saturating_sub(reach);
        let end = (start + WINDOW).min(tokens);
        let until = if end == tokens { tokens } else { end - reach };
        windows.push(Window { tokens: start..end, kept: kept..until });
        kept = until;
    }
    windows
}

#[cfg(test)]
mod tests {
    use super::*;

    const REACH: usize = 18;

    #[test]
    fn windows_keep_every_token_once_with_its_neighbourhood() {
        for tokens in [129, 226, 227, 1_000, 5_001] {
            let windows = windows(tokens, REACH);
            let kept: Vec<usize> = windows.iter().flat_map(|window| window.kept.clone()).collect();
            assert_eq!(kept, (0..tokens).collect::<Vec<_>>());
            for Window { tokens: within, kept } in windows {
                assert!(within.len() <= WINDOW);
                assert!(within.start == 0 || kept.start - within.start >= REACH);
                assert!(within.end == tokens || within.end - kept.end >= REACH);
            }
        }
    }
}
