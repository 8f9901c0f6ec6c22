//! The programs of `convergence.md` that must be accepted, by their numbers there, and the tour's.

use crate::accept;

accept!(
    a01_sums_of_warps_combined_by_one_of_them,
    "#[group_kernel]
    fn k(grid: Grid, block: ThreadBlock, x: &[f32], out: &Atomic<f32>) {
        let warp = block.tiled_partition::<32>();
        let partial = block.shared::<[f32; 32]>();
        let mut sum = 0.0;
        for i in grid.stride(0..x.len()) {
            sum += x[i];
        }
        let sum = warp.reduce(sum, Plus);
        if warp.thread_rank() == 0 {
            partial[warp.meta_group_rank()] = sum;
        }
        block.sync();
        if warp.meta_group_rank() == 0 {
            let total = warp.reduce(partial[warp.thread_rank()], Plus);
            if warp.thread_rank() == 0 {
                out.fetch_add(total, Relaxed);
            }
        }
    }"
);

accept!(
    a02_masked_work,
    "#[group_kernel]
    fn k(block: ThreadBlock, x: &[f32], out: &Atomic<f32>) {
        let w = block.tiled_partition::<32>();
        let i = block.group_index().x * block.num_threads() + block.thread_rank();
        let v = if i < x.len() { x[i] } else { 0.0 };
        let sum = w.reduce(v, Plus);
        if w.thread_rank() == 0 {
            out.fetch_add(sum, Relaxed);
        }
    }"
);

accept!(
    a03_branch_on_the_block,
    "#[group_kernel]
    fn k(block: ThreadBlock) {
        if block.group_index().x % 2 == 0 {
            block.sync();
        }
    }"
);

accept!(
    a04_scalars_of_the_kernel,
    "#[group_kernel]
    fn k(grid: CooperativeGrid, n: u32, iters: u32, y: &mut [f32]) {
        if n > 100 {
            grid.sync();
        }
        for _ in 0..iters {
            for i in grid.stride(0..y.len()) {
                y[i] += 1.0;
            }
            grid.sync();
        }
    }"
);

accept!(
    a05_work_queue_of_a_warp,
    "#[group_kernel]
    fn k(block: ThreadBlock, keys: &[u32], count: &Atomic<u32>) {
        let w = block.tiled_partition::<32>();
        let key = keys[block.thread_rank()];
        let mut todo = key != 0;
        let mut mask = w.ballot(todo);
        while mask != 0 {
            let src = mask.trailing_zeros() as usize;
            let leader = w.shfl(key, src);
            if key == leader {
                todo = false;
            }
            let same = w.ballot(key == leader);
            if w.thread_rank() == src {
                count.fetch_add(same.count_ones(), Relaxed);
            }
            mask = w.ballot(todo);
        }
    }"
);

accept!(
    a06_an_index_made_of_block_and_tile,
    "#[group_kernel]
    fn k(grid: Grid, block: ThreadBlock, items: usize) {
        let w = block.tiled_partition::<32>();
        let tile_index = grid.block_rank() * w.meta_group_size() + w.meta_group_rank();
        if tile_index < items {
            w.sync();
        }
    }"
);

accept!(
    a07_one_thread_writes_and_all_synchronise,
    "#[group_kernel]
    fn k(b: ThreadBlock) {
        let s = b.shared::<[u32; 4]>();
        let r = b.thread_rank();
        if r == 0 {
            s[0] = 1;
        }
        b.sync();
    }"
);

accept!(
    a10_tiles_of_tiles,
    "#[group_kernel]
    fn k(b: ThreadBlock, x: &[f32], y: &mut [f32]) {
        let w = b.tiled_partition::<32>();
        let half = w.tiled_partition::<16>();
        let quad = half.tiled_partition::<4>();
        let v = x[b.thread_rank()];
        let v = quad.reduce(v, Plus);
        let v = half.reduce(v, Plus);
        y[b.thread_rank()] = w.reduce(v, Plus);
    }"
);

accept!(
    a11_a_generic_function_on_many_groups,
    "#[device_fn]
    fn sum<G: Reduce>(g: &G, x: f32) -> f32 {
        g.reduce(x, Plus)
    }
    #[group_kernel]
    fn k(b: ThreadBlock, x: &[f32], y: &mut [f32]) {
        let eight = b.tiled_partition::<8>();
        let warp = b.tiled_partition::<32>();
        let v = sum(&warp, sum(&eight, x[b.thread_rank()]));
        if v > 0.0 {
            let here = coalesced_threads();
            y[b.thread_rank()] = sum(&here, v);
        }
    }"
);

accept!(
    a16_bounds_read_from_a_read_only_slice,
    "#[group_kernel]
    fn k(grid: Grid, b: ThreadBlock, starts: &[usize], y: &mut [f32]) {
        let i = grid.block_rank();
        for j in starts[i]..starts[i + 1] {
            if b.thread_rank() == 0 {
                y[j] = 1.0;
            }
            b.sync();
        }
    }"
);

accept!(
    a17_match_on_what_is_known,
    "#[group_kernel(variants(N = [1, 2]))]
    fn k<const N: usize>(b: ThreadBlock, mode: u32) {
        match N {
            1 => b.sync(),
            _ => {
                b.sync();
                b.sync();
            }
        }
        match mode {
            0 => b.sync(),
            1 | 2 => {}
            3..=9 if mode % 2 == 0 => b.sync(),
            _ => b.sync(),
        }
    }"
);

