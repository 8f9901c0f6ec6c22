//! What the parser says, all in one place so that it speaks with one voice: first what is wrong, in the
//! user's terms, then what to write.

use std::borrow::Cow;

use proc_macro2::{Span, TokenStream};

use super::ast::{GenericKind, GenericParam, PANIC_VALUES, PanicKind, TypeKind};
use super::source;
use crate::report::Diagnostic;

/// The words of a refusal.
pub(crate) struct Text {
    message: Cow<'static, str>,
    help: Cow<'static, str>,
}

impl Text {
    pub(crate) fn at(self, span: Span) -> Diagnostic {
        Diagnostic::new(span, self.message).help(self.help)
    }
}

const fn text(message: &'static str, help: &'static str) -> Text {
    Text {
        message: Cow::Borrowed(message),
        help: Cow::Borrowed(help),
    }
}

fn made(message: impl Into<Cow<'static, str>>, help: impl Into<Cow<'static, str>>) -> Text {
    Text {
        message: message.into(),
        help: help.into(),
    }
}

// The item and the attribute.

pub(crate) fn kernel_on_other(kind: &str) -> Text {
    made(
        format!(
            "`#[group_kernel]` stands on a function, and this is {}",
            article(kind)
        ),
        "put `#[group_kernel]` on a `fn`",
    )
}

pub(crate) fn device_fn_on_other(kind: &str) -> Text {
    made(
        format!(
            "`#[device_fn]` stands on a function, and this is {}",
            article(kind)
        ),
        "put `#[device_fn]` on a `fn`; structs and enums take `#[derive(Clone, Copy, DeviceCopy)]`",
    )
}

/// A kind of item in a sentence: a keyword stands in quotes, a description does not.
fn article(kind: &str) -> String {
    match kind {
        "declaration without a body" => format!("a {kind}"),
        "enum" | "impl" | "extern crate" | "extern block" => format!("an `{kind}`"),
        _ => format!("a `{kind}`"),
    }
}

pub(crate) const KERNEL_AND_DEVICE_FN: Text = text(
    "a function is a kernel or a device function, not both",
    "write a `#[device_fn]` with the body, and call it from the `#[group_kernel]`",
);

pub(crate) const DEVICE_FN_ARGUMENTS: Text = text(
    "`#[device_fn]` takes no arguments",
    "write `#[device_fn]`; a generic device function is compiled for the arguments it is called with, so it declares no variants",
);

/// Added to what syn says of the arguments of `#[group_kernel]`.
pub(crate) const ATTRIBUTE_GRAMMAR: &str =
    "`#[group_kernel]` takes `fma` and `variants(N = [4, 8], T = [f32, f64])`";

pub(crate) fn unknown_argument(name: &str) -> Text {
    made(
        format!("`#[group_kernel]` has no argument `{name}`"),
        ATTRIBUTE_GRAMMAR,
    )
}

pub(crate) fn twice_in_attribute(name: &str) -> Text {
    let help = match name {
        "variants" => "name all parameters in one list: `variants(N = [4, 8], T = [f32, f64])`",
        _ => "leave one of them out",
    };
    made(format!("`{name}` is given twice"), help)
}

pub(crate) const NO_AXES: Text = text(
    "`variants` names no parameter",
    "name each generic parameter and its values: `variants(N = [4, 8])`; a kernel without generic parameters has no variants",
);

pub(crate) fn axis_twice(name: &str) -> Text {
    made(
        format!("`variants` names `{name}` twice"),
        format!("put all values of `{name}` into one list: `{name} = [..]`"),
    )
}

pub(crate) fn axis_of_nothing(name: &str, generics: &[GenericParam]) -> Text {
    let help = if generics.is_empty() {
        format!("declare it, as `fn kernel<const {name}: usize>(..)`, or leave it out")
    } else {
        let names: Vec<String> = generics
            .iter()
            .map(|param| format!("`{}`", param.name))
            .collect();
        format!("the kernel's generic parameters are {}", names.join(", "))
    };
    made(
        format!("the kernel has no generic parameter `{name}`"),
        help,
    )
}

