//! What is printed.

use phalanx_build::inspect::{Compiled, Kernel, Resources};
use phalanx_compiler::docs;

/// The CUDA C++ of a kernel, without the lines that only nvcc needs.
pub(crate) fn expanded(kernel: &Compiled) -> String {
    kernel.unit.readable()
}

/// What a kernel needs of its callers, as its rustdoc begins.
pub(crate) fn documentation(kernel: &Compiled) -> String {
    docs::kernel(&kernel.typed)
}

/// A line for each instance of each kernel and each device that machine code is made for. `resources` are
/// those of the kernels that can be compiled.
pub(crate) fn table(kernels: &[&Kernel], resources: &[Vec<Resources>]) -> String {
    let mut rows = vec![
        [
            "kernel",
            "variant",
            "device",
            "registers",
            "shared",
            "stack",
            "spilled",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    let mut resources = resources.iter();
    let mut wrong = String::new();
    for kernel in kernels {
        match &kernel.compiled {
            Ok(compiled) => {
                let mut of_kernel: Vec<_> = resources.next().into_iter().flatten().collect();
                of_kernel.sort_by_key(|one| (variant(compiled, one), &one.target));
                rows.extend(of_kernel.into_iter().map(|one| row(kernel, compiled, one)));
            }
            Err(errors) => {
                wrong.push_str(&format!("{}: {}\n", kernel.path, errors.join("\n")));
            }
        }
    }
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|column| {
            rows.iter()
                .map(|row| row[column].chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            // Names to the left, numbers to the right.
            line.push_str(&match column {
                0..=2 => format!("{cell:<width$}  "),
                _ => format!("{cell:>width$}  "),
            });
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text + &wrong
}

/// Which variant of the kernel a function of its image is.
fn variant(compiled: &Compiled, resources: &Resources) -> Option<usize> {
    let mut variants = compiled.unit.variants.iter();
    variants.position(|variant| variant.symbol == resources.symbol)
}

fn row(kernel: &Kernel, compiled: &Compiled, resources: &Resources) -> Vec<String> {
    let label = variant(compiled, resources).map(|index| &compiled.unit.variants[index].label);
    let bytes = |number: u32| format!("{number} B");
    vec![
        kernel.path.clone(),
        label.cloned().unwrap_or_default(),
        resources.target.clone(),
        resources.registers.to_string(),
        bytes(resources.shared),
        bytes(resources.stack),
        bytes(resources.spilled),
    ]
}
