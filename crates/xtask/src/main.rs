//! Tasks of the Phalanx workspace.
fn main() {}
