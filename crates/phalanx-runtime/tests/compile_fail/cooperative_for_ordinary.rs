//! A kernel that does not synchronise its grid has no use for the limits of a cooperative launch.

use phalanx_runtime::{Cooperative, OrdinaryLaunch};

/// As the macro writes it for a kernel without a `CooperativeGrid`.
fn launch(_: impl OrdinaryLaunch) {}

fn main() {
    launch(Cooperative::fill().threads(256));
}
