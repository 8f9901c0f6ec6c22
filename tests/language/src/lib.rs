//! What the tests of the language share. Each test runs a kernel on every device there is and compares
//! with the same program in plain Rust.

use phalanx::{Device, DeviceKind, Error, Stream};

/// Runs a test on the emulator, and on the first CUDA device if there is one.
///
/// # Panics
///
/// When the test does, or a call in it is an error.
pub fn each_device(test: impl Fn(&Stream) -> Result<(), Error>) {
    let mut devices = vec![Device::emulator()];
    let first = Device::open().expect("there is always the emulator");
    if first.kind() != DeviceKind::Emulator {
        devices.push(first);
    }
    for device in devices {
        let run = || test(&device.stream()?);
        if let Err(error) = run() {
            panic!("on {}: {error}", device.name());
        }
    }
}

/// The bits of floats, with one NaN for all: devices keep different ones.
pub fn bits(values: &[f32]) -> Vec<u32> {
    let canonical = |value: &f32| if value.is_nan() { f32::NAN } else { *value };
    values
        .iter()
        .map(|value| canonical(value).to_bits())
        .collect()
}
