mod left {
    #[device_fn]
    fn helper(x: u32) -> u32 {
        x + 1
    }
}
mod right {
    #[device_fn]
    fn helper(x: u32) -> u32 {
        x + 2
    }
}

#[device_fn]
fn min(a: u32, b: u32) -> u32 {
    if a < b { a } else { b }
}

/// Keywords of C++, macros, names of the headers, shadowing, letters beyond ASCII.
#[group_kernel]
pub fn names(grid: Grid, int: u32, float: f32, r#type: u32, template: &[u32], y: &mut [u32]) {
    let x = int;
    let x = x + 1;
    let max = x * 2;
    let größe = max + r#type;
    let _unused = 3;
    let NULL = template[0];
    let helper = left::helper(x) + right::helper(x);
    {
        let x = 7;
        y[0] = x;
    }
    let x = x as f32 * float;
    let _Upper = 1;
    let div = min(helper, NULL).max(größe);
    for y_len in 0..3 {
        y[y_len] = div + x as u32;
    }
}
