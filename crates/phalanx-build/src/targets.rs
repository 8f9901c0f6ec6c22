//! The devices that images are compiled for.

use crate::error::Error;

/// PTX for compute capability 7.5, which newer devices compile when they load it, and machine code
/// for 9.0.
const DEFAULT: &[&str] = &["compute_75", "sm_90"];

/// `sm_XY` for machine code, `compute_XY` for PTX.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Targets(Vec<String>);

impl Default for Targets {
    fn default() -> Self {
        Targets(DEFAULT.iter().map(|&name| name.to_owned()).collect())
    }
}

impl Targets {
    /// # Errors
    /// A name is none that nvcc has, or there is none.
    pub fn new<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Result<Targets, Error> {
        let mut targets = Vec::new();
        for name in names {
            let name = name.as_ref();
            let number = name
                .strip_prefix("sm_")
                .or_else(|| name.strip_prefix("compute_"));
            // `sm_90a`, `sm_100f`: features of one architecture or family.
            let known = number.is_some_and(|number| {
                let digits = number.trim_end_matches(['a', 'f']);
                number.len() - digits.len() <= 1
                    && (2..=3).contains(&digits.len())
                    && digits.bytes().all(|byte| byte.is_ascii_digit())
            });
            if !known {
                return Err(Error::Target(name.to_owned()));
            }
            if !targets.iter().any(|one| one == name) {
                targets.push(name.to_owned());
            }
        }
        if targets.is_empty() {
            return Err(Error::Target(String::new()));
        }
        Ok(Targets(targets))
    }

    /// As in `PHALANX_TARGETS`: separated by commas or spaces.
    ///
    /// # Errors
    /// As for [`Targets::new`].
    pub fn parse(text: &str) -> Result<Targets, Error> {
        Targets::new(
            text.split([',', ' '])
                .map(str::trim)
                .filter(|name| !name.is_empty()),
        )
    }

    /// nvcc's arguments.
    pub fn arguments(&self) -> Vec<String> {
        self.0
            .iter()
            .flat_map(|name| {
                let number = name.trim_start_matches(|c: char| !c.is_ascii_digit());
                [
                    "-gencode".to_owned(),
                    format!("arch=compute_{number},code={name}"),
                ]
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_become_arguments_of_nvcc() {
        assert_eq!(
            Targets::default().arguments(),
            [
                "-gencode",
                "arch=compute_75,code=compute_75",
                "-gencode",
                "arch=compute_90,code=sm_90"
            ]
        );
        let targets = Targets::parse("sm_90a, sm_100f  sm_90a").unwrap();
        assert_eq!(
            targets.arguments(),
            [
                "-gencode",
                "arch=compute_90a,code=sm_90a",
                "-gencode",
                "arch=compute_100f,code=sm_100f"
            ]
        );
    }

    #[test]
    fn what_nvcc_does_not_know_is_refused() {
        for text in [
            "",
            "sm90",
            "sm_",
            "sm_9",
            "sm_9x",
            "sm_90aa",
            "turing",
            "compute_75;sm_90",
        ] {
            assert!(Targets::parse(text).is_err(), "{text}");
        }
    }
}
