// Every operation that all threads of a group must reach.

use phalanx::prelude::*;
use phalanx_second_net::group_kernel;

#[group_kernel]
pub fn of_a_block(mut b: ThreadBlock, x: &[u32], y: &mut [u32]) {
    let r = b.thread_rank();
    if r < 3 {
        b.tiled_partition::<32>();
        b.sync();
        y[0] = b.broadcast(x[r], 1);
        y[1] = b.load_uniform(&x[0]);
        b.invoke_one(|| y[2] = 1);
        y[3] = b.invoke_one_broadcast(|| x[r]);
        let any = b.any(r == 1);
        let all = b.all(r == 2);
        y[4] = b.reduce(any as u32 + all as u32, Plus);
        let arrival = b.arrive();
        arrival.wait();
    }
}

#[group_kernel]
pub fn of_the_grid(mut grid: CooperativeGrid) {
    if grid.thread_rank() < 3 {
        grid.sync();
        let arrival = grid.arrive();
        arrival.wait();
    }
}

#[group_kernel]
pub fn of_a_tile(w: ThreadBlockTile<32>, x: &[u32], y: &mut [u32]) {
    let r = w.thread_rank();
    let v = x[r];
    if v > 3 {
        w.tiled_partition::<8>();
        w.sync();
        y[r] = w.broadcast(v, 1) + w.load_uniform(&x[0]);
        w.invoke_one(|| y[2] = 1);
        y[r] += w.invoke_one_broadcast(|| v);
        y[r] += w.shfl(v, 1) + w.shfl_up(v, 1) + w.shfl_down(v, 1) + w.shfl_xor(v, 1);
        y[r] += w.any(v == 4) as u32 + w.all(v == 5) as u32 + w.ballot(v == 6);
        y[r] += w.reduce(v, Plus) + w.inclusive_scan(v, Plus) + w.exclusive_scan(v, Plus);
        y[r] += w.match_any(v) + w.match_all(v);
        w.binary_partition(v == 7);
        w.labeled_partition(v);
    }
}

#[group_kernel]
pub fn of_a_coalesced_group(_grid: Grid, x: &[u32], y: &mut [u32]) {
    let c = coalesced_threads();
    let r = c.thread_rank();
    let v = x[r];
    if v > 3 {
        c.sync();
        y[r] = c.shfl(v, 1) + c.ballot(v == 4) + c.reduce(v, Plus);
        c.labeled_partition(v);
    }
}

fn main() {}
