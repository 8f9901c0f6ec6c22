// Device functions are free functions: there are no methods in the language.

#![allow(unused)]

use phalanx::prelude::*;

struct Particle;

impl Particle {
    #[device_fn]
    fn mass(&self) -> f32 {
        1.0
    }
}

fn main() {}
