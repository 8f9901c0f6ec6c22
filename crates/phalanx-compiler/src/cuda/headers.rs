//! The headers that generated code includes.

macro_rules! headers {
    ($($name:literal),* $(,)?) => {
        /// File names below `phalanx/`, and texts.
        pub const HEADERS: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../../cuda/include/phalanx/", $name)))),*
        ];
    };
}

headers!(
    "arrival.cuh",
    "atomic.cuh",
    "block.cuh",
    "cast.cuh",
    "coalesced.cuh",
    "float.cuh",
    "grid.cuh",
    "half.cuh",
    "integer.cuh",
    "memory.cuh",
    "operator.cuh",
    "panic.cuh",
    "phalanx.cuh",
    "reduce.cuh",
    "scan.cuh",
    "stride.cuh",
    "tile.cuh",
    "types.cuh",
    "warp.cuh",
);
