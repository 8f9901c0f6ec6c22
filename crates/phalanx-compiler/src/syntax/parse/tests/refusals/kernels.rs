//! `#[group_kernel]` and the signatures of kernels.

use super::check;

#[test]
fn arguments() {
    check(&[
        (
            "#[group_kernel(«fast»)] fn k(grid: Grid) {}",
            "`#[group_kernel]` has no argument `fast`",
            "`#[group_kernel]` takes `fma` and `variants(N = [4, 8], T = [f32, f64])`",
        ),
        (
            "#[group_kernel(fma, «cluster» = 2, )] fn k(grid: Grid) {}",
            "`#[group_kernel]` has no argument `cluster`",
            "`#[group_kernel]` takes `fma` and `variants(N = [4, 8], T = [f32, f64])`",
        ),
        (
            "#[group_kernel(fma, «fma»)] fn k(grid: Grid) {}",
            "`fma` is given twice",
            "leave one of them out",
        ),
        (
            "#[group_kernel(fma «variants»)] fn k(grid: Grid) {}",
            "expected `,`",
            "`#[group_kernel]` takes `fma` and `variants(N = [4, 8], T = [f32, f64])`",
        ),
    ]);
}

#[test]
fn variants() {
    check(&[
        (
            "#[group_kernel(variants(N = [4]), «variants»(T = [f32]))] fn k<const N: usize, T>(tile: ThreadBlockTile<N>, x: T) {}",
            "`variants` is given twice",
            "name all parameters in one list: `variants(N = [4, 8], T = [f32, f64])`",
        ),
        (
            "#[group_kernel(«variants»())] fn k(grid: Grid) {}",
            "`variants` names no parameter",
            "name each generic parameter and its values: `variants(N = [4, 8])`; a kernel without generic parameters has no variants",
        ),
        (
            "#[group_kernel] fn k<const «N»: usize>(tile: ThreadBlockTile<N>) {}",
            "the kernel is generic over `N`, and no values are declared for it",
            "say what it is compiled for: `#[group_kernel(variants(N = [4, 8]))]`; the launch chooses among them",
        ),
        (
            "#[group_kernel(variants(N = [4]))] fn k<const N: usize, «T»: Number>(tile: ThreadBlockTile<N>, x: T) {}",
            "the kernel is generic over `T`, and no values are declared for it",
            "say what it is compiled for: `#[group_kernel(variants(T = [f32, f64]))]`; the launch chooses among them",
        ),
        (
            "#[group_kernel] fn k<const «UP»: bool>(grid: Grid) {}",
            "the kernel is generic over `UP`, and no values are declared for it",
            "say what it is compiled for: `#[group_kernel(variants(UP = [false, true]))]`; the launch chooses among them",
        ),
        (
            "#[group_kernel(variants(«N» = [4]))] fn k(grid: Grid) {}",
            "the kernel has no generic parameter `N`",
            "declare it, as `fn kernel<const N: usize>(..)`, or leave it out",
        ),
        (
            "#[group_kernel(variants(M = [4], «N» = [4]))] fn k<const M: usize>(grid: Grid) {}",
            "the kernel has no generic parameter `N`",
            "the kernel's generic parameters are `M`",
        ),
        (
            "#[group_kernel(variants(N = [4], «N» = [8]))] fn k<const N: usize>(grid: Grid) {}",
            "`variants` names `N` twice",
            "put all values of `N` into one list: `N = [..]`",
        ),
        (
            "#[group_kernel(variants(N = «[]»))] fn k<const N: usize>(grid: Grid) {}",
            "`N` has no values, so the kernel would have no variant",
            "list the values it may take: `N = [4, 8]`",
        ),
        (
            "#[group_kernel(variants(N = [4, 8, «4»]))] fn k<const N: usize>(grid: Grid) {}",
            "`N` has the value `4` twice",
            "leave one of them out",
        ),
    ]);
}

#[test]
fn signatures() {
    check(&[
        (
            "#[group_kernel] fn k(block: ThreadBlock, x: &[f32]) -> «f32» { x[0] }",
            "a kernel returns nothing",
            "write the result to a `&mut` parameter: `out: &mut [f32]`",
        ),
        (
            "#[group_kernel] fn «k»(x: &[f32], n: usize, p: (u32, u32), a: [f32; 2], t: bool) {}",
            "the kernel takes no group of threads",
            "add the group its threads act as, by value: `block: ThreadBlock`, `tile: ThreadBlockTile<32>`, `grid: Grid`, or `grid: CooperativeGrid` if the whole grid synchronises",
        ),
        (
            "#[group_kernel] fn «k»(block: &ThreadBlock) {}",
            "the kernel takes no group of threads",
            "add the group its threads act as, by value: `block: ThreadBlock`, `tile: ThreadBlockTile<32>`, `grid: Grid`, or `grid: CooperativeGrid` if the whole grid synchronises",
        ),
        (
            "#[group_kernel] fn k(block: ThreadBlock, #[shared] buf: «&[f32]») {}",
            "dynamic shared memory is a slice that may be written: its length is an argument of the launch",
            "write `#[shared] buf: &mut [f32]`; for memory of a fixed size ask the block: `block.shared::<[f32; 256]>()`",
        ),
        (
            "#[group_kernel] fn k(block: ThreadBlock, #[shared] buf: «[f32; 32]») {}",
            "dynamic shared memory is a slice that may be written: its length is an argument of the launch",
            "write `#[shared] buf: &mut [f32]`; for memory of a fixed size ask the block: `block.shared::<[f32; 256]>()`",
        ),
        (
            "#[group_kernel] fn k(block: ThreadBlock, #[«shared»(64)] buf: &mut [f32]) {}",
            "`#[shared]` takes no arguments",
            "write `#[shared] buf: &mut [f32]`; the length is an argument of the launch",
        ),
    ]);
}
