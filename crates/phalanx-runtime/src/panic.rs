//! Panics in kernels: the record that a CUDA kernel leaves, and the message it becomes.
//!
//! A kernel has no strings to send. It writes the number of the place in the source and the values
//! of the message into a [`PanicRecord`] in the host's memory, and traps; the texts are in the
//! [`PanicSite`]s of the kernel's descriptor. On the emulator Rust's own panic carries the message.
//! Both become a [`KernelPanic`], and read the same.

use std::{borrow::Cow, fmt, fmt::Write as _, mem::offset_of};

use crate::kernel::Kernel;

/// A place in a kernel's source that can panic.
#[derive(Debug)]
pub struct PanicSite {
    /// Path of the file, as `file!()` gives it.
    pub file: &'static str,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The message, in order.
    pub message: &'static [Piece],
}

/// A piece of a panic message. The n-th piece that is a value shows the n-th value of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Constant text.
    Text(&'static str),
    /// A value, as `{}` shows it.
    Value(ValueType),
    /// A value, as `{:?}` shows it: what `assert_eq!` does with both sides.
    Debug(ValueType),
}

/// How to read the 64 bits of a value in a panic record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// A signed integer of any width, sign-extended.
    Signed,
    /// An unsigned integer of any width, zero-extended.
    Unsigned,
    /// The bits of an `f16`, in the low 16.
    F16,
    /// The bits of a `bf16`, in the low 16.
    Bf16,
    /// The bits of an `f32`, in the low 32.
    F32,
    /// The bits of an `f64`.
    F64,
    /// 0 or 1.
    Bool,
}

/// How many values a message can show.
pub const MAX_VALUES: usize = 4;

/// What a panicking kernel writes: 64 bytes in pinned host memory that the device sees.
/// `phalanx::PanicRecord` in `cuda/include/phalanx` has the same layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(8))]
pub struct PanicRecord {
    /// [`EMPTY`](Self::EMPTY), [`WRITING`](Self::WRITING) or [`WRITTEN`](Self::WRITTEN); the first
    /// thread to move it from the first to the second owns the record.
    pub state: u32,
    /// Index into the kernel's panic sites.
    pub site: u32,
    /// The block's index in the grid.
    pub block: [u32; 3],
    /// The thread's index in the block.
    pub thread: [u32; 3],
    /// The values of the message; those not used are undefined.
    pub values: [u64; MAX_VALUES],
}

impl PanicRecord {
    /// No thread has panicked.
    pub const EMPTY: u32 = 0;
    /// A thread is writing the record.
    pub const WRITING: u32 = 1;
    /// The record is complete.
    pub const WRITTEN: u32 = 2;
}

const _: () = {
    assert!(size_of::<PanicRecord>() == 64 && align_of::<PanicRecord>() == 8);
    assert!(offset_of!(PanicRecord, state) == 0 && offset_of!(PanicRecord, site) == 4);
    assert!(offset_of!(PanicRecord, block) == 8 && offset_of!(PanicRecord, thread) == 20);
    assert!(offset_of!(PanicRecord, values) == 32);
};

/// A panic in a kernel: which thread, where in the source, and the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelPanic {
    /// The kernel.
    pub kernel: &'static str,
    /// Path of the source file, as `file!()` gives it.
    pub file: Cow<'static, str>,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// The message with its values, as Rust would print it.
    pub message: String,
    /// The block's index in the grid along x, y and z.
    pub block: [u32; 3],
    /// The thread's index in the block along x, y and z.
    pub thread: [u32; 3],
}

impl fmt::Display for KernelPanic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KernelPanic {
            kernel,
            file,
            line,
            column,
            message,
            block: [bx, by, bz],
            thread: [tx, ty, tz],
        } = self;
        write!(
            f,
            "kernel `{kernel}` panicked at {file}:{line}:{column} in block ({bx}, {by}, {bz}), thread ({tx}, {ty}, {tz}): {message}"
        )
    }
}

impl std::error::Error for KernelPanic {}

impl KernelPanic {
    /// The panic that a complete record of a kernel describes.
    pub(crate) fn from_record(record: &PanicRecord, kernel: &Kernel) -> Self {
        let (file, line, column, message) = match kernel.sites.get(record.site as usize) {
            Some(site) => (
                site.file,
                site.line,
                site.column,
                message(site.message, &record.values),
            ),
            None => {
                let message = format!(
                    "a panic at place {} of {}, which the kernel does not list",
                    record.site,
                    kernel.sites.len()
                );
                (kernel.file, kernel.line, 1, message)
            }
        };
        KernelPanic {
            kernel: kernel.name,
            file: file.into(),
            line,
            column,
            message,
            block: record.block,
            thread: record.thread,
        }
    }
}

