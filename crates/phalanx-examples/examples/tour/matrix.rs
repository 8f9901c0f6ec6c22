//! Sparse matrices in compressed rows, made at random or read from Matrix Market files.

use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;

use rand::rngs::StdRng;
use rand::seq::index::sample;
use rand::{Rng, SeedableRng};

/// A matrix in compressed sparse rows.
pub struct Csr {
    /// Where each row's entries begin; one more than there are rows.
    pub row_start: Vec<u32>,
    /// The column of each entry.
    pub col: Vec<u32>,
    pub val: Vec<f32>,
    pub columns: usize,
}

impl Csr {
    pub fn rows(&self) -> usize {
        self.row_start.len() - 1
    }

    /// The entries of a row: column and value.
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        let entries = self.row_start[row] as usize..self.row_start[row + 1] as usize;
        entries.map(|k| (self.col[k] as usize, self.val[k]))
    }

    /// A square matrix with a random number of entries a row.
    pub fn random(rows: usize, per_row: RangeInclusive<usize>, seed: u64) -> Csr {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut entries = Vec::new();
        for row in 0..rows {
            let count = rng.random_range(per_row.clone()).min(rows);
            entries.extend(
                sample(&mut rng, rows, count)
                    .into_iter()
                    .map(|col| (row, col)),
            );
        }
        let entries = entries
            .into_iter()
            .map(|(row, col)| (row, col, rng.random_range(-1.0..1.0)))
            .collect();
        Csr::from_entries(rows, rows, entries)
    }

    fn from_entries(rows: usize, columns: usize, mut entries: Vec<(usize, usize, f32)>) -> Csr {
        entries.sort_by_key(|&(row, col, _)| (row, col));
        let mut row_start = vec![0_u32; rows + 1];
        for &(row, ..) in &entries {
            row_start[row + 1] += 1;
        }
        for row in 0..rows {
            row_start[row + 1] += row_start[row];
        }
        Csr {
            row_start,
            col: entries.iter().map(|&(_, col, _)| col as u32).collect(),
            val: entries.iter().map(|&(_, _, val)| val).collect(),
            columns,
        }
    }

    /// Reads a file in the coordinate form of Matrix Market (<https://math.nist.gov/MatrixMarket/formats.html>):
    /// real, integer or pattern (all ones), general, symmetric or skew-symmetric.
    ///
    /// # Errors
    /// The file cannot be read, is of another form, or a line is not as the header says; the text
    /// names the line.
    pub fn read(path: &Path) -> Result<Csr, String> {
        let name = path.display();
        let text = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
        let (_, header) = lines
            .next()
            .ok_or_else(|| format!("{name}: the file is empty"))?;
        let header: Vec<String> = header.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = header.iter().map(String::as_str).collect();
        let [
            "%%matrixmarket",
            "matrix",
            "coordinate",
            field @ ("real" | "integer" | "pattern"),
            symmetry,
        ] = words[..]
        else {
            return Err(format!(
                "{name}:1: not a real, integer or pattern coordinate matrix: {}",
                words.join(" ")
            ));
        };
        let mirrored = match symmetry {
            "general" => None,
            "symmetric" => Some(1.0),
            "skew-symmetric" => Some(-1.0),
            other => return Err(format!("{name}:1: `{other}` matrices are not read here")),
        };

        let mut lines = lines.filter(|(_, line)| !line.starts_with('%') && !line.trim().is_empty());
        let bad = |line: usize, what: &str| format!("{name}:{line}: {what}");
        let (at, sizes) = lines
            .next()
            .ok_or_else(|| format!("{name}: no line gives the size"))?;
        let sizes: Vec<usize> = sizes
            .split_whitespace()
            .map_while(|word| word.parse().ok())
            .collect();
        let [rows, columns, count] = sizes[..] else {
            return Err(bad(at, "expected rows, columns and entries"));
        };

        let mut entries = Vec::with_capacity(count);
        let mut stored = 0;
        for (at, line) in lines {
            stored += 1;
            let mut words = line.split_whitespace();
            let mut index = |limit: usize| {
                let index: usize = words.next()?.parse().ok()?;
                (1..=limit).contains(&index).then(|| index - 1)
            };
            let row = index(rows).ok_or_else(|| bad(at, "expected a row within the matrix"))?;
            let col =
                index(columns).ok_or_else(|| bad(at, "expected a column within the matrix"))?;
            let val = match field {
                "pattern" => 1.0,
                _ => words
                    .next()
                    .and_then(|word| word.parse().ok())
                    .ok_or_else(|| bad(at, "expected a number"))?,
            };
            entries.push((row, col, val));
            if let Some(sign) = mirrored
                && row != col
            {
                entries.push((col, row, sign * val));
            }
        }
        if stored != count {
            return Err(format!(
                "{name}: the header announces {count} entries, the file has {stored}"
            ));
        }
        Ok(Csr::from_entries(rows, columns, entries))
    }
}
