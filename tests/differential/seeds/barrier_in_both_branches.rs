// refused: the same barrier in two branches is two barriers
#[group_kernel]
pub fn kernel(block: ThreadBlock) {
    if block.thread_rank() % 2 == 0 {
        block.sync();
    } else {
        block.sync();
    }
}
