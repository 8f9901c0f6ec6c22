//! Another test with the same module, and with names of its own that the module uses.

mod common;

#[test]
fn the_module_belongs_to_this_test_too() -> Result<(), phalanx::Error> {
    let stream = downstream::stream()?;
    assert_eq!(common::doubled(&stream, &[5])?, [10]);
    Ok(())
}
