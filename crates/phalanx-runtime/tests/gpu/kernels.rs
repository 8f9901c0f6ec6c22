//! The kernels of `kernels.cu`, as the macro would describe and launch them.

use phalanx_groups::DeviceCopy;
use phalanx_runtime::{
    Cooperative, DeviceBuffer, Error, KernelInfo, Launch, Stream,
    rt::{
        Arg, Image, Kernel, Loaded, PanicSite, Piece, Reads, SharedArray, ValueType, Variant,
        Writes, cooperative, launch as launch_kernel, ordinary,
    },
};

/// PTX as text ends with a zero.
const PTX: &[u8] = concat!(include_str!("kernels.ptx"), "\0").as_bytes();

/// The panics of the module; `look` is the second place.
static SITES: [PanicSite; 2] = [
    PanicSite {
        file: "src/elsewhere.rs",
        line: 1,
        column: 1,
        message: &[Piece::Text("another panic")],
    },
    PanicSite {
        file: "src/look.rs",
        line: 12,
        column: 17,
        message: &[
            Piece::Text("index out of bounds: the len is "),
            Piece::Value(ValueType::Unsigned),
            Piece::Text(" but the index is "),
            Piece::Value(ValueType::Unsigned),
        ],
    },
];

const fn kernel(
    name: &'static str,
    parameters: &'static [&'static str],
    variants: &'static [Variant],
    cooperative: bool,
    image: Image,
) -> Kernel {
    Kernel {
        name,
        module: "gpu::kernels",
        file: "src/look.rs",
        line: 10,
        image,
        cooperative,
        parameters,
        variants,
        sites: &SITES,
        loaded: Loaded::new(),
    }
}

const fn variant(symbol: &'static str, shared: &'static [SharedArray]) -> Variant {
    Variant {
        label: "",
        symbol,
        block_multiple: 1,
        block_shape: None,
        shared,
    }
}

/// The emulator's part of a launch.
fn never() {
    unreachable!("these kernels have no Rust body")
}

macro_rules! kernels {
    ($(
        $name:ident: $launch:ident by $how:ident
        ($($parameter:ident: $type:ty => $arg:expr),*)
        shared $shared:expr;
    )*) => {$(
        #[allow(non_camel_case_types)]
        pub(crate) struct $name;

        impl $name {
            fn kernel() -> &'static Kernel {
                static VARIANTS: [Variant; 1] = [variant(stringify!($name), $shared)];
                static KERNEL: Kernel = kernel(
                    stringify!($name),
                    &[$(stringify!($parameter)),*],
                    &VARIANTS,
                    kernels!(@cooperative $launch),
                    Image::Embedded { fatbin: PTX },
                );
                &KERNEL
            }

            #[allow(dead_code, reason = "not every test asks every kernel")]
            pub(crate) fn info() -> KernelInfo {
                KernelInfo::new(Self::kernel())
            }

            #[allow(clippy::too_many_arguments)]
            pub(crate) fn launch(
                stream: &Stream,
                launch: $launch,
                $($parameter: $type),*
            ) -> Result<(), Error> {
                launch_kernel(Self::kernel(), 0, stream, $how(launch), &[$($arg),*], &never)
            }
        }
    )*};
    (@cooperative Launch) => { false };
    (@cooperative Cooperative) => { true };
}

const A_AND_B: &[SharedArray] = &[
    SharedArray {
        name: "a",
        size: 1,
        align: 1,
    },
    SharedArray {
        name: "b",
        size: 8,
        align: 8,
    },
];

kernels! {
    add: Launch by ordinary (
        x: &DeviceBuffer<u32> => Reads::new(x).slice_arg(),
        y: &mut DeviceBuffer<u32> => Writes::new(y).slice_arg(),
        n: u32 => Arg::value(&n)
    ) shared &[];
    copy_late: Launch by ordinary (
        nanoseconds: u64 => Arg::value(&nanoseconds),
        x: &DeviceBuffer<u32> => Reads::new(x).slice_arg(),
        y: &mut DeviceBuffer<u32> => Writes::new(y).slice_arg()
    ) shared &[];
    count_blocks: Launch by ordinary (
        blocks: &mut DeviceBuffer<u32> => Writes::new(blocks).one_arg()
    ) shared &[];
    meet: Cooperative by cooperative (
        seen: &mut DeviceBuffer<u32> => Writes::new(seen).slice_arg(),
        rounds: u32 => Arg::value(&rounds)
    ) shared &[];
    sum_shared: Launch by ordinary (
        a: usize => Arg::shared(a),
        b: usize => Arg::shared(b),
        out: &mut DeviceBuffer<u64> => Writes::new(out).one_arg()
    ) shared A_AND_B;
    values: Launch by ordinary (
        a: bool => Arg::value(&a),
        b: i8 => Arg::value(&b),
        c: u16 => Arg::value(&c),
        d: f32 => Arg::value(&d),
        e: f64 => Arg::value(&e),
        f: usize => Arg::value(&f),
        g: Parts => Arg::value(&g),
        out: &mut DeviceBuffer<f64> => Writes::new(out).slice_arg()
    ) shared &[];
    look: Launch by ordinary (
        x: &DeviceBuffer<u32> => Reads::new(x).slice_arg(),
        index: usize => Arg::value(&index)
    ) shared &[];
    stray: Launch by ordinary (
        out: &mut DeviceBuffer<u32> => Writes::new(out).one_arg()
    ) shared &[];
}

/// A struct with padding between its fields and behind them.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Parts {
    pub(crate) first: i8,
    pub(crate) second: f64,
    pub(crate) third: [u16; 3],
}

// SAFETY: `#[repr(C)]`, made of plain data.
unsafe impl DeviceCopy for Parts {}

static WITHOUT: [Variant; 1] = [variant("there_is_none", &[])];

/// A kernel that the build script did not compile.
pub(crate) static NOT_BUILT: Kernel = kernel(
    "not_built",
    &[],
    &WITHOUT,
    false,
    Image::NotBuilt {
        reason: "there was no nvcc",
    },
);

/// A kernel whose image is for no device at all.
pub(crate) static NO_IMAGE: Kernel = kernel(
    "no_image",
    &[],
    &WITHOUT,
    false,
    Image::Embedded {
        fatbin: b".version 9.0\n.target sm_75\n.address_size 64\nnonsense\n\0",
    },
);

/// A kernel whose function is not in its image.
pub(crate) static NO_FUNCTION: Kernel = kernel(
    "no_function",
    &[],
    &WITHOUT,
    false,
    Image::Embedded { fatbin: PTX },
);

pub(crate) fn launch_without_parameters(
    kernel: &'static Kernel,
    stream: &Stream,
) -> Result<(), Error> {
    launch_kernel(
        kernel,
        0,
        stream,
        ordinary(Launch::blocks(1).threads(32)),
        &[],
        &never,
    )
}