pub(crate) fn axis_empty(name: &str) -> Text {
    made(
        format!("`{name}` has no values, so the kernel would have no variant"),
        format!("list the values it may take: `{name} = [4, 8]`"),
    )
}

pub(crate) fn value_twice(name: &str, value: &str) -> Text {
    made(
        format!("`{name}` has the value `{value}` twice"),
        "leave one of them out",
    )
}

pub(crate) fn no_variants(param: &GenericParam) -> Text {
    let name = &param.name;
    let values = match &param.kind {
        GenericKind::Type { .. } => "f32, f64",
        GenericKind::Const { ty } => match &ty.kind {
            TypeKind::Path(path) if path.last().ident == "bool" => "false, true",
            _ => "4, 8",
        },
    };
    made(
        format!("the kernel is generic over `{name}`, and no values are declared for it"),
        format!(
            "say what it is compiled for: `#[group_kernel(variants({name} = [{values}]))]`; the launch chooses among them"
        ),
    )
}

pub(crate) const CFG_INSIDE: Text = text(
    "`cfg` cannot stand inside the function: the whole function is compiled, or none of it",
    "write the function twice, each with its `#[cfg(..)]`, or put what differs into two such device functions",
);

pub(crate) fn attribute_inside(name: &str) -> Text {
    made(
        format!("`#[{name}]` has no meaning inside a kernel or device function"),
        "leave it out, or put it on the function; `#[allow(..)]`, `#[expect(..)]` and `#[rustfmt::skip]` may stand here",
    )
}

// The signature.

pub(crate) const KERNEL_RETURNS: Text = text(
    "a kernel returns nothing",
    "write the result to a `&mut` parameter: `out: &mut [f32]`",
);

pub(crate) const NO_GROUP: Text = text(
    "the kernel takes no group of threads",
    "add the group its threads act as, by value: `block: ThreadBlock`, `tile: ThreadBlockTile<32>`, `grid: Grid`, or `grid: CooperativeGrid` if the whole grid synchronises",
);

pub(crate) const CONST_FN: Text = text(
    "a function for the GPU cannot be a `const fn`",
    "leave out `const`; a value known when compiling is a `const` item",
);

pub(crate) const ASYNC_FN: Text = text(
    "a function for the GPU cannot be `async`",
    "leave out `async`; on the host a launch returns at once, and the stream is what one waits for",
);

pub(crate) const ABI: Text = text(
    "a function for the GPU has no ABI of its choice",
    "leave out `extern`",
);

pub(crate) const VARIADIC: Text = text(
    "a function for the GPU takes a fixed number of arguments",
    "leave out `...`; a slice `&[T]` takes any number of values",
);

pub(crate) const RECEIVER: Text = text(
    "a function for the GPU is a free function: it has no `self`",
    "move it out of the `impl`, and take the value as a parameter",
);

pub(crate) const PARAM_PATTERN: Text = text(
    "a parameter is a name",
    "name it, with a leading `_` if it is not used, and take it apart in the body: `let (a, b) = pair;`",
);

pub(crate) fn param_twice(name: &str) -> Text {
    made(
        format!("two parameters are named `{name}`"),
        "rename one of them",
    )
}

pub(crate) const SHARED_NOT_SLICE: Text = text(
    "dynamic shared memory is a slice that may be written: its length is an argument of the launch",
    "write `#[shared] buf: &mut [f32]`; for memory of a fixed size ask the block: `block.shared::<[f32; 256]>()`",
);

pub(crate) const SHARED_IN_DEVICE_FN: Text = text(
    "`#[shared]` stands on parameters of kernels: the launch gives the memory",
    "leave it out; a device function takes the kernel's shared memory as a plain `&mut [T]`",
);

pub(crate) const SHARED_ARGUMENTS: Text = text(
    "`#[shared]` takes no arguments",
    "write `#[shared] buf: &mut [f32]`; the length is an argument of the launch",
);

