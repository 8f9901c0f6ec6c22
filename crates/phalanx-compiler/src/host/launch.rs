//! `launch`: from the user's arguments to those of the device function, and to a thread's on the emulator.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

use super::Printer;
use super::axes::{Axes, Declared};
use crate::syntax::ast::{GenericArg, Param, Path, TypeExpr, TypeKind};
use crate::syntax::source;
use crate::types::env::SigParam;
use crate::types::ty::{Access, Group, Ty};
use crate::types::typed::TypedFunction;

/// What one parameter of the kernel is to a launch.
struct Argument {
    /// As `launch` declares it; nothing for a group.
    declaration: Option<TokenStream>,
    /// A statement before the launch.
    prepare: Option<TokenStream>,
    /// Its [`Arg`]; nothing for a group.
    ///
    /// [`Arg`]: https://docs.rs/phalanx-runtime
    passed: Option<TokenStream>,
    /// What a thread on the emulator gets.
    emulated: TokenStream,
    /// A line of documentation.
    doc: Option<String>,
}

/// The function `launch` of a kernel. `declared` are the hidden traits of its inferred parameters, `body`
/// is the function that a thread on the emulator runs.
pub(super) fn function(
    kernel: &TypedFunction,
    printer: &Printer<'_>,
    axes: &Axes<'_>,
    declared: &[Declared],
    body_name: &Ident,
    body: TokenStream,
) -> TokenStream {
    let function = &kernel.function;
    let arguments = arguments(kernel, printer);
    let (vis, name, span) = (&function.vis, &function.name, function.name.span());
    let cooperative = is_cooperative(kernel);
    let (bound, request) = if cooperative {
        (
            quote!(::phalanx::CooperativeLaunch),
            quote!(::phalanx::__rt::cooperative),
        )
    } else {
        (
            quote!(::phalanx::OrdinaryLaunch),
            quote!(::phalanx::__rt::ordinary),
        )
    };
    // Parameters of the kernel may have these names too: those here have the macro's hygiene.
    let hidden = |name: &str| Ident::new(name, Span::mixed_site());
    let (stream, variant, config) = (hidden("stream"), hidden("variant"), hidden("config"));

    let chosen = axes.chosen().next().is_some();
    let choice = chosen.then(|| quote!(#variant: ::phalanx::VariantChoice<Self>,));
    let declarations = arguments
        .iter()
        .filter_map(|argument| argument.declaration.as_ref());
    let prepare = arguments
        .iter()
        .filter_map(|argument| argument.prepare.as_ref());
    let passed = arguments
        .iter()
        .filter_map(|argument| argument.passed.as_ref());
    let index = index(axes, declared, &variant);
    let emulated = emulated(
        function.is_unsafe,
        body_name,
        printer,
        axes,
        &arguments,
        &variant,
    );

    let generics: Vec<_> = declared.iter().map(|one| &one.generic).collect();
    let generics = (!generics.is_empty()).then(|| quote!(<#(#generics),*>));
    let bounds: Vec<_> = declared
        .iter()
        .filter_map(|one| one.bound.as_ref())
        .collect();
    let bounds = (!bounds.is_empty()).then(|| quote!(where #(#bounds),*));
    let unsafety = function.is_unsafe.then(|| quote!(unsafe));
    let safety = function
        .is_unsafe
        .then(|| format!("\n\n# Safety\n\nAs for the kernel [`{name}`] itself."));
    let lines: Vec<_> = arguments
        .iter()
        .filter_map(|argument| argument.doc.as_deref())
        .collect();
    let doc =
        documentation(name, cooperative, chosen, &lines) + safety.as_deref().unwrap_or_default();
    let launch = Ident::new("launch", span);
    quote! {
        #[doc = #doc]
        #[allow(clippy::too_many_arguments)]
        #vis #unsafety fn #launch #generics (
            #stream: &::phalanx::Stream,
            #choice
            #config: impl #bound,
            #(#declarations),*
        ) -> ::core::result::Result<(), ::phalanx::Error> #bounds {
            #body

            #(#prepare)*
            ::phalanx::__rt::launch(
                Self::__kernel(),
                #index,
                #stream,
                #request(#config),
                &[#(#passed),*],
                &|| #emulated,
            )
        }
    }
}

pub(super) fn is_cooperative(kernel: &TypedFunction) -> bool {
    let mut params = kernel.sig.params.iter();
    params.any(|param| param.ty == Ty::Group(Group::CooperativeGrid))
}

/// The variant's number.
fn index(axes: &Axes<'_>, declared: &[Declared], variant: &Ident) -> TokenStream {
    let places = declared.iter().map(|one| &one.place);
    let chosen = axes.chosen().next().is_some().then(|| {
        let choices = axes.choices();
        if choices.iter().copied().eq(0..choices.len()) {
            quote!(#variant.index())
        } else {
            quote!([#(#choices),*][#variant.index()])
        }
    });
    let mut terms: Vec<_> = places.map(|place| quote!(#place)).chain(chosen).collect();
    match terms.len() {
        0 => quote!(0),
        1 => terms.remove(0),
        _ => quote!(#(#terms)+*),
    }
}

/// The call of the Rust body.
fn emulated(
    is_unsafe: bool,
    body: &Ident,
    printer: &Printer<'_>,
    axes: &Axes<'_>,
    arguments: &[Argument],
    variant: &Ident,
) -> TokenStream {
    let values: Vec<_> = arguments
        .iter()
        .map(|argument| &argument.emulated)
        .collect();
    let call = |generics: Vec<TokenStream>| {
        let generics = (!generics.is_empty()).then(|| quote!(::<#(#generics),*>));
        let call = quote!(#body #generics (#(#values),*));
        match is_unsafe {
            // SAFETY of the printed code: `launch` is `unsafe` with the kernel's own conditions.
            true => quote!(unsafe { #call }),
            false => call,
        }
    };
    let generics = |variant: usize| {
        let values = axes.values(variant).into_iter().zip(&axes.0);
        let values = values.map(|((name, value), axis)| match axis.inferred {
            true => quote!(#name),
            false => printer.generic_arg(value),
        });
        call(values.collect())
    };
    let mut choices = axes.choices();
    if axes.chosen().next().is_none() {
        return generics(0);
    }
    let last = generics(choices.pop().expect("a kernel has a variant"));
    let arms = choices.into_iter().enumerate().map(|(choice, variant)| {
        let call = generics(variant);
        quote!(#choice => #call,)
    });
    quote!(match #variant.index() { #(#arms)* _ => #last })
}

fn arguments(kernel: &TypedFunction, printer: &Printer<'_>) -> Vec<Argument> {
    let mut shared = 0;
    let params = kernel.function.params.iter().zip(&kernel.sig.params);
    params
        .map(|(param, sig)| argument(kernel, printer, param, sig, &mut shared))
        .collect()
}

fn argument(
    kernel: &TypedFunction,
    printer: &Printer<'_>,
    param: &Param,
    sig: &SigParam,
    shared: &mut usize,
) -> Argument {
    let span = param.ty.span;
    if matches!(sig.ty, Ty::Group(_)) {
        return Argument {
            declaration: None,
            prepare: None,
            passed: None,
            emulated: quote_spanned!(span=> ::phalanx::__rt::KernelGroup::enter()),
            doc: None,
        };
    }
    let name = &kernel.function.local(param.local).name;
    let value = |ty: TokenStream, passed, emulated, doc| Argument {
        declaration: Some(quote_spanned!(span=> #name: #ty)),
        prepare: None,
        passed: Some(passed),
        emulated,
        doc: Some(format!("- `{name}`: {doc}")),
    };
    match (&param.ty.kind, &sig.ty) {
        (TypeKind::Ref { inner, .. }, _) if param.shared => {
            let elem = slice_element(inner).unwrap_or(inner);
            let (text, elem) = (type_text(printer, elem), printer.ty(elem, &Ty::Opaque));
            let index = *shared;
            *shared += 1;
            value(
                quote!(usize),
                quote_spanned!(span=> ::phalanx::__rt::Arg::shared(#name)),
                quote_spanned!(span=> ::phalanx::__rt::dynamic_shared::<#elem>(#index)),
                format!("elements of `{text}` in dynamic shared memory, a block"),
            )
        }
        (TypeKind::Ref { inner, .. }, ty) => {
            let slice = slice_element(inner);
            let elem = slice.unwrap_or(inner);
            let atomic = atomic_element(elem, ty);
            let write = atomic.is_some()
                || matches!(ty, Ty::Slice(_, Access::Write) | Ty::Ref(_, Access::Write));
            let elem = atomic.unwrap_or(elem);
            let doc = buffer_doc(
                &type_text(printer, elem),
                slice.is_some(),
                atomic.is_some(),
                write,
            );
            let elem = printer.ty(elem, &Ty::Opaque);
            let (access, mutability) = match write {
                true => ("Writes", Some(quote_spanned!(span=> mut))),
                false => ("Reads", None),
            };
            let access = Ident::new(access, span);
            let passed = Ident::new(
                if slice.is_some() {
                    "slice_arg"
                } else {
                    "one_arg"
                },
                span,
            );
            let emulated = match (slice.is_some(), atomic.is_some(), write) {
                (true, true, _) => "atomic_slice",
                (true, false, true) => "slice_mut",
                (true, false, false) => "slice",
                (false, true, _) => "atomic",
                (false, false, true) => "one_mut",
                (false, false, false) => "one",
            };
            let emulated = Ident::new(emulated, span);
            Argument {
                prepare: Some(
                    quote_spanned!(span=> let #name = ::phalanx::__rt::#access::new(#name);),
                ),
                ..value(
                    quote_spanned!(span=> &#mutability ::phalanx::DeviceBuffer<#elem>),
                    quote_spanned!(span=> #name.#passed()),
                    quote_spanned!(span=> #name.#emulated()),
                    doc,
                )
            }
        }
        (_, ty) => value(
            printer.ty(&param.ty, ty),
            quote_spanned!(span=> ::phalanx::__rt::Arg::value(&#name)),
            quote!(#name),
            "a value, the same for every thread".to_owned(),
        ),
    }
}

/// The `T` of `[T]`.
fn slice_element(ty: &TypeExpr) -> Option<&TypeExpr> {
    match &ty.kind {
        TypeKind::Slice(elem) => Some(elem),
        _ => None,
    }
}

/// The `T` of `Atomic<T>`.
fn atomic_element<'a>(elem: &'a TypeExpr, ty: &Ty) -> Option<&'a TypeExpr> {
    let (Ty::Slice(inner, _) | Ty::Ref(inner, _)) = ty else {
        return None;
    };
    let TypeKind::Path(Path { segments, .. }) = &elem.kind else {
        return None;
    };
    match (&**inner, segments.last()?.args.as_slice()) {
        (Ty::Atomic(_), [GenericArg::Type(elem)]) => Some(elem),
        _ => None,
    }
}

fn type_text(printer: &Printer<'_>, ty: &TypeExpr) -> String {
    source::type_text(printer.ty(ty, &Ty::Opaque))
}

fn buffer_doc(elem: &str, slice: bool, atomic: bool, write: bool) -> String {
    let size = if slice {
        format!("a buffer of `{elem}`")
    } else {
        format!("a buffer with one `{elem}`")
    };
    let access = match (atomic, write) {
        (true, _) => "updated atomically",
        (false, true) => "read and written",
        (false, false) => "only read",
    };
    format!("{size}, {access}")
}

fn documentation(kernel: &Ident, cooperative: bool, chosen: bool, lines: &[&str]) -> String {
    let config = match cooperative {
        true => {
            "a [`Cooperative`](::phalanx::Cooperative) launch: every block is resident, so that the grid can synchronise"
        }
        false => "a [`Launch`](::phalanx::Launch): how many blocks, of how many threads",
    };
    let mut doc = format!(
        "Launches [`{kernel}`] on `stream` and returns before it ends, on a CUDA device.\n\n\
         - `stream`: in whose order the kernel runs; the buffers are of its device\n"
    );
    if chosen {
        doc.push_str("- `variant`: from [`variant`](Self::variant)\n");
    }
    doc.push_str(&format!("- `config`: {config}\n"));
    for line in lines {
        doc.push_str(line);
        doc.push('\n');
    }
    doc.push_str(
        "\n# Errors\n\nWhat the kernel asks of the launch and does not get, and the device's limits: see \
         [`Error`](::phalanx::Error). On the emulator also a panic in the kernel; on a CUDA device that \
         comes from a later call that waits for the stream.",
    );
    doc
}
