//! Detects the instructions of this machine, and runs the encoder that is compiled for them.

use super::forward::{Rows, Scratch, encode};
use super::kernels::scalar;
#[cfg(target_arch = "x86_64")]
use super::kernels::{avx2, avx512};
use super::weights::{Packing, Tagger};

/// Instructions that this machine has. The only way to make a value is to detect them, so they are safe to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Instructions(Set);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Set {
    #[cfg(target_arch = "x86_64")]
    Avx512Vnni,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Scalar,
}

impl Instructions {
    /// Those of this machine, fastest first, the portable ones last.
    pub(crate) fn available() -> Vec<Instructions> {
        let mut sets = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            let has_avx512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vnni");
            if has_avx512 {
                sets.push(Instructions(Set::Avx512Vnni));
            }
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                sets.push(Instructions(Set::Avx2));
            }
        }
        sets.push(Instructions(Set::Scalar));
        sets
    }

    /// Whether they are the portable ones.
    pub(crate) fn are_portable(self) -> bool {
        self.0 == Set::Scalar
    }

    /// Memory layout of the weights for these kernels.
    pub(super) fn packing(self) -> Packing {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Set::Avx512Vnni => avx512::PACKING,
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => avx2::PACKING,
            Set::Scalar => scalar::PACKING,
        }
    }

    /// Label scores of rows of token vectors, `tagger.head.outputs` a token.
    pub(super) fn encode(self, tagger: &Tagger, rows: &Rows<'_>, scratch: &mut Scratch, scores: &mut [f32]) {
        match self.0 {
            // SAFETY: the machine had these instructions when `self` was made.
            #[cfg(target_arch = "x86_64")]
            Set::Avx512Vnni => unsafe { avx512::encode(tagger, rows, scratch, scores) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => unsafe { avx2::encode(tagger, rows, scratch, scores) },
            Set::Scalar => encode::<scalar::Scalar>(tagger, rows, scratch, scores),
        }
    }
}
