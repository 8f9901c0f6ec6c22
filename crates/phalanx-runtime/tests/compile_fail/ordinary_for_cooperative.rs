//! The blocks of an ordinary launch need not be resident together, so a grid barrier would hang.

use phalanx_runtime::{CooperativeLaunch, Launch};

/// As the macro writes it for a kernel with a `CooperativeGrid`.
fn launch(_: impl CooperativeLaunch) {}

fn main() {
    launch(Launch::blocks(64).threads(256));
}
