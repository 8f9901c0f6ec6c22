//! The groups that exist when a kernel starts.

/// A group that may be a parameter of a kernel.
#[diagnostic::on_unimplemented(
    message = "a kernel cannot take a `{Self}`",
    label = "not a group that exists when a kernel starts",
    note = "kernels take `ThreadBlock`, `ThreadBlockTile<N>`, `Grid` and `CooperativeGrid`; make \
        other groups from these in the body"
)]
pub trait KernelGroup {
    /// The current thread's own handle of the group. The launch has checked that the group exists.
    fn enter() -> Self;
}