pub(crate) const LIFETIME: Text = text(
    "lifetimes are not written here: every reference lives as long as the call",
    "leave it out: `&T` for `&'a T`",
);

pub(crate) const GENERIC_DEFAULT: Text = text(
    "a generic parameter of a function has no default",
    "leave out `= ..`",
);

pub(crate) const WHERE_OTHER: Text = text(
    "a `where` clause here speaks of the function's own type parameters",
    "write `where T: Number` for a `T` that the function declares, or leave the line out",
);

pub(crate) const MAYBE_BOUND: Text = text(
    "every value here has a size known when compiling",
    "leave the bound out",
);

pub(crate) const UNKNOWN_BOUND: Text = text(
    "this bound is not available in GPU code",
    "bound a value by `DeviceCopy`, `Number`, `Integer` or `Float`, a group by what it must do: `G: Reduce`",
);

pub(crate) const FN_BOUND: Text = text(
    "functions are not values here",
    "write a `#[device_fn]` and call it by its name; closures are for the collectives that take one",
);

pub(crate) const ASSOCIATED_ARGUMENT: Text = text(
    "associated types are not available in GPU code",
    "write the type itself",
);

// Types and paths.

pub(crate) fn primitive(name: &str) -> Option<Text> {
    Some(match name {
        "char" => CHAR,
        "str" => STRING,
        "i128" | "u128" => made(
            format!("`{name}` is not available in GPU code: integers here have at most 64 bits"),
            format!(
                "use `{}`, or two of them",
                if name == "i128" { "i64" } else { "u64" }
            ),
        ),
        "f128" => text("`f128` is not available in GPU code", "use `f64`"),
        _ => return None,
    })
}

pub(crate) const RAW_POINTER: Text = text(
    "raw pointers are not available in GPU code",
    "use a reference or a slice; inside `unsafe`, `get_unchecked` indexes without a bounds check",
);

pub(crate) fn trait_object(bounds: &TokenStream) -> Text {
    let bounds = source::type_text(bounds.clone());
    made(
        "trait objects are not available in GPU code: calls are resolved when compiling",
        format!("make the function generic: `fn f<T: {bounds}>(x: &T)`"),
    )
}

pub(crate) fn impl_trait(bounds: &TokenStream) -> Text {
    let bounds = source::type_text(bounds.clone());
    made(
        "`impl Trait` is not available in GPU code",
        format!("name the type parameter: `fn f<T: {bounds}>(x: &T)`"),
    )
}

pub(crate) const FN_POINTER: Text = text(
    "function pointers are not available in GPU code: calls are resolved when compiling",
    "call a `#[device_fn]` by its name",
);

pub(crate) const MACRO_TYPE: Text = text(
    "a macro cannot stand for a type here: it is not expanded yet when the kernel is compiled",
    "write the type",
);

pub(crate) const UNKNOWN_TYPE: Text = text(
    "this type is not available in GPU code",
    "use numbers, `bool`, tuples, arrays, structs with `#[derive(Clone, Copy, DeviceCopy)]`, slices and references",
);

pub(crate) fn qualified_path(ty: &TokenStream, last: &str) -> Text {
    let ty = source::type_text(ty.clone());
    made(
        "paths of the form `<T as Trait>::name` are not available in GPU code",
        format!("write `{ty}::{last}`"),
    )
}

pub(crate) const SELF_NAME: Text = text(
    "a function for the GPU is a free function: there is no `self` and no `Self`",
    "move it out of the `impl`, and name the type or the parameter",
);

// Patterns.

pub(crate) const REF_PATTERN: Text = text(
    "`ref` is not available in GPU code: patterns copy values",
    "leave out `ref`; to work on the place itself, name it: `x[i]`, `point.x`",
);

pub(crate) const REFERENCE_PATTERN: Text = text(
    "reference patterns are not available in GPU code",
    "bind the reference by a name, and read through it: `*x`",
);

pub(crate) const SLICE_PATTERN: Text = text(
    "slice and array patterns are not available in GPU code",
    "index instead: `let first = a[0];`",
);

