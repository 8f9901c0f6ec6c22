//! The examples of Phalanx are in `examples/`; this package only carries them and their build script.
