//! Blocks and what stands in them.

use proc_macro2::Span;
use syn::spanned::Spanned;

use super::Parser;
use crate::syntax::ast::{
    Block, Let, LocalId, LocalOrigin, Pat, PatKind, Stmt, TypeExpr, TypeKind,
};
use crate::syntax::text;

impl Parser {
    pub(super) fn block(&mut self, block: &syn::Block) -> Block {
        self.scope(|parser| parser.block_in_scope(block))
    }

    /// As [`Parser::block`]; the caller has made the scope and bound names of its own in it.
    pub(super) fn block_in_scope(&mut self, block: &syn::Block) -> Block {
        let span = block.brace_token.span.join();
        let mut stmts = self.constants(block);
        let mut value = None;
        let last = block.stmts.len().wrapping_sub(1);
        for (index, stmt) in block.stmts.iter().enumerate() {
            match stmt {
                syn::Stmt::Local(local) => self.let_(local, &mut stmts),
                // Parsed already.
                syn::Stmt::Item(syn::Item::Const(_)) => {}
                syn::Stmt::Item(item) => {
                    let text = text::nested_item(item_kind(item));
                    self.refuse(item_keyword(item), text);
                }
                // A lone `;`.
                syn::Stmt::Expr(syn::Expr::Verbatim(tokens), Some(_)) if tokens.is_empty() => {}
                syn::Stmt::Expr(expr, semi) => {
                    let expr = self.expr(expr);
                    if semi.is_none() && index == last {
                        value = Some(Box::new(expr));
                    } else {
                        stmts.push(Stmt::Expr(expr));
                    }
                }
                syn::Stmt::Macro(stmt) => {
                    self.inner_attrs(&stmt.attrs);
                    let expr = self.macro_call(&stmt.mac);
                    if stmt.semi_token.is_none() && index == last {
                        value = Some(Box::new(expr));
                    } else {
                        stmts.push(Stmt::Expr(expr));
                    }
                }
            }
        }
        Block { stmts, value, span }
    }

    fn let_(&mut self, local: &syn::Local, stmts: &mut Vec<Stmt>) {
        self.inner_attrs(&local.attrs);
        // The value does not see the names that the pattern brings.
        let init = local.init.as_ref().map(|init| {
            if let Some((token, _)) = &init.diverge {
                self.refuse(token.span, text::LET_ELSE);
            }
            self.expr(&init.expr)
        });
        let (pat, ty) = match &local.pat {
            syn::Pat::Type(pat) => {
                self.inner_attrs(&pat.attrs);
                (&*pat.pat, Some(self.ty(&pat.ty)))
            }
            pat => (pat, None),
        };
        let pat = self.pat(pat, LocalOrigin::Let);
        let span = local.let_token.span;
        match init {
            Some(_) => stmts.push(Stmt::Let(Let {
                pat,
                ty,
                init,
                span,
            })),
            None => self.declare(pat, ty, span, stmts),
        }
    }

    /// `let x;`, which gets its value later. `let (x, y);` is `let x; let y;`.
    fn declare(&mut self, pat: Pat, ty: Option<TypeExpr>, span: Span, stmts: &mut Vec<Stmt>) {
        match (&pat.kind, ty) {
            (PatKind::Bind(_, None), ty) => stmts.push(Stmt::Let(Let {
                pat,
                ty,
                init: None,
                span,
            })),
            (PatKind::Tuple(parts), None) => {
                for part in parts {
                    self.declare(part.clone(), None, span, stmts);
                }
            }
            (
                PatKind::Tuple(parts),
                Some(TypeExpr {
                    kind: TypeKind::Tuple(types),
                    ..
                }),
            ) if parts.len() == types.len() => {
                for (part, ty) in parts.iter().zip(types) {
                    self.declare(part.clone(), Some(ty), span, stmts);
                }
            }
            _ => self.refuse(pat.span, text::PATTERN_WITHOUT_VALUE),
        }
    }

