// refused: was accepted, and diverged
//   caught by Launch { blocks: 1, threads: 96, schedule: Schedule { order: Ahead { rank: 86 }, give_way: Some(13778520271820558983) }, data: 189113155775847542, presence: false }:
//   deadlock in block (0, 0, 0): every thread waits for another
//     line 15 of `kernel`, `sync`: threads 0-6, 8-19, 21-31, 37-40, 42-43, 49, 51-52, 56, 62 of block (0, 0, 0) are in `sync` of a `CoalescedGroup`, without threads 7, 7, 20, 20, 34, 57 of block (0, 0, 0)
//     line 18 of `kernel`, `wait`: threads 7, 20, 32-36, 41, 44-48, 50, 53-55, 57-61, 63-95 of block (0, 0, 0) are in `wait` of a `ThreadBlock`, without threads 0-6, 8-19, 21-31, 37-40, 42-43, 49, 51-52, 56, 62 of block (0, 0, 0)

#[group_kernel]
pub fn kernel(grid: CooperativeGrid, mut block: ThreadBlock) {
    let r5 = block.arrive();
    let mut n6 = 0u32;
    loop {
        if n6 >= 3u32 {
            break;
        }
        n6 += 1u32;
        let c8 = coalesced_threads();
        if false {
            grid.sync();
        }
        for i9 in (0usize .. (n6 as usize)).rev() {
            c8.sync();
        }
    }
    r5.wait();
}
