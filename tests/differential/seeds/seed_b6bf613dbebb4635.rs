// refused: was accepted, and diverged
//   caught by Launch { blocks: 2, threads: 32, schedule: Schedule { order: Ahead { rank: 27 }, give_way: Some(16972202248168499410) }, data: 7361849463876939899, presence: false }:
//   deadlock in block (0, 0, 0): every thread waits for another
//     line 6 of `kernel`, `sync`: threads 0-27, 29-31 of block (0, 0, 0) are in `sync` of a `ThreadBlock`, without thread 28 of block (0, 0, 0)
//     line 8 of `kernel`, `shfl`: thread 28 of block (0, 0, 0) is in `shfl of Bits` of a `CoalescedGroup`, without threads 0-3, 5-7, 10, 12-14, 16-20, 22-23, 25-27, 30-31 of block (0, 0, 0)

#[group_kernel]
pub fn kernel(mut block: ThreadBlock, k: usize, #[shared] buf: &mut [u32]) {
    for i7 in 0u32 ..= (k as u32) {
        let c9 = coalesced_threads();
        if i7 != 1u32 {
            block.sync();
        }
        if buf[c9.shfl(k, k) % 1] == 0u32 {
        }
    }
}
