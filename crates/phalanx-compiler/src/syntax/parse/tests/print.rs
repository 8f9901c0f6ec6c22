//! The tree as text, short enough to be compared by eye. A local is its name and its number, `x#0`; a loop
//! is numbered as it is met, `@0`; a path has `::` before it.

use crate::syntax::ast::*;

pub(super) fn function(function: &Function) -> String {
    let mut text = String::new();
    for axis in function.variants() {
        text.push_str(&format!(
            "[{} = {}] ",
            axis.name,
            args(&function.body, &axis.values)
        ));
    }
    if function.is_unsafe {
        text.push_str("unsafe ");
    }
    text.push_str(&function.name.to_string());
    if !function.generics.is_empty() {
        text.push_str(&format!(
            "<{}>",
            list(&function.generics, |one| generic(&function.body, one))
        ));
    }
    let params = list(&function.params, |param| {
        let shared = if param.shared { "#[shared] " } else { "" };
        format!(
            "{shared}{}: {}",
            local(&function.body, param.local),
            ty(&function.body, &param.ty)
        )
    });
    text.push_str(&format!("({params})"));
    if let Some(ret) = &function.ret {
        text.push_str(&format!(" -> {}", ty(&function.body, ret)));
    }
    text.push_str(&format!(" {}", body(&function.body)));
    text
}

pub(super) fn body(body: &Body) -> String {
    let text = block(body, &body.block);
    // Loops have the numbers of expressions, which would make every test depend on how many came before.
    let mut parts = text.split('@');
    let mut seen = Vec::new();
    let mut numbered = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let end = part
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(part.len());
        let (id, rest) = part.split_at(end);
        if id.is_empty() {
            numbered.push_str(&format!("@{rest}"));
            continue;
        }
        let number = seen.iter().position(|one| *one == id).unwrap_or_else(|| {
            seen.push(id);
            seen.len() - 1
        });
        numbered.push_str(&format!("@{number}{rest}"));
    }
    numbered
}

impl Function {
    fn variants(&self) -> &[VariantAxis] {
        match &self.kind {
            FunctionKind::Kernel(attr) => &attr.variants,
            FunctionKind::Device => &[],
        }
    }
}

fn list<T>(items: &[T], print: impl Fn(&T) -> String) -> String {
    items.iter().map(print).collect::<Vec<_>>().join(", ")
}

fn generic(body: &Body, param: &GenericParam) -> String {
    match &param.kind {
        GenericKind::Const { ty: of } => format!("const {}: {}", param.name, ty(body, of)),
        GenericKind::Type { bounds } => {
            let bounds = bounds.iter().map(|bound| path(body, bound));
            format!("{}: {}", param.name, bounds.collect::<Vec<_>>().join(" + "))
        }
    }
}

fn local(body: &Body, id: LocalId) -> String {
    let local = body.local(id);
    let mutable = if local.mutable { "mut " } else { "" };
    format!("{mutable}{}#{}", local.name, id.0)
}

fn block(body: &Body, block: &Block) -> String {
    let mut parts = Vec::new();
    for stmt in &block.stmts {
        parts.push(match stmt {
            Stmt::Let(one) => let_(body, "let", one),
            Stmt::Const(one) => let_(body, "const", one),
            Stmt::Expr(one) => format!("{};", expr(body, one)),
        });
    }
    parts.extend(block.value.iter().map(|value| expr(body, value)));
    if parts.is_empty() {
        "{}".to_string()
    } else {
        format!("{{ {} }}", parts.join(" "))
    }
}

fn let_(body: &Body, word: &str, one: &Let) -> String {
    let mut text = format!("{word} {}", pat(body, &one.pat));
    if let Some(of) = &one.ty {
        text.push_str(&format!(": {}", ty(body, of)));
    }
    if let Some(init) = &one.init {
        text.push_str(&format!(" = {}", expr(body, init)));
    }
    text + ";"
}

