//! Not every type has a value whose bytes are zero: this one begins at 1.

use phalanx_groups::DeviceCopy;
use phalanx_runtime::Device;

#[derive(Clone, Copy)]
#[repr(u32)]
enum Direction {
    Up = 1,
    Down = 2,
}

unsafe impl DeviceCopy for Direction {}

fn main() {
    let stream = Device::emulator().stream().unwrap();
    let _ = stream.zeros::<Direction>(8);
    let _ = [Direction::Up, Direction::Down];
}