pub(crate) const REST_IN_TUPLE: Text = text(
    "`..` does not stand for parts of a tuple here",
    "write `_` for each part that you do not need",
);

pub(crate) const REST_NOT_LAST: Text = text(
    "`..` stands last in the pattern of a tuple struct here",
    "write `_` for each field before the ones that you need",
);

pub(crate) const MACRO_PATTERN: Text = text(
    "a macro cannot stand for a pattern here: it is not expanded yet when the kernel is compiled",
    "write the pattern",
);

pub(crate) const UNKNOWN_PATTERN: Text = text(
    "this pattern is not available in GPU code",
    "use names, `_`, literals, ranges, tuples, structs, variants of enums and `|` between them",
);

pub(crate) const REFUTABLE: Text = text(
    "this pattern does not fit every value",
    "use `match`, with an arm for every other value",
);

pub(crate) const FOR_PATTERN: Text = text(
    "a `for` goes through integers, so its pattern is a name or `_`",
    "write `for i in ..`",
);

pub(crate) const PATTERN_WITHOUT_VALUE: Text = text(
    "a `let` without a value declares names, and this is not one",
    "give it a value, or write a `let` for each name",
);

pub(crate) fn not_in_all_alternatives(name: &str) -> Text {
    made(
        format!("`{name}` is not bound by every alternative of the pattern"),
        format!("bind `{name}` in each of them, or write an arm for each"),
    )
}

pub(crate) fn bound_twice(name: &str) -> Text {
    made(
        format!("the pattern binds `{name}` twice"),
        "rename one of them",
    )
}

// Literals.

pub(crate) const STRING: Text = text(
    "texts are not available in GPU code, but as the message of `panic!` and `assert!` and the reason of `assume_uniform`",
    "pass a number that stands for the text, and turn it into words on the host",
);

pub(crate) const CHAR: Text = text(
    "characters are not available in GPU code",
    "use a byte, `b'a'`, which is a `u8`, or the code point as a `u32`",
);

pub(crate) const UNKNOWN_LITERAL: Text = text(
    "this literal is not available in GPU code",
    "use a number, `true` or `false`",
);

pub(crate) const WIDE_SUFFIX: Text =
    text("integers here have at most 64 bits", "use `i64` or `u64`");

pub(crate) const HUGE_INTEGER: Text = text(
    "this number is larger than every integer type",
    "integers here have at most 64 bits",
);

pub(crate) fn unknown_suffix(suffix: &str) -> Text {
    made(
        format!("there is no number type `{suffix}`"),
        "end the literal with the name of a type such as `u32`, `usize` or `f32`, or with nothing",
    )
}

pub(crate) fn half_suffix(digits: &str, suffix: &str) -> Text {
    let point = if digits.contains(['.', 'e', 'E']) {
        ""
    } else {
        ".0"
    };
    made(
        format!("literals cannot be of type `{suffix}`"),
        format!("convert: `{suffix}::from_f32({digits}{point})`"),
    )
}

// Statements and expressions.

pub(crate) fn nested_item(kind: &str) -> Text {
    let (message, help) = match kind {
        "static" => (
            "`static` is not available in GPU code: a GPU shares no statics with the host"
                .to_string(),
            "use a `const`, a parameter, or shared memory: `block.shared::<[f32; 256]>()`",
        ),
        "use" => (
            "`use` cannot stand inside a kernel or device function".to_string(),
            "put it at the top of the module",
        ),
        "fn" => (
            "a function cannot stand inside a kernel or device function".to_string(),
            "put it beside this one, with `#[device_fn]`",
        ),
        "struct" | "enum" | "union" => (
            format!(
                "{} cannot stand inside a kernel or device function",
                article(kind)
            ),
            "put it beside the function, with `#[derive(Clone, Copy, DeviceCopy)]`",
        ),
        "declaration without a body" => (
            "this declaration cannot stand inside a kernel or device function".to_string(),
            "put it beside the function",
        ),
        "macro_rules!" => (
            "macros are not available in GPU code, but for `assert!`, `panic!` and their kin"
                .to_string(),
            "write a `#[device_fn]` and call it",
        ),
        kind => (
            format!(
                "{} cannot stand inside a kernel or device function",
                article(kind)
            ),
            "put it beside the function",
        ),
    };
    made(message, help)
}

