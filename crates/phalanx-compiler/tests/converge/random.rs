//! Random programs: that there is a verdict on each, and that it does not depend on who asks. None is run
//! here; `tests/differential` does that, with programs of its own.

use std::fmt::Write;

use phalanx_compiler::converge::{self, Promises};

use crate::crate_env::Crate;
use crate::{See, texts, typed};

/// Numbers that repeat by their seed (Marsaglia, "Xorshift RNGs").
struct Rng(u64);

impl Rng {
    fn new(seed: u64) -> Rng {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % n as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// Writes a program.
struct Writer {
    rng: Rng,
    out: String,
    indent: usize,
    /// The groups in scope, and whether they exchange values.
    groups: Vec<(String, bool)>,
    /// Labels of the loops around.
    loops: Vec<usize>,
    /// How many names were given out.
    names: usize,
    /// One in so many values is taken from a source that varies.
    vary: usize,
    /// Whether this is the kernel, which has more to read from.
    kernel: bool,
    /// What is left to write.
    budget: usize,
}

impl Writer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", self.indent * 4);
    }

    fn fresh(&mut self) -> usize {
        self.names += 1;
        self.names
    }

    fn exchanging(&mut self) -> Option<String> {
        let groups: Vec<&String> = self
            .groups
            .iter()
            .filter(|one| one.1)
            .map(|one| &one.0)
            .collect();
        if groups.is_empty() {
            return None;
        }
        Some(groups[self.rng.below(groups.len())].clone())
    }

    /// A `u32`.
    fn value(&mut self, depth: usize) -> String {
        if self.rng.one_in(self.vary) {
            return self.varying();
        }
        match self.rng.below(if depth == 0 { 6 } else { 16 }) {
            0 | 1 => self.rng.below(4).to_string(),
            2 | 3 => ["a", "b", "c", "d"][self.rng.below(4)].to_string(),
            4 => ["p.0", "p.1", "arr[1]"][self.rng.below(3)].to_string(),
            5 if self.kernel => ["n", "m"][self.rng.below(2)].to_string(),
            5 => "v".to_string(),
            6..=8 => {
                let op = ["+", "*", "^", "&"][self.rng.below(4)];
                format!("({} {op} {})", self.value(depth - 1), self.value(depth - 1))
            }
            9 => format!("({} % {})", self.value(depth - 1), 1 + self.rng.below(3)),
            10 if self.kernel => format!("x[{} as usize % 8]", self.value(depth - 1)),
            10 => "(warp.meta_group_rank() as u32)".to_string(),
            11 if self.kernel => "(grid.block_rank() as u32)".to_string(),
            11 | 12 => match self.exchanging() {
                Some(group) => self.collective(&group, depth - 1),
                None => "2".to_string(),
            },
            13 => {
                let (cond, a, b) = (
                    self.cond(depth - 1),
                    self.value(depth - 1),
                    self.value(depth - 1),
                );
                format!("(if {cond} {{ {a} }} else {{ {b} }})")
            }
            14 => format!("arr[{} as usize % 4]", self.value(depth - 1)),
            _ if self.kernel => match self.rng.below(3) {
                0 => format!("of_warp(&warp, {}, &mut d)", self.value(depth - 1)),
                1 => format!("of_block(&block, {})", self.value(depth - 1)),
                _ => format!("of_thread({})", self.value(depth - 1)),
            },
            _ => "(warp.meta_group_rank() as u32)".to_string(),
        }
    }

    fn varying(&mut self) -> String {
        if !self.kernel {
            return "v".to_string();
        }
        match self.rng.below(6) {
            0 | 1 => "(block.thread_rank() as u32)".to_string(),
            2 => "x[block.thread_rank() % 8]".to_string(),
            3 => format!("y[{}]", self.rng.below(8)),
            4 => format!("s[{}]", self.rng.below(8)),
            _ => "count[0].fetch_add(1, Relaxed)".to_string(),
        }
    }

    fn collective(&mut self, group: &str, depth: usize) -> String {
        match self.rng.below(5) {
            0 => format!("{group}.ballot({}).count_ones()", self.cond(depth)),
            1 => format!("{group}.reduce({}, Max)", self.value(depth)),
            2 => {
                let value = self.value(depth);
                let source = self.rng.below(3);
                format!("{group}.shfl({value}, {source})")
            }
            3 => format!("{group}.shfl_up({}, 1)", self.value(depth)),
            _ => format!("({group}.any({}) as u32)", self.cond(depth)),
        }
    }

