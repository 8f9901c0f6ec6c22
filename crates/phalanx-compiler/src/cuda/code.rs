//! A C++ expression as text, and how tightly it binds.

/// How tightly an expression binds, loosest first (the C++ standard, clause "Expressions").
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Binds {
    Conditional,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    Unary,
    Postfix,
}

/// An expression.
#[derive(Debug, Clone)]
pub(super) struct Code {
    pub(super) text: String,
    binds: Binds,
    /// An integer literal without the suffix that its type asks for: enough beside an operand of that type.
    bare: Option<String>,
}

impl Code {
    pub(super) fn new(text: impl Into<String>, binds: Binds) -> Self {
        Code {
            text: text.into(),
            binds,
            bare: None,
        }
    }

    /// A name, a call, a member: what needs no parentheses anywhere.
    pub(super) fn postfix(text: impl Into<String>) -> Self {
        Code::new(text, Binds::Postfix)
    }

    pub(super) fn unary(op: &str, operand: &Code) -> Self {
        let mut operand = operand.at_least(Binds::Unary);
        // `- -x` is not `--x`.
        if operand.starts_with(op) {
            operand = format!("({operand})");
        }
        Code::new(format!("{op}{operand}"), Binds::Unary)
    }

    /// `!operand`, and the operand of a `!`.
    pub(super) fn negated(&self) -> Self {
        match self.text.strip_prefix('!') {
            Some(operand) if self.binds == Binds::Unary => {
                match operand.starts_with('(') && closes_at_end(operand) {
                    true => Code::new(&operand[1..operand.len() - 1], Binds::Conditional),
                    false => Code::new(operand, Binds::Unary),
                }
            }
            _ => Code::unary("!", self),
        }
    }

    /// An integer and the suffix that makes it one of its type. A float has the type that its suffix says even beside
    /// another.
    pub(super) fn integer(bare: impl Into<String>, suffix: &str) -> Self {
        let bare = bare.into();
        let binds = match bare.starts_with('-') {
            true => Binds::Unary,
            false => Binds::Postfix,
        };
        Code {
            text: format!("{bare}{suffix}"),
            binds,
            bare: Some(bare),
        }
    }

    /// Of an expression of type `()`, and of one that does not return.
    pub(super) fn nothing() -> Self {
        Code::postfix("")
    }

    /// The text beside an operand of the same type: a literal needs no suffix there.
    pub(super) fn beside_operand(&self) -> &str {
        self.bare.as_ref().unwrap_or(&self.text)
    }

    /// The same where the type that is asked for is known: without suffix.
    pub(super) fn bare(&self) -> Code {
        Code::new(self.beside_operand(), self.binds)
    }

    /// The same, known to be the literal of these digits.
    pub(super) fn with_digits(self, digits: &str) -> Self {
        Code {
            bare: Some(digits.to_owned()),
            ..self
        }
    }

    /// `left op right` by an operator of C++. Of two operands one may be a bare literal.
    pub(super) fn binary(op: &str, left: &Code, right: &Code) -> Self {
        let binds = binds(op);
        let (left, right) = match (&left.bare, &right.bare) {
            (None, Some(bare)) => (left.clone(), right.with_text(bare)),
            (Some(bare), None) => (left.with_text(bare), right.clone()),
            _ => (left.clone(), right.clone()),
        };
        let left = left.operand_of(binds, false);
        let right = right.operand_of(binds, true);
        Code::new(format!("{left} {op} {right}"), binds)
    }

    /// `left << right`: the amount has a type of its own.
    pub(super) fn shift(op: &str, left: &Code, right: &Code) -> Self {
        let left = left.operand_of(Binds::Shift, false);
        let right = right
            .with_text(right.beside_operand())
            .operand_of(Binds::Shift, true);
        Code::new(format!("{left} {op} {right}"), Binds::Shift)
    }

    pub(super) fn call(function: &str, args: &[Code]) -> Self {
        Code::postfix(format!("{function}({})", list(args)))
    }

    /// `Name{a, b}`.
    pub(super) fn braces(ty: &str, args: &[Code]) -> Self {
        Code::postfix(format!("{ty}{{{}}}", list(args)))
    }

    /// `ty(value)`.
    pub(super) fn cast(ty: &str, value: &Code) -> Self {
        Code::postfix(format!("{ty}({})", value.beside_operand()))
    }

    /// `*pointer`, and the object itself where the pointer is its address.
    pub(super) fn deref(&self) -> Self {
        match self.address_of() {
            Some(object) => object,
            None => Code::unary("*", self),
        }
    }

    /// `&object`, and the pointer itself where the object is behind it.
    pub(super) fn address(&self) -> Self {
        match self.text.strip_prefix('*') {
            Some(pointer) if self.binds == Binds::Unary => Code::guess(pointer),
            _ => Code::unary("&", self),
        }
    }

    /// `object.member`, `pointer->member`.
    pub(super) fn member(&self, member: &str) -> Self {
        Code::postfix(match self.text.strip_prefix('*') {
            Some(pointer) if self.binds == Binds::Unary => {
                format!(
                    "{}->{member}",
                    Code::guess(pointer).at_least(Binds::Postfix)
                )
            }
            _ => format!("{}.{member}", self.at_least(Binds::Postfix)),
        })
    }

