//! Panics in kernels: the host gets the same error on both devices, and nothing hangs.
//!
//! On a CUDA device a panic takes the context with it, so each case there runs in a process of its own:
//! this program again, with the case's name in [`CHILD`].

use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};
use phalanx::prelude::*;
use phalanx_conformance::kernels::panics;

const CHILD: &str = "PHALANX_PANIC_CASE";
/// What a child says when the case went as it should.
const RIGHT: &str = "the panic is as expected";
const FILE: &str = "tests/conformance/src/kernels/panics.rs";

const BLOCKS: usize = 3;
const THREADS: usize = 64;
/// The thread that panics, in the last block.
const RANK: usize = 37;

struct Case {
    name: &'static str,
    run: fn(&Stream) -> Result<(), Error>,
    /// The kernel, and the text that stands in the source where it panics.
    kernel: &'static str,
    at: &'static str,
    message: &'static str,
    block: [u32; 3],
    thread: [u32; 3],
}

/// A case with the usual place: thread [`RANK`] of the last block.
const fn case(
    name: &'static str,
    kernel: &'static str,
    at: &'static str,
    message: &'static str,
    run: fn(&Stream) -> Result<(), Error>,
) -> Case {
    Case {
        name,
        run,
        kernel,
        at,
        message,
        block: [BLOCKS as u32 - 1, 0, 0],
        thread: [RANK as u32, 0, 0],
    }
}

fn launch() -> Launch {
    Launch::blocks(BLOCKS).threads(THREADS)
}

const CASES: &[Case] = &[
    case(
        "index",
        "index",
        "x[index];",
        "index out of bounds: the len is 100 but the index is 100",
        |stream| {
            let x = stream.zeros::<f32>(100)?;
            let mut y = stream.zeros::<f32>(1)?;
            panics::index::launch(stream, launch(), RANK, 100, &x, &mut y)?;
            stream.synchronize()
        },
    ),
    case(
        "index/huge",
        "index",
        "x[index];",
        "index out of bounds: the len is 0 but the index is 18446744073709551615",
        |stream| {
            let x = stream.zeros::<f32>(0)?;
            let mut y = stream.zeros::<f32>(1)?;
            panics::index::launch(stream, launch(), RANK, usize::MAX, &x, &mut y)?;
            stream.synchronize()
        },
    ),
    case(
        "local_index",
        "local_index",
        "local[index]",
        "index out of bounds: the len is 4 but the index is 9",
        |stream| {
            let mut y = stream.zeros::<u32>(BLOCKS * THREADS)?;
            panics::local_index::launch(stream, launch(), RANK, 9, &mut y)?;
            stream.synchronize()
        },
    ),
    case(
        "shared_index",
        "shared_index",
        "buffer[index]",
        "index out of bounds: the len is 64 but the index is 64",
        |stream| {
            let mut y = stream.zeros::<u32>(BLOCKS * THREADS)?;
            panics::shared_index::launch(stream, launch(), RANK, 64, &mut y)?;
            // A download waits for the kernel, and reports its panic as well.
            stream.download(&y).map(drop)
        },
    ),
    case(
        "divide/zero",
        "divide",
        "a / b;",
        "attempt to divide by zero",
        |stream| {
            let mut y = stream.zeros::<i32>(1)?;
            panics::divide::launch(stream, launch(), RANK, 7, 0, &mut y)?;
            stream.synchronize()
        },
    ),
    case(
        "divide/overflow",
        "divide",
        "a / b;",
        "attempt to divide with overflow",
        |stream| {
            let mut y = stream.zeros::<i32>(1)?;
            panics::divide::launch(stream, launch(), RANK, i32::MIN, -1, &mut y)?;
            stream.synchronize()
        },
    ),
    case(
        "remainder/zero",
        "remainder",
        "a % b;",
        "attempt to calculate the remainder with a divisor of zero",
        |stream| {
            let mut y = stream.zeros::<i64>(1)?;
            panics::remainder::launch(stream, launch(), RANK, 7, 0, &mut y)?;
            stream.synchronize()
        },
    ),
    case(
        "remainder/overflow",
        "remainder",
        "a % b;",
        "attempt to calculate the remainder with overflow",
        |stream| {
            let mut y = stream.zeros::<i64>(1)?;
            panics::remainder::launch(stream, launch(), RANK, i64::MIN, -1, &mut y)?;
            stream.synchronize()
        },
    ),
    case(
        "assertion",
        "assertion",
        "assert!(\n        !guilty",
        "small -5, large 18446744073709551615, ratio 0.1, flag true",
        |stream| {
            panics::assertion::launch(stream, launch(), RANK, -5, u64::MAX, 0.1)?;
            stream.synchronize()
        },
    ),
    case(
        "bare_assertion",
        "bare_assertion",
        "assert!(!guilty",
        "assertion failed: !guilty(&grid, &block, rank)",
        |stream| {
            panics::bare_assertion::launch(stream, launch(), RANK)?;
            stream.synchronize()
        },
    ),
    case(
        "equality",
        "equality",
        "assert_eq!(a, b",
        "assertion `left == right` failed: the sums of block 2\n  left: 4\n right: 5",
        |stream| {
            panics::equality::launch(stream, launch(), RANK, 4, 5)?;
            stream.synchronize()
        },
    ),
    case(
        "explicit/panic",
        "explicit",
        "panic!(\"no way",
        "no way 0",
        |stream| {
            panics::explicit::launch(stream, launch(), RANK, 0)?;
            stream.synchronize()
        },
    ),
    case(
        "explicit/unreachable",
        "explicit",
        "unreachable!()",
        "internal error: entered unreachable code",
        |stream| {
            panics::explicit::launch(stream, launch(), RANK, 1)?;
            stream.synchronize()
        },
    ),
    case(
        "explicit/bare",
        "explicit",
        "panic!(),",
        "explicit panic",
        |stream| {
            panics::explicit::launch(stream, launch(), RANK, 2)?;
            stream.synchronize()
        },
    ),
    Case {
        block: [0, 0, 0],
        thread: [0, 0, 0],
        ..case(
            "in_grid",
            "in_grid",
            "y[index]",
            "index out of bounds: the len is 256 but the index is 4096",
            |stream| {
                let mut y = stream.zeros::<u32>(256)?;
                panics::in_grid::launch(stream, Cooperative::blocks(4).threads(64), 4096, &mut y)?;
                stream.synchronize()
            },
        )
    },
];