    fn cond(&mut self, depth: usize) -> String {
        match self.rng.below(if depth == 0 { 3 } else { 7 }) {
            0..=2 => {
                let op = ["<", "==", "!=", ">"][self.rng.below(4)];
                format!("{} {op} {}", self.value(depth), self.value(depth))
            }
            3 => format!("({} && {})", self.cond(depth - 1), self.cond(depth - 1)),
            4 => format!("({} || {})", self.cond(depth - 1), self.cond(depth - 1)),
            5 => format!("!({})", self.cond(depth - 1)),
            _ => match self.exchanging() {
                Some(group) => format!("{group}.all({})", self.cond(depth - 1)),
                None => "true".to_string(),
            },
        }
    }

    fn block(&mut self, depth: usize) {
        self.indent += 1;
        let groups = self.groups.len();
        let count = 1 + self.rng.below(4);
        for _ in 0..count {
            if self.budget > 0 {
                self.budget -= 1;
                self.stmt(depth);
            }
        }
        self.groups.truncate(groups);
        self.indent -= 1;
    }

    fn braced(&mut self, head: &str, depth: usize) {
        self.line(&format!("{head} {{"));
        self.block(depth);
        self.line("}");
    }

    fn stmt(&mut self, depth: usize) {
        let kinds = if depth == 0 { 9 } else { 17 };
        match self.rng.below(kinds) {
            0..=2 => {
                let group = self.groups[self.rng.below(self.groups.len())].0.clone();
                self.line(&format!("{group}.sync();"));
            }
            3 | 4 => {
                let place = ["a", "b", "c", "d"][self.rng.below(4)];
                let op = ["=", "+="][self.rng.below(2)];
                let value = self.value(2);
                self.line(&format!("{place} {op} {value};"));
            }
            5 => {
                let place = match self.rng.below(4) {
                    0 => "p.0".to_string(),
                    1 => "p.1".to_string(),
                    2 => "arr[2]".to_string(),
                    _ => format!("arr[{} as usize % 4]", self.value(1)),
                };
                let value = self.value(2);
                self.line(&format!("{place} = {value};"));
            }
            6 => {
                let swap = ["(a, b) = (b, a);", "p = (a, b);", "(c, p.0) = p;"][self.rng.below(3)];
                self.line(swap);
            }
            7 if self.kernel => {
                let memory = ["y", "s"][self.rng.below(2)];
                let (index, value) = (self.value(1), self.value(1));
                self.line(&format!("{memory}[{index} as usize % 8] = {value};"));
            }
            7 | 8 => self.jump(),
            9 | 10 => {
                let cond = self.cond(2);
                self.line(&format!("if {cond} {{"));
                self.block(depth - 1);
                if self.rng.one_in(2) {
                    self.line("} else {");
                    self.block(depth - 1);
                }
                self.line("}");
            }
            11 => {
                let scrutinee = self.value(2);
                self.line(&format!("match {scrutinee} % 4 {{"));
                self.indent += 1;
                self.braced("0 =>", depth - 1);
                let guard = if self.rng.one_in(2) {
                    format!("1 | 2 if {} =>", self.cond(1))
                } else {
                    "1 =>".to_string()
                };
                self.braced(&guard, depth - 1);
                self.braced("_ =>", depth - 1);
                self.indent -= 1;
                self.line("}");
            }
            12..=14 => self.repeat(depth),
            15 => {
                let name = self.fresh();
                self.line("{");
                self.indent += 1;
                self.line(&format!("let here{name} = coalesced_threads();"));
                self.groups.push((format!("here{name}"), true));
                self.indent -= 1;
                self.block(depth - 1);
                self.groups.pop();
                self.line("}");
            }
            _ => {
                let name = self.fresh();
                self.line(&format!("let tile{name} = warp.tiled_partition::<8>();"));
                self.groups.push((format!("tile{name}"), true));
            }
        }
    }

    fn jump(&mut self) {
        let jump = match (self.loops.len(), self.rng.below(5)) {
            (0, 0) | (_, 4) => if self.kernel { "return" } else { "return a" }.to_string(),
            (0, _) => return,
            (_, 0) => "break".to_string(),
            (_, 1) => "continue".to_string(),
            (n, 2) => format!("break 'l{}", self.loops[self.rng.below(n)]),
            (n, _) => format!("continue 'l{}", self.loops[self.rng.below(n)]),
        };
        let cond = self.cond(1);
        self.line(&format!("if {cond} {{ {jump}; }}"));
    }

