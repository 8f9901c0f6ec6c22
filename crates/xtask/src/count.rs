//! Counting what ran.

use std::ops::AddAssign;

/// Tests and checks that passed, failed, or were left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    pub(crate) ignored: usize,
}

impl Count {
    /// One check.
    pub(crate) fn one(passed: bool) -> Count {
        Count {
            passed: usize::from(passed),
            failed: usize::from(!passed),
            ignored: 0,
        }
    }

    /// The sum of the lines `test result: ok. 3 passed; 0 failed; 1 ignored; …` of an output.
    pub(crate) fn of_tests(output: &str) -> Count {
        let mut count = Count::default();
        for line in output.lines() {
            let Some((_, numbers)) = line
                .trim_start()
                .strip_prefix("test result: ")
                .and_then(|rest| rest.split_once(". "))
            else {
                continue;
            };
            for part in numbers.split("; ") {
                let Some((number, what)) = part.split_once(' ') else {
                    continue;
                };
                let number: usize = number.parse().unwrap_or(0);
                match what {
                    "passed" => count.passed += number,
                    "failed" => count.failed += number,
                    "ignored" => count.ignored += number,
                    _ => {}
                }
            }
        }
        count
    }

    /// `12 passed, 0 failed`, and how many were skipped if any.
    pub(crate) fn text(self) -> String {
        let skipped = match self.ignored {
            0 => String::new(),
            ignored => format!(", {ignored} skipped"),
        };
        format!("{} passed, {} failed{skipped}", self.passed, self.failed)
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_several_executables_are_added_up() {
        let output = "\
running 2 tests
test a ... ok
test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 3 filtered out; finished in 0.02s

test result: FAILED. 1 passed; 4 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.20s
all doctests ran in 0.31s
";
        let count = Count::of_tests(output);
        assert_eq!(count.text(), "3 passed, 4 failed, 1 skipped");
        let mut sum = Count::one(true);
        sum += Count::one(false);
        sum += count;
        assert_eq!((sum.passed, sum.failed), (4, 5));
    }
}