    pub(super) fn method(&self, name: &str, args: &[Code]) -> Self {
        self.member(&format!("{name}({})", list(args)))
    }

    pub(super) fn conditional(cond: &Code, then: &Code, otherwise: &Code) -> Self {
        let cond = cond.at_least(Binds::Or);
        let then = then.at_least(Binds::Or);
        let text = format!("{cond} ? {then} : {}", otherwise.text);
        Code::new(text, Binds::Conditional)
    }

    /// The text, in parentheses if it binds less tightly.
    pub(super) fn at_least(&self, binds: Binds) -> String {
        match self.binds >= binds {
            true => self.text.clone(),
            false => format!("({})", self.text),
        }
    }

    fn with_text(&self, text: &str) -> Code {
        Code {
            text: text.into(),
            ..self.clone()
        }
    }

    fn address_of(&self) -> Option<Code> {
        let object = self.text.strip_prefix('&')?;
        (self.binds == Binds::Unary).then(|| Code::guess(object))
    }

    /// What stands behind a unary operator binds as tightly as that, or is in parentheses.
    fn guess(text: &str) -> Code {
        let unary = text.starts_with(['*', '&', '-', '!', '~']);
        Code::new(text, if unary { Binds::Unary } else { Binds::Postfix })
    }

    /// As an operand of an operator that binds so tightly. Bit operators, shifts and mixed `&&` and `||`
    /// get parentheses that C++ does not need but readers do.
    fn operand_of(&self, parent: Binds, is_right: bool) -> String {
        let mixed = |binds| {
            matches!(
                binds,
                Binds::BitOr | Binds::BitXor | Binds::BitAnd | Binds::Shift
            )
        };
        let needed = self.binds < parent || (is_right && self.binds == parent);
        let helps = self.binds < Binds::Unary
            && self.binds != parent
            && (mixed(parent)
                || mixed(self.binds)
                || self.binds == Binds::And && parent == Binds::Or);
        match needed || helps {
            true => format!("({})", self.text),
            false => self.text.clone(),
        }
    }
}

/// Whether the bracket that opens the text is closed by the one that ends it.
pub(super) fn closes_at_end(text: &str) -> bool {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + c.len_utf8() == text.len();
        }
    }
    false
}

/// `a, b, c`.
pub(super) fn list(args: &[Code]) -> String {
    let args: Vec<&str> = args.iter().map(|arg| arg.text.as_str()).collect();
    args.join(", ")
}

fn binds(op: &str) -> Binds {
    match op {
        "||" => Binds::Or,
        "&&" => Binds::And,
        "|" => Binds::BitOr,
        "^" => Binds::BitXor,
        "&" => Binds::BitAnd,
        "==" | "!=" => Binds::Equality,
        "<" | "<=" | ">" | ">=" => Binds::Relational,
        "<<" | ">>" => Binds::Shift,
        "+" | "-" => Binds::Additive,
        _ => Binds::Multiplicative,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Code {
        Code::postfix(text)
    }

    #[test]
    fn parentheses_where_needed_or_helpful() {
        let sum = Code::binary("+", &name("a"), &name("b"));
        assert_eq!(Code::binary("*", &sum, &name("c")).text, "(a + b) * c");
        assert_eq!(Code::binary("+", &sum, &name("c")).text, "a + b + c");
        assert_eq!(Code::binary("-", &name("c"), &sum).text, "c - (a + b)");
        assert_eq!(Code::binary("<<", &sum, &name("c")).text, "(a + b) << c");
        assert_eq!(Code::binary("<", &sum, &name("c")).text, "a + b < c");
        let masked = Code::binary("&", &name("a"), &name("b"));
        assert_eq!(Code::binary("==", &masked, &name("c")).text, "(a & b) == c");
    }

    #[test]
    fn literals_lose_their_suffix_beside_another_operand() {
        let (one, two) = (Code::integer("1", "ull"), Code::integer("2", "ull"));
        assert_eq!(Code::binary("+", &name("i"), &one).text, "i + 1");
        assert_eq!(Code::binary("+", &two, &one).text, "2ull + 1ull");
    }

    #[test]
    fn pointers_and_objects() {
        let object = name("p").deref();
        assert_eq!(object.text, "*p");
        assert_eq!(object.member("x").text, "p->x");
        assert_eq!(object.address().text, "p");
        assert_eq!(name("v").address().deref().text, "v");
        assert_eq!(
            Code::unary("-", &Code::unary("-", &name("v"))).text,
            "-(-v)"
        );
    }

    #[test]
    fn negations_cancel() {
        let less = Code::binary("<", &name("a"), &name("b"));
        assert_eq!(less.negated().text, "!(a < b)");
        assert_eq!(less.negated().negated().text, "a < b");
        let sum = Code::binary("+", &name("a"), &name("b"));
        let call = Code::unary("!", &sum.method("f", &[]));
        assert_eq!(call.negated().text, "(a + b).f()");
    }
}
