//! Values on which all threads of a group agree, in signatures.

/// A `T` that is the same for all threads of the function's group of type `G`.
///
/// It stands in signatures of `#[device_fn]` functions, around the type of a parameter or of the result,
/// and is a promise that the compiler holds both sides to: callers pass a value that is the same for the
/// whole group, a function returns one. Inside, and for rustc, it is a `T`.
///
/// ```
/// # use phalanx_groups::{Reduce, Uniform};
/// fn sum<G: Reduce>(group: &G, x: f32) -> Uniform<G, f32> {
///     # let _ = group;
///     x
/// }
/// ```
///
/// Without it a function's parameters and its result may differ from thread to thread, and no collective
/// may depend on them.
pub type Uniform<G, T> = <G as Agree<T>>::Value;

/// What [`Uniform`] is made of: every group and every type has it.
#[doc(hidden)]
pub trait Agree<T> {
    type Value;
}

impl<G: ?Sized, T> Agree<T> for G {
    type Value = T;
}

#[cfg(test)]
mod tests {
    use super::Uniform;
    use crate::{Group, ThreadBlock};

    fn generic<G: Group>(_: &G, x: Uniform<G, u32>) -> Uniform<G, u32> {
        x + 1
    }

    #[test]
    fn is_the_value_itself() {
        let of_block: Uniform<ThreadBlock, u32> = 3;
        let plain: u32 = of_block;
        assert_eq!(plain, 3);
        let f: fn(&ThreadBlock, u32) -> u32 = generic::<ThreadBlock>;
        let _ = f;
    }
}