fn pat(body: &Body, one: &Pat) -> String {
    match &one.kind {
        PatKind::Wild => "_".to_string(),
        PatKind::Bind(id, None) => local(body, *id),
        PatKind::Bind(id, Some(inner)) => format!("{} @ {}", local(body, *id), pat(body, inner)),
        PatKind::Tuple(parts) => format!("({})", list(parts, |part| pat(body, part))),
        PatKind::Struct {
            path: name,
            fields,
            rest,
        } => {
            let mut parts: Vec<String> = fields
                .iter()
                .map(|(name, field)| format!("{}: {}", member(name), pat(body, field)))
                .collect();
            if *rest {
                parts.push("..".to_string());
            }
            format!("{} {{ {} }}", path(body, name), parts.join(", "))
        }
        PatKind::Literal(value) => expr(body, value),
        PatKind::Range { lo, hi, inclusive } => range(body, lo, hi, *inclusive),
        PatKind::Or(cases) => {
            let cases = cases.iter().map(|case| pat(body, case));
            format!("({})", cases.collect::<Vec<_>>().join(" | "))
        }
        PatKind::Path(name) => format!("::{}", path(body, name)),
    }
}

fn range(body: &Body, lo: &Option<Box<Expr>>, hi: &Option<Box<Expr>>, inclusive: bool) -> String {
    let end = |end: &Option<Box<Expr>>| end.as_ref().map_or(String::new(), |one| expr(body, one));
    let dots = if inclusive { "..=" } else { ".." };
    format!("{}{dots}{}", end(lo), end(hi))
}

fn member(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(name) => name.to_string(),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}

fn label(label: &Option<Label>) -> String {
    label
        .as_ref()
        .map_or(String::new(), |label| format!("'{}: ", label.name))
}

fn expr(body: &Body, one: &Expr) -> String {
    let print = |one: &Expr| expr(body, one);
    match &one.kind {
        ExprKind::Literal(Literal::Bool(value)) => value.to_string(),
        ExprKind::Literal(Literal::Int { value, suffix, .. }) => {
            format!("{value}{}", suffix.as_deref().unwrap_or(""))
        }
        ExprKind::Literal(Literal::Float { digits, suffix }) => {
            format!("{digits}{}", suffix.as_deref().unwrap_or(""))
        }
        ExprKind::Literal(Literal::Str(text)) => format!("{:?}", text.value()),
        ExprKind::Local(id) => format!("{}#{}", body.local(*id).name, id.0),
        // With `::` before it, so that nobody takes it for a local.
        ExprKind::Path(name) => format!("::{}", path(body, name)),
        ExprKind::Unary(op, of) => {
            let op = match op {
                UnaryOp::Neg => "-",
                UnaryOp::Not => "!",
                UnaryOp::Deref => "*",
            };
            format!("({op}{})", print(of))
        }
        ExprKind::Binary(op, a, b) => format!("({} {} {})", print(a), op.symbol(), print(b)),
        ExprKind::Lazy(op, a, b) => {
            let op = if *op == LazyOp::And { "&&" } else { "||" };
            format!("({} {op} {})", print(a), print(b))
        }
        ExprKind::Assign(place, value) => format!("({} = {})", print(place), print(value)),
        ExprKind::AssignOp(op, place, value) => {
            format!("({} {}= {})", print(place), op.symbol(), print(value))
        }
        ExprKind::Index(of, at) => format!("{}[{}]", print(of), print(at)),
        ExprKind::Field(of, name) => format!("{}.{}", print(of), member(name)),
        ExprKind::Tuple(parts) => format!("({})", list(parts, print)),
        ExprKind::Array(parts) => format!("[{}]", list(parts, print)),
        ExprKind::Repeat(value, len) => format!("[{}; {}]", print(value), print(len)),
        ExprKind::Struct {
            path: name,
            fields,
            base,
        } => {
            let mut parts: Vec<String> = fields
                .iter()
                .map(|(name, field)| format!("{}: {}", member(name), print(field)))
                .collect();
            parts.extend(base.iter().map(|base| format!("..{}", print(base))));
            format!("{} {{ {} }}", path(body, name), parts.join(", "))
        }
        ExprKind::Cast(of, to) => format!("({} as {})", print(of), ty(body, to)),
        ExprKind::Ref {
            mutable: false,
            expr,
        } => format!("&{}", print(expr)),
        ExprKind::Ref {
            mutable: true,
            expr,
        } => format!("&mut {}", print(expr)),
        ExprKind::Call { path: name, args } => {
            format!("{}({})", path(body, name), list(args, print))
        }
        ExprKind::Method {
            receiver,
            name,
            turbofish,
            args: values,
        } => {
            let turbofish = match turbofish.as_slice() {
                [] => String::new(),
                some => format!("::<{}>", args(body, some)),
            };
            format!(
                "{}.{name}{turbofish}({})",
                print(receiver),
                list(values, print)
            )
        }
        ExprKind::Closure {
            params,
            body: value,
        } => {
            let params = list(params, |(id, of)| {
                let of = of
                    .as_ref()
                    .map_or(String::new(), |of| format!(": {}", ty(body, of)));
                format!("{}{of}", local(body, *id))
            });
            format!("|{params}| {}", print(value))
        }
        ExprKind::Block(of) => block(body, of),
        ExprKind::Unsafe(of) => format!("unsafe {}", block(body, of)),
        ExprKind::If {
            cond,
            then,
            otherwise,
        } => {
            let otherwise = match otherwise {
                Some(otherwise) => format!(" else {}", print(otherwise)),
                None => String::new(),
            };
            format!("if {} {}{otherwise}", print(cond), block(body, then))
        }
        ExprKind::Match { scrutinee, arms } => {
            let arms = list(arms, |arm| {
                let guard = match &arm.guard {
                    Some(guard) => format!(" if {}", print(guard)),
                    None => String::new(),
                };
                format!("{}{guard} => {}", pat(body, &arm.pat), print(&arm.body))
            });
            format!("match {} {{ {arms} }}", print(scrutinee))
        }
        ExprKind::While {
            label: name,
            cond,
            body: of,
        } => {
            format!(
                "@{} {}while {} {}",
                one.id.0,
                label(name),
                print(cond),
                block(body, of)
            )
        }
        ExprKind::Loop {
            label: name,
            body: of,
        } => {
            format!("@{} {}loop {}", one.id.0, label(name), block(body, of))
        }
        ExprKind::For {
            label: name,
            pat: var,
            iter,
            body: of,
        } => format!(
            "@{} {}for {} in {} {}",
            one.id.0,
            label(name),
            pat(body, var),
            print(iter),
            block(body, of)
        ),
        ExprKind::Break { target, value, .. } => match value {
            Some(value) => format!("break @{} {}", target.0, print(value)),
            None => format!("break @{}", target.0),
        },
        ExprKind::Continue { target, .. } => format!("continue @{}", target.0),
        ExprKind::Return(None) => "return".to_string(),
        ExprKind::Return(Some(value)) => format!("return {}", print(value)),
        ExprKind::Range { lo, hi, inclusive } => range(body, lo, hi, *inclusive),
        ExprKind::Panic(panic) => panic_macro(body, panic),
        ExprKind::Underscore => "_".to_string(),
    }
}