/// Line and column, from 1, of the place in the kernels' source.
fn place(at: &str) -> (u32, u32) {
    let source = include_str!("../src/kernels/panics.rs");
    let offset = source.find(at).expect("the text stands in the source");
    let line = source[..offset].matches('\n').count() + 1;
    let column = offset - source[..offset].rfind('\n').map_or(0, |end| end + 1) + 1;
    (line as u32, column as u32)
}

impl Case {
    fn check(&self, device: &Device) -> Result<(), Failed> {
        let stream = device.stream()?;
        let panic = match (self.run)(&stream) {
            Err(Error::Panic(panic)) => panic,
            Err(other) => return Err(format!("not a panic: {other}").into()),
            Ok(()) => return Err("the kernel did not panic".into()),
        };
        let (line, column) = place(self.at);
        let got = (
            panic.kernel,
            &*panic.file,
            panic.line,
            panic.column,
            panic.block,
            panic.thread,
            &*panic.message,
        );
        let want = (
            self.kernel,
            FILE,
            line,
            column,
            self.block,
            self.thread,
            self.message,
        );
        if got != want {
            return Err(format!("got  {got:?}\nwant {want:?}").into());
        }
        if device.is_cuda() {
            // The context is lost, and whoever goes on is told.
            match stream.upload(&[1_u32]) {
                Err(Error::ContextLost { .. }) => {}
                Err(other) => return Err(format!("after the panic: {other}").into()),
                Ok(_) => return Err("after the panic an upload succeeded".into()),
            }
        } else {
            stream.upload(&[1_u32])?;
        }
        Ok(())
    }
}

fn in_a_process_of_its_own(name: &str) -> Result<(), Failed> {
    let output = Command::new(std::env::current_exe()?)
        .env(CHILD, name)
        .output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() && said.contains(RIGHT) {
        return Ok(());
    }
    Err(format!(
        "{}\n{said}{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    )
    .into())
}

fn main() -> ExitCode {
    if let Ok(name) = std::env::var(CHILD) {
        let case = CASES
            .iter()
            .find(|case| case.name == name)
            .expect("the parent names a case");
        return match Device::cuda(0)
            .map_err(Failed::from)
            .and_then(|device| case.check(&device))
        {
            Ok(()) => {
                println!("{RIGHT}");
                ExitCode::SUCCESS
            }
            Err(failed) => {
                println!("{}", failed.message().unwrap_or("failed"));
                ExitCode::FAILURE
            }
        };
    }

    // Asked without a context in this process, which the children's panics would not touch anyway.
    let cuda = Device::cuda_count().is_ok_and(|count| count > 0);
    if !cuda {
        println!("not run: the cases on a CUDA device, since there is none");
    }
    let trials = CASES
        .iter()
        .flat_map(|case| {
            let emulator = Trial::test(format!("{}/emulator", case.name), || {
                case.check(&Device::emulator())
            });
            let child = Trial::test(format!("{}/cuda", case.name), || {
                in_a_process_of_its_own(case.name)
            });
            [emulator, child.with_ignored_flag(!cuda)]
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}