pub(crate) const LET_ELSE: Text = text(
    "`let .. else` is not available in GPU code",
    "use `match`, or test with `if` first",
);

pub(crate) const LET_CONDITION: Text = text(
    "`let` in a condition is not available in GPU code",
    "use `match`: `match x { pattern => .., _ => .. }`",
);

pub(crate) const WHILE_LET: Text = text(
    "`while let` is not available in GPU code",
    "use `loop { match x { pattern => .., _ => break } }`",
);

pub(crate) const UNNAMED_CONST: Text = text(
    "a constant needs a name here",
    "name it, or put it beside the function",
);

pub(crate) const CONST_CYCLE: Text = text(
    "the value of this constant depends on itself",
    "give one of the constants involved a value of its own",
);

pub(crate) fn local_in_constant(name: &str) -> Text {
    made(
        format!(
            "this must be known when compiling, and `{name}` is known only when the kernel runs"
        ),
        "use a literal, a `const` or a const generic",
    )
}

pub(crate) const QUESTION_MARK: Text = text(
    "`?` is not available in GPU code",
    "test with `if`; to stop the launch with an error that the host gets, use `assert!`",
);

pub(crate) const AWAIT: Text = text(
    "`await` is not available in GPU code",
    "threads wait for each other at `sync()` of their group",
);

pub(crate) const ASYNC_BLOCK: Text = text(
    "`async` is not available in GPU code",
    "leave it out; threads wait for each other at `sync()` of their group",
);

pub(crate) const TRY_BLOCK: Text = text(
    "`try` is not available in GPU code",
    "test with `if`; to stop the launch with an error that the host gets, use `assert!`",
);

pub(crate) const CONST_BLOCK: Text = text(
    "`const` blocks are not available in GPU code",
    "give the value a name: `const N: usize = ..;`",
);

pub(crate) const YIELD: Text = text(
    "`yield` is not available in GPU code",
    "write the values to a `&mut [T]`",
);

pub(crate) const UNDERSCORE: Text =
    text("`_` is not a value", "`_` stands only on the left of `=`");

pub(crate) const UNKNOWN_EXPRESSION: Text = text(
    "this expression is not available in GPU code",
    "write it with the operators, calls and control flow of plain Rust",
);

pub(crate) const NOT_A_PLACE: Text = text(
    "this cannot be assigned to",
    "assign to a variable, a field, an element or what a reference refers to",
);

pub(crate) const DESTRUCTURING: Text = text(
    "only a tuple of places is taken apart by an assignment here",
    "assign to each place on its own, or take the value apart with `let`",
);

pub(crate) const BASE_MISSING: Text = text(
    "`..` needs the value that the other fields are taken from",
    "write `..value`, or name every field",
);

pub(crate) fn call_of_local(name: &str) -> Text {
    made(
        format!("`{name}` is a variable, and functions are not values here"),
        "call a `#[device_fn]` by its name; if one has the variable's name, rename the variable",
    )
}

pub(crate) const CALL_OF_VALUE: Text = text(
    "functions are not values here",
    "call a `#[device_fn]` by its name",
);

pub(crate) const CLOSURE_ELSEWHERE: Text = text(
    "a closure can only be the argument of a collective",
    "write a `#[device_fn]` and call it",
);

pub(crate) const CLOSURE_KEYWORD: Text = text(
    "a closure here is run at once and captures nothing by itself",
    "leave the word out",
);

pub(crate) const CLOSURE_RETURN_TYPE: Text = text(
    "the type of a closure's result is not written here",
    "leave out `-> ..`",
);

pub(crate) const CLOSURE_PATTERN: Text = text(
    "the parameter of a closure is a name here",
    "name it, with a leading `_` if it is not used, and take it apart in the body",
);