fn panic_macro(body: &Body, panic: &PanicMacro) -> String {
    let mut parts: Vec<String> = panic.operands.iter().map(|one| expr(body, one)).collect();
    if !panic.source.is_empty() {
        parts.push(format!("`{}`", panic.source));
    }
    if let Some(message) = &panic.message {
        let pieces = message.pieces.iter().map(|piece| match piece {
            MessagePiece::Text(text) => format!("{text:?}"),
            MessagePiece::Arg(index) => format!("{{{}}}", expr(body, &message.args[*index])),
        });
        parts.push(pieces.collect::<Vec<_>>().join(" "));
    }
    format!("{:?}!({})", panic.kind, parts.join(", "))
}

fn path(body: &Body, path: &Path) -> String {
    let segments = path
        .segments
        .iter()
        .map(|segment| match segment.args.as_slice() {
            [] => segment.ident.to_string(),
            some => format!("{}<{}>", segment.ident, args(body, some)),
        });
    segments.collect::<Vec<_>>().join("::")
}

fn args(body: &Body, list: &[GenericArg]) -> String {
    let args = list.iter().map(|arg| match arg {
        GenericArg::Type(of) => ty(body, of),
        GenericArg::Const(value) => format!("{{{}}}", expr(body, value)),
    });
    args.collect::<Vec<_>>().join(", ")
}

pub(super) fn ty(body: &Body, of: &TypeExpr) -> String {
    match &of.kind {
        TypeKind::Path(name) => path(body, name),
        TypeKind::Ref {
            mutable: false,
            inner,
        } => format!("&{}", ty(body, inner)),
        TypeKind::Ref {
            mutable: true,
            inner,
        } => format!("&mut {}", ty(body, inner)),
        TypeKind::Slice(elem) => format!("[{}]", ty(body, elem)),
        TypeKind::Array(elem, len) => format!("[{}; {}]", ty(body, elem), expr(body, len)),
        TypeKind::Tuple(parts) => format!("({})", list(parts, |part| ty(body, part))),
        TypeKind::Never => "!".to_string(),
        TypeKind::Infer => "_".to_string(),
    }
}