    /// The constants of a block. They are visible in the whole of it, before they are written too, so they
    /// come first in the tree, each after those that its value uses.
    fn constants(&mut self, block: &syn::Block) -> Vec<Stmt> {
        let mut items = Vec::new();
        for stmt in &block.stmts {
            if let syn::Stmt::Item(syn::Item::Const(item)) = stmt {
                if item.ident == "_" {
                    self.refuse(item.ident.span(), text::UNNAMED_CONST);
                    continue;
                }
                let local = self.new_local(item.ident.clone(), false, LocalOrigin::Const);
                self.bring_into_scope(local);
                items.push((local, item));
            }
        }
        let constants = items
            .into_iter()
            .map(|(local, item)| self.constant_stmt(local, item))
            .collect();
        self.in_order_of_use(constants)
    }

    fn constant_stmt(&mut self, local: LocalId, item: &syn::ItemConst) -> Constant {
        self.inner_attrs(&item.attrs);
        let used_before = self.constants_used.len();
        let pat = Pat {
            span: item.ident.span(),
            kind: PatKind::Bind(local, None),
            id: self.id(),
        };
        let item = self.constant_context(|parser| Let {
            pat,
            ty: Some(parser.ty(&item.ty)),
            init: Some(parser.expr(&item.expr)),
            span: item.const_token.span,
        });
        Constant {
            local,
            item,
            uses: self.constants_used[used_before..].to_vec(),
        }
    }

    fn in_order_of_use(&mut self, mut pending: Vec<Constant>) -> Vec<Stmt> {
        let mut ordered = Vec::new();
        while !pending.is_empty() {
            let waits = |constant: &Constant| {
                let mut pending = pending.iter();
                pending.any(|other| constant.uses.contains(&other.local))
            };
            let Some(next) = pending.iter().position(|constant| !waits(constant)) else {
                self.refuse(pending[0].item.pat.span, text::CONST_CYCLE);
                break;
            };
            ordered.push(Stmt::Const(pending.remove(next).item));
        }
        ordered
    }
}

/// A `const` of a block, and the constants its value uses.
struct Constant {
    local: LocalId,
    item: Let,
    uses: Vec<LocalId>,
}

/// What an item is, for messages.
pub(super) fn item_kind(item: &syn::Item) -> &'static str {
    match item {
        syn::Item::Const(_) => "const",
        syn::Item::Enum(_) => "enum",
        syn::Item::ExternCrate(_) => "extern crate",
        syn::Item::Fn(_) => "fn",
        syn::Item::ForeignMod(_) => "extern block",
        syn::Item::Impl(_) => "impl",
        syn::Item::Macro(_) => "macro_rules!",
        syn::Item::Mod(_) => "mod",
        syn::Item::Static(_) => "static",
        syn::Item::Struct(_) => "struct",
        syn::Item::Trait(_) => "trait",
        syn::Item::TraitAlias(_) => "trait alias",
        syn::Item::Type(_) => "type",
        syn::Item::Union(_) => "union",
        syn::Item::Use(_) => "use",
        _ => "declaration without a body",
    }
}

/// The word that says what an item is.
pub(super) fn item_keyword(item: &syn::Item) -> Span {
    match item {
        syn::Item::Const(item) => item.const_token.span,
        syn::Item::Enum(item) => item.enum_token.span,
        syn::Item::ExternCrate(item) => item.extern_token.span,
        syn::Item::Fn(item) => item.sig.fn_token.span,
        syn::Item::Impl(item) => item.impl_token.span,
        syn::Item::Macro(item) => item.mac.path.span(),
        syn::Item::Mod(item) => item.mod_token.span,
        syn::Item::Static(item) => item.static_token.span,
        syn::Item::Struct(item) => item.struct_token.span,
        syn::Item::Trait(item) => item.trait_token.span,
        syn::Item::Type(item) => item.type_token.span,
        syn::Item::Union(item) => item.union_token.span,
        syn::Item::Use(item) => item.use_token.span,
        item => item.span(),
    }
}