accept!(
    tour_block_sum,
    "#[device_fn]
    fn block_sum(block: &ThreadBlock, v: f32) -> f32 {
        let warp = block.tiled_partition::<32>();
        let partial = block.shared::<[f32; 32]>();
        let mut sum = warp.reduce(v, Plus);
        if warp.thread_rank() == 0 {
            partial[warp.meta_group_rank()] = sum;
        }
        block.sync();
        if warp.meta_group_rank() == 0 {
            let slot = if warp.thread_rank() < warp.meta_group_size() { partial[warp.thread_rank()] } else { 0.0 };
            sum = warp.reduce(slot, Plus);
        }
        sum
    }
    #[group_kernel]
    fn dot(grid: Grid, block: ThreadBlock, x: &[f32], y: &[f32], out: &Atomic<f32>) {
        assert!(x.len() == y.len(), \"lengths differ: {} and {}\", x.len(), y.len());
        let mut sum = 0.0;
        for i in grid.stride(0..x.len()) {
            sum += x[i] * y[i];
        }
        let sum = block_sum(&block, sum);
        if block.thread_rank() == 0 {
            out.fetch_add(sum, Relaxed);
        }
    }"
);

accept!(
    tour_compaction,
    "#[device_fn]
    fn append_index(count: &Atomic<u32>) -> usize {
        let active = coalesced_threads();
        let mut base = 0;
        if active.thread_rank() == 0 {
            base = count.fetch_add(active.num_threads() as u32, Relaxed);
        }
        active.shfl(base, 0) as usize + active.thread_rank()
    }
    #[group_kernel]
    fn compact(grid: Grid, x: &[f32], threshold: f32, out: &mut [f32], count: &Atomic<u32>) {
        let i = grid.thread_rank();
        if i < x.len() && x[i] > threshold {
            out[append_index(count)] = x[i];
        }
    }"
);

accept!(
    tour_sparse_product,
    "#[group_kernel(variants(N = [4, 8, 16, 32]))]
    fn spmv<const N: usize>(
        grid: Grid,
        tile: ThreadBlockTile<N>,
        row_start: &[u32],
        col: &[u32],
        val: &[f32],
        x: &[f32],
        y: &mut [f32],
    ) {
        let row = grid.block_rank() * tile.meta_group_size() + tile.meta_group_rank();
        if row < y.len() {
            let mut sum = 0.0;
            for k in tile.stride(row_start[row] as usize..row_start[row + 1] as usize) {
                sum += val[k] * x[col[k] as usize];
            }
            let sum = tile.reduce(sum, Plus);
            if tile.thread_rank() == 0 {
                y[row] = sum;
            }
        }
    }"
);

accept!(
    tour_jacobi,
    "#[group_kernel]
    fn jacobi(grid: CooperativeGrid, mut a: &mut [f32], mut b: &mut [f32], rhs: &[f32], iters: u32) {
        for _ in 0..iters {
            for i in grid.stride(1..rhs.len() - 1) {
                b[i] = 0.5 * (a[i - 1] + a[i + 1] - rhs[i]);
            }
            grid.sync();
            (a, b) = (b, a);
        }
    }"
);

accept!(
    a08_one_atomic_for_all_that_hit,
    "#[group_kernel]
    fn k(block: ThreadBlock, x: &[u32], out: &mut [u32], c: &Atomic<u32>) {
        let r = block.thread_rank();
        let hit = x[r] > 3;
        if hit {
            let g = coalesced_threads();
            let base = g.invoke_one_broadcast(|| c.fetch_add(g.num_threads() as u32, Relaxed));
            out[base as usize + g.thread_rank()] = x[r];
        }
    }"
);

accept!(
    a09_each_part_goes_its_way,
    "#[group_kernel]
    fn k(block: ThreadBlock, x: &[u32], y: &mut [u32]) {
        let w = block.tiled_partition::<32>();
        let r = block.thread_rank();
        let p = x[r] > 3;
        let c = w.binary_partition(p);
        if p {
            y[r] = c.reduce(x[r], Plus);
        } else {
            c.sync();
        }
    }"
);

accept!(
    a12_work_between_arriving_and_waiting,
    "#[group_kernel]
    fn k(mut b: ThreadBlock, x: &[u32], y: &mut [u32]) {
        let w = b.tiled_partition::<32>();
        let r = b.thread_rank();
        let t = b.arrive();
        y[r] = w.reduce(x[r], Plus);
        t.wait();
    }"
);

accept!(
    a15_a_flag_that_all_read_alike,
    "#[group_kernel]
    fn k(b: ThreadBlock, y: &mut [f32]) {
        let flag = b.shared::<u32>();
        let r = b.thread_rank();
        if r == 0 {
            *flag = 1;
        }
        if b.load_uniform(flag) == 1 {
            b.sync();
        }
        let mut going = true;
        while going {
            let old = y[r];
            b.sync();
            y[r] = old * 0.5;
            if r == 0 {
                *flag = if old > 1.0 { 1 } else { 0 };
            }
            going = b.load_uniform(flag) == 1;
        }
    }"
);

accept!(
    a18_a_persistent_block,
    "#[group_kernel]
    fn k(b: ThreadBlock, total: u32, next: &Atomic<u32>, y: &mut [u32]) {
        let mut tile_id = b.group_index().x as u32;
        while tile_id < total {
            y[b.thread_rank()] += tile_id;
            b.sync();
            tile_id = b.invoke_one_broadcast(|| next.fetch_add(1, Relaxed));
        }
    }"
);
