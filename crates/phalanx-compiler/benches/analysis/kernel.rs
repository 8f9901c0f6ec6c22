/// A solver of 200 lines: assembles rows, iterates until nothing changes, and compacts what is left.
///
/// Nested loops, partitions of all kinds, turns that end early, every kind of group.
#[group_kernel]
pub fn solve(
    grid: CooperativeGrid,
    mut block: ThreadBlock<256>,
    warp: ThreadBlockTile<32>,
    rows: &[u32],
    columns: &[u32],
    values: &[f32],
    right: &[f32],
    x: &mut [f32],
    next: &mut [f32],
    found: &Atomic<u32>,
    residual: &Atomic<u32>,
    list: &mut [u32],
    histogram: &[Atomic<u32>],
    n: usize,
    most: u32,
    tolerance: f32,
    verbose: bool,
) {
    let i = grid.thread_rank();
    let lane = warp.thread_rank();
    let partial = block.shared::<[f32; 8]>();
    let flags = block.shared::<[u32; 2]>();
    let quarter = warp.tiled_partition::<8>();
    if block.thread_rank() == 0 {
        flags[0] = 0;
        flags[1] = 0;
    }
    block.sync();

    // Rows, a quarter of a warp each.
    let quarters = grid.num_threads() / quarter.num_threads();
    let first = i / quarter.num_threads();
    let turns = (n + quarters - 1) / quarters;
    for turn in 0..turns {
        let row = first + turn * quarters;
        let mut sum = 0.0;
        if row < n {
            let begin = rows[row] as usize + quarter.thread_rank();
            let end = rows[row + 1] as usize;
            let mut k = begin;
            while k < end {
                let column = columns[k] as usize;
                if column == row {
                    k += quarter.num_threads();
                    continue;
                }
                sum += values[k] * x[column];
                k += quarter.num_threads();
            }
        }
        let total = quarter.reduce(sum, Plus);
        if quarter.thread_rank() == 0 && row < n {
            next[row] = right[row] - total;
        }
    }
    grid.sync();

    // Sweeps, until the block agrees that nothing changes.
    let mut sweep = 0;
    while sweep < most {
        let mut change = 0.0;
        let mut k = i;
        while k < n {
            let old = x[k];
            let left = if k > 0 { x[k - 1] } else { 0.0 };
            let right = if k + 1 < n { x[k + 1] } else { 0.0 };
            let new = (next[k] + left + right) * 0.5;
            let difference = if new > old { new - old } else { old - new };
            if difference > change {
                change = difference;
            }
            next[k] = new;
            k += grid.num_threads();
        }
        let of_warp = warp.reduce(change, Max);
        if lane == 0 {
            partial[warp.meta_group_rank()] = of_warp;
        }
        block.sync();
        if warp.meta_group_rank() == 0 {
            let of_block = warp.reduce(if lane < 8 { partial[lane] } else { 0.0 }, Max);
            if lane == 0 && of_block > tolerance {
                residual.fetch_max(sweep + 1, Relaxed);
            }
        }
        grid.sync();
        let last = grid.broadcast(residual.load(Relaxed), 0);
        if last < sweep + 1 {
            break;
        }
        sweep += 1;
        if sweep % 2 == 0 && verbose {
            let changed = block.any(change > tolerance * 10.0);
            if changed {
                block.sync();
                if block.thread_rank() == 0 {
                    flags[1] = sweep;
                }
            }
            block.sync();
        }
    }

    // The work queue of a warp: whoever has a value left gives it to all.
    let mut mine = if i < n { next[i] } else { 0.0 };
    let mut open = warp.ballot(mine > tolerance);
    while open != 0 {
        let source = open.trailing_zeros() as usize;
        let key = warp.shfl(mine, source);
        let near = mine - key < tolerance && key - mine < tolerance;
        let count = warp.ballot(near).count_ones();
        if lane == source {
            histogram[(count % 32) as usize].fetch_add(1, Relaxed);
        }
        if near {
            mine = 0.0;
        }
        open = warp.ballot(mine > tolerance);
    }

    // What is large goes to a list, with one atomic for all that found something.
    let mut at = i;
    while at < n {
        let value = next[at];
        if value > tolerance {
            let here = coalesced_threads();
            let base = here.invoke_one_broadcast(|| found.fetch_add(here.num_threads() as u32, Relaxed));
            let slot = base as usize + here.thread_rank();
            if slot < list.len() {
                list[slot] = at as u32;
            }
        }
        at += grid.num_threads();
    }
    block.sync();

    // Parts of a warp that hold one key.
    let key = if i < n { rows[i] % 4 } else { 4 };
    let part = warp.labeled_partition(key);
    let of_part = part.reduce(1, Plus);
    match key {
        0 => {
            let sum = part.reduce(of_part, Plus);
            if part.thread_rank() == 0 {
                histogram[0].fetch_add(sum, Relaxed);
            }
        }
        1 | 2 => {
            for step in 0..3 {
                let up = part.shfl_up(of_part, 1);
                if part.any(up > step) {
                    part.sync();
                }
            }
        }
        _ => {
            if part.thread_rank() == 0 {
                histogram[1].fetch_add(of_part, Relaxed);
            }
        }
    }

    // Ranks of what is left in the block, by scans of warps.
    let count = if i < n && next[i] > tolerance { 1 } else { 0 };
    let before = warp.exclusive_scan(count, Plus);
    let all = warp.reduce(count, Plus);
    if lane == 31 {
        partial[warp.meta_group_rank()] = (before + count) as f32;
    }
    let token = block.arrive();
    let share = warp.reduce(all * (lane as u32), BitXor);
    token.wait();
    let mut offset = before;
    for w in 0..8 {
        if w < warp.meta_group_rank() {
            offset += partial[w] as u32;
        }
        if w == 7 && n > 1000 {
            block.sync();
        }
    }
    if count == 1 {
        let slot = offset as usize;
        if slot < list.len() {
            list[slot] = share;
        }
    }

    // The end: one thread of the grid says how long it took.
    grid.sync();
    if i == 0 {
        list[0] = sweep;
        found.store(flags[1], Relaxed);
    }
}