    fn repeat(&mut self, depth: usize) {
        let name = self.fresh();
        let most = 1 + self.rng.below(3);
        let kind = self.rng.below(3);
        if kind < 2 {
            self.line(&format!("let mut f{name} = 0;"));
        }
        match kind {
            0 => self.line(&format!("'l{name}: loop {{")),
            1 => {
                let cond = self.cond(1);
                self.line(&format!("'l{name}: while f{name} < {most} && {cond} {{"));
            }
            _ => {
                let value = self.value(1);
                self.line(&format!("'l{name}: for i{name} in 0..{value} % 4 {{"));
                self.line(&format!("    a ^= i{name};"));
            }
        }
        if kind < 2 {
            self.line(&format!("    f{name} += 1;"));
        }
        if kind == 0 {
            self.line(&format!("    if f{name} > {most} {{ break; }}"));
        }
        self.loops.push(name);
        self.block(depth - 1);
        self.loops.pop();
        self.line("}");
    }

    fn function(&mut self, head: &str, setup: &[&str], groups: &[(&str, bool)], last: &str) {
        self.line(head);
        self.indent += 1;
        for line in setup {
            self.line(line);
        }
        self.indent -= 1;
        self.groups = groups
            .iter()
            .map(|(name, ex)| (name.to_string(), *ex))
            .collect();
        for _ in 0..2 {
            self.block(3);
        }
        self.line(last);
    }
}

pub(crate) fn program(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let vary = [4, 15, 50, 150][rng.below(4)];
    let mut writer = Writer {
        rng,
        out: String::new(),
        indent: 0,
        groups: Vec::new(),
        loops: Vec::new(),
        names: 0,
        vary,
        kernel: false,
        budget: 0,
    };
    let locals =
        "let (mut a, mut b, mut c, mut d, mut p, mut arr) = (1, v, 2, 3, (v, 1), [v, 1, 2, 3]);";
    writer.budget = 4;
    writer.function(
        "#[device_fn]\nfn of_warp(warp: &ThreadBlockTile<32>, v: u32, q: &mut u32) -> u32 {",
        &[locals, "*q += v;"],
        &[("warp", true)],
        "    a + b + c + d\n}",
    );
    writer.budget = 4;
    writer.function(
        "#[device_fn]\nfn of_block(block: &ThreadBlock, v: u32) -> u32 {",
        &[locals, "let warp = block.tiled_partition::<32>();"],
        &[("block", false), ("warp", true)],
        "    a + b + c + d\n}",
    );
    writer
        .out
        .push_str("#[device_fn]\nfn of_thread(v: u32) -> u32 {\n    v + 1\n}\n");
    writer.kernel = true;
    writer.budget = 4 + writer.rng.below(12);
    writer.function(
        "#[group_kernel]\nfn k(grid: CooperativeGrid, block: ThreadBlock, n: u32, m: u32, x: &[u32], y: &mut [u32], count: &[Atomic<u32>]) {",
        &[
            "let (mut a, mut b, mut c, mut d, mut p, mut arr) = (n, 1, m, 2, (n, 3), [m, 1, 2, 3]);",
            "let warp = block.tiled_partition::<32>();",
            "let s = block.shared::<[u32; 8]>();",
        ],
        &[("grid", false), ("block", false), ("warp", true)],
        "    let _ = (a, b, c, d, p, arr);\n}",
    );
    writer.out
}

fn said(krate: &Crate, name: &str, see: See, promises: &Promises) -> String {
    let function = typed(krate, name, see).unwrap_or_else(|errors| panic!("{}", texts(&errors)));
    let (_, errors) = converge::analyse(&function, promises);
    texts(&errors)
}

/// Whatever the program, the analysis comes to an end and says the same each time, and the macro, which
/// sees one item and is told of promises, says what the build script says.
#[test]
fn every_program_is_judged_and_by_both_alike() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..400 {
        let source = program(seed);
        let krate = Crate::parse(&source);
        for name in krate.names() {
            let whole = typed(&krate, &name, See::Crate)
                .unwrap_or_else(|errors| panic!("seed {seed}:\n{source}\n{}", texts(&errors)));
            let promises = Promises::of(&whole);
            let build = said(&krate, &name, See::Crate, &Promises::default());
            let again = said(&krate, &name, See::Crate, &Promises::default());
            assert_eq!(build, again, "seed {seed}:\n{source}");
            let macro_ = said(&krate, &name, See::OneItem, &promises);
            assert_eq!(build, macro_, "seed {seed}:\n{source}");
            if build.is_empty() {
                accepted += 1;
            } else {
                refused += 1;
            }
        }
    }
    // Neither all trivial nor all wrong, or nothing is tested.
    assert!(
        accepted > 200 && refused > 200,
        "{accepted} accepted, {refused} refused"
    );
}