pub(crate) const RETURN_IN_CLOSURE: Text = text(
    "`return` cannot stand in a closure here",
    "make the value the closure's last expression",
);

pub(crate) const RETURN_IN_CONSTANT: Text = text(
    "`return` cannot stand in the value of a constant",
    "make the value the last expression",
);

pub(crate) const LABELLED_BLOCK: Text = text(
    "a block with a label is not available in GPU code",
    "use `if` and `else`, or a `loop` that ends in `break`",
);

pub(crate) const BREAK_VALUE: Text = text(
    "only `loop` has a value that `break` can give",
    "keep the value in a variable: `let mut found = 0;` before the loop",
);

pub(crate) fn no_such_label(label: &str) -> Text {
    made(
        format!("no loop around here has the label `{label}`"),
        format!("put `{label}:` before the loop that is meant"),
    )
}

pub(crate) fn outside_loop(word: &str) -> Text {
    made(
        format!("`{word}` stands in no loop"),
        "to leave the function, use `return`",
    )
}

// Macros.

pub(crate) fn macro_(name: &str) -> Text {
    let message = format!("`{name}!` is not available in GPU code");
    let help = match name {
        "print" | "println" | "eprint" | "eprintln" | "dbg" => {
            "write to a `&mut` parameter what the host should print; to stop the launch with a message, use `panic!`"
        }
        "todo" | "unimplemented" => "use `panic!(\"not yet\")`",
        "vec" | "format" | "format_args" | "write" | "writeln" => {
            "there is no heap and no text on the GPU: use an array, `[0.0; 8]`, or a buffer that the host gives"
        }
        "matches" => "use `match x { pattern => true, _ => false }`",
        "cfg" => "write the function twice, each with its `#[cfg(..)]`",
        _ => {
            "it would be expanded only after the kernel is compiled: write what it stands for, or a `#[device_fn]`; `assert!`, `panic!` and their kin may be used"
        }
    };
    made(message, help)
}

pub(crate) fn operands_missing(kind: PanicKind) -> Text {
    match kind {
        PanicKind::Assert | PanicKind::DebugAssert => text(
            "this asserts nothing",
            "write the condition: `assert!(i < n)`",
        ),
        _ => text(
            "this compares two values",
            "write both, with a comma between: `assert_eq!(a, b)`",
        ),
    }
}

pub(crate) const MESSAGE_NOT_TEXT: Text = text(
    "a message is a text in quotes, known when compiling",
    "write `panic!(\"{}\", value)`, where the value is a number or `bool`",
);

pub(crate) fn too_many_values(operands: usize) -> Text {
    let room = PANIC_VALUES - operands;
    let message = match operands {
        0 => format!("a message carries at most {room} values"),
        _ => format!("a message here carries at most {room} values beside the two compared"),
    };
    made(message, "leave out what matters least")
}

pub(crate) fn format_spec(name: &str, spec: &str) -> Text {
    made(
        format!("`{{{name}:{spec}}}`: values in messages are printed plainly"),
        format!("write `{{{name}}}`"),
    )
}

pub(crate) fn format_name(name: &str) -> Text {
    made(
        format!("`{{{name}}}` does not name a value"),
        "write `{}` and give the value after the text, or `{name}` with the name of a variable",
    )
}

pub(crate) const STRAY_BRACE: Text = text(
    "a `}` in a message closes nothing",
    "write `}}` for the brace itself",
);

pub(crate) const OPEN_BRACE: Text = text(
    "a `{` in a message is not closed",
    "write `{{` for the brace itself",
);

pub(crate) fn value_missing(index: usize, written: usize) -> Text {
    let values = match written {
        0 => "none is given".to_string(),
        1 => "one is given".to_string(),
        n => format!("{n} are given"),
    };
    made(
        format!(
            "the message asks for value number {}, and {values}",
            index + 1
        ),
        "give a value for each `{}` after the text",
    )
}

pub(crate) const UNUSED_VALUE: Text = text(
    "the message does not show this value",
    "write a `{}` for it, or leave it out",
);