/// The text of a message with its values filled in.
fn message(pieces: &[Piece], values: &[u64; MAX_VALUES]) -> String {
    let mut text = String::new();
    let mut values = values.iter().copied();
    for &piece in pieces {
        // Writing into a `String` cannot fail, and a message has no more values than a record: the
        // compiler refuses it.
        let _ = match piece {
            Piece::Text(constant) => text.write_str(constant),
            Piece::Value(ty) => write(&mut text, ty, values.next().unwrap_or_default(), false),
            Piece::Debug(ty) => write(&mut text, ty, values.next().unwrap_or_default(), true),
        };
    }
    text
}

/// Appends a value as `{}` or `{:?}` would show it.
fn write(text: &mut String, ty: ValueType, bits: u64, debug: bool) -> fmt::Result {
    fn either(
        text: &mut String,
        value: impl fmt::Display + fmt::Debug,
        debug: bool,
    ) -> fmt::Result {
        if debug {
            write!(text, "{value:?}")
        } else {
            write!(text, "{value}")
        }
    }
    match ty {
        ValueType::Signed => either(text, bits as i64, debug),
        ValueType::Unsigned => either(text, bits, debug),
        ValueType::F16 => either(text, half::f16::from_bits(bits as u16), debug),
        ValueType::Bf16 => either(text, half::bf16::from_bits(bits as u16), debug),
        ValueType::F32 => either(text, f32::from_bits(bits as u32), debug),
        ValueType::F64 => either(text, f64::from_bits(bits), debug),
        ValueType::Bool => either(text, bits & 1 != 0, debug),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Image, Loaded};

    static SITES: [PanicSite; 4] = [
        PanicSite {
            file: "src/kernels.rs",
            line: 12,
            column: 17,
            message: &[
                Piece::Text("index out of bounds: the len is "),
                Piece::Value(ValueType::Unsigned),
                Piece::Text(" but the index is "),
                Piece::Value(ValueType::Unsigned),
            ],
        },
        PanicSite {
            file: "src/kernels.rs",
            line: 20,
            column: 5,
            message: &[Piece::Text("attempt to divide by zero")],
        },
        PanicSite {
            file: "src/kernels.rs",
            line: 21,
            column: 5,
            message: &[
                Piece::Text("assertion `left == right` failed\n  left: "),
                Piece::Debug(ValueType::F32),
                Piece::Text("\n right: "),
                Piece::Debug(ValueType::F32),
            ],
        },
        PanicSite {
            file: "src/kernels.rs",
            line: 22,
            column: 5,
            message: &[
                Piece::Value(ValueType::Signed),
                Piece::Text(" "),
                Piece::Value(ValueType::Bool),
                Piece::Text(" "),
                Piece::Value(ValueType::F16),
                Piece::Text(" "),
                Piece::Value(ValueType::F64),
            ],
        },
    ];

    static KERNEL: Kernel = Kernel {
        name: "total",
        module: "kernels",
        file: "src/kernels.rs",
        line: 9,
        image: Image::NoBuildScript,
        cooperative: false,
        parameters: &[],
        variants: &[],
        sites: &SITES,
        loaded: Loaded::new(),
    };

    fn text(site: u32, values: [u64; 4]) -> String {
        let record = PanicRecord {
            state: PanicRecord::WRITTEN,
            site,
            block: [3, 1, 0],
            thread: [17, 0, 2],
            values,
        };
        KernelPanic::from_record(&record, &KERNEL).to_string()
    }

    #[test]
    fn a_record_reads_as_rust_would_say_it() {
        assert_eq!(
            text(0, [100, 117, 0, 0]),
            "kernel `total` panicked at src/kernels.rs:12:17 in block (3, 1, 0), thread (17, 0, 2): \
             index out of bounds: the len is 100 but the index is 117"
        );
        assert_eq!(
            text(1, [0; 4]),
            "kernel `total` panicked at src/kernels.rs:20:5 in block (3, 1, 0), thread (17, 0, 2): attempt to divide by zero"
        );
    }

    /// The message must be what rustc's own `assert_eq!` says of the same values.
    #[test]
    fn an_assertion_shows_its_sides_as_rust_does() {
        let rust = std::panic::catch_unwind(|| assert_eq!(1.0_f32, -0.5_f32)).unwrap_err();
        let rust = rust.downcast_ref::<String>().unwrap();
        let ours = text(
            2,
            [1.0_f32.to_bits().into(), (-0.5_f32).to_bits().into(), 0, 0],
        );
        assert_eq!(ours.split_once(": ").unwrap().1, rust);
    }

    #[test]
    fn values_of_every_kind_are_read_from_their_bits() {
        let values = [
            -7_i64 as u64,
            1,
            half::f16::from_f32(0.25).to_bits().into(),
            1e300_f64.to_bits(),
        ];
        let expected = format!(
            "{} {} {} {}",
            -7_i8,
            true,
            half::f16::from_f32(0.25),
            1e300_f64
        );
        assert_eq!(text(3, values).split_once("): ").unwrap().1, expected);
    }

    #[test]
    fn a_place_that_the_kernel_does_not_list_still_becomes_an_error() {
        assert!(
            text(9, [0; 4]).ends_with("a panic at place 9 of 4, which the kernel does not list")
        );
    }
}
