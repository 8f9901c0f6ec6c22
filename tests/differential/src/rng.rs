//! Random numbers that are the same for a seed for ever: seeds are kept.

/// SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators").
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// Less than `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.number() % bound as u64) as usize
    }

    /// True `percent` times out of a hundred.
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent as usize
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// One of the choices, as often as its weight says.
    pub fn weighted<T: Copy>(&mut self, choices: &[(u32, T)]) -> T {
        let sum: u32 = choices.iter().map(|(weight, _)| weight).sum();
        let mut at = self.below(sum as usize) as u32;
        for (weight, choice) in choices {
            match at.checked_sub(*weight) {
                Some(rest) => at = rest,
                None => return *choice,
            }
        }
        unreachable!("less than the sum of the weights")
    }
}

/// A number that looks random, for each number.
pub fn mix(number: u64) -> u64 {
    let mut z = number;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_mean_the_same_for_ever() {
        let mut rng = Rng::new(1);
        // From the reference implementation of SplitMix64.
        assert_eq!(rng.number(), 0x910A_2DEC_8902_5CC1);
        assert_eq!(rng.number(), 0xBEEB_8DA1_658E_EC67);
    }

    #[test]
    fn weights_count() {
        let mut rng = Rng::new(7);
        let mut counts = [0; 3];
        for _ in 0..1000 {
            counts[rng.weighted(&[(1, 0), (0, 1), (3, 2)])] += 1;
        }
        assert!(
            counts[0] > 150 && counts[1] == 0 && counts[2] > 650,
            "{counts:?}"
        );
    }
}
