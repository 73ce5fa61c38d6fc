//! Blocks of rules, and what has blocks in it: `val`, `if`, `match`. A block is some `val` and then one value, so that
//! it can be read whether it is indented, stands in braces or lost its indentation in print.

use super::parse::Parser;
use super::tree::{Block, Case, Expr, Kind, Pattern, PatternKind, Val};
use crate::cge::token::Tok;

/// What belongs to Scala, but not to the part of it that rules are written in.
const FOREIGN: [(&str, &str); 11] = [
    ("var", "rules change nothing: write `val`"),
    ("while", "rules go through lists with `map`, `filter`, `exists` and the like"),
    ("for", "rules go through lists with `map`, `filter`, `exists` and the like"),
    ("do", "rules go through lists with `map`, `filter`, `exists` and the like"),
    ("return", "the last value of a rule is its result: leave `return` out"),
    ("class", "rules make no new types"),
    ("object", "rules make no new types"),
    ("new", "rules make no objects"),
    ("throw", "rules raise no errors"),
    ("try", "rules raise no errors"),
    ("import", "all that rules can use is there already"),
];

impl Parser<'_, '_> {
    /// What stands behind `=>`, `=`, `then` and `else`: a value, after as many `val` as there are.
    pub(crate) fn body(&mut self) -> Block {
        self.deeper(Self::open_body, |p| Block::of(p.missing()))
    }

    fn open_body(&mut self) -> Block {
        if !self.starts_val() {
            return Block::of(self.value_of_block());
        }
        self.with_lines(true, |p| {
            let mut vals = Vec::new();
            while p.starts_val() && !p.cursor.lost {
                vals.push(p.val());
                while p.cursor.eat(Tok::Semicolon) {}
            }
            Block { vals, ..Block::of(p.value_of_block()) }
        })
    }

    fn starts_val(&self) -> bool {
        ["val", "def", "lazy", "final", "inline"].contains(&self.cursor.word_at(0))
            && !self.cursor.word_at(1).is_empty()
    }

    fn value_of_block(&mut self) -> Expr {
        let word = self.cursor.word_at(0);
        if let Some((word, hint)) = FOREIGN.iter().find(|(foreign, _)| *foreign == word) {
            let message = format!("`{word}` is not part of the language of rules");
            self.cursor.fail(self.cursor.here("not-in-rules", message).hint(*hint));
            return self.missing();
        }
        self.expr()
    }

    /// A block up to a closing brace, or the whole of a rule: here values may stand that nothing becomes of.
    pub(crate) fn statements(&mut self, ends: impl Fn(&Self) -> bool) -> Block {
        let mut block = self.body();
        while !self.cursor.lost && !ends(self) {
            if self.cursor.eat(Tok::Semicolon) {
                continue;
            }
            if !self.starts_val() && !self.cursor.token(0).starts_line {
                break;
            }
            let next = self.body();
            block.unused.push(block.value.span);
            block.unused.extend(next.unused);
            block.vals.extend(next.vals);
            block.value = next.value;
        }
        block
    }

    /// `{ ... }`, also `{ c => ... }`
    pub(crate) fn braces(&mut self) -> Expr {
        let start = self.cursor.span();
        self.cursor.bump();
        let block =
            self.with_lines(true, |p| p.statements(|p| p.cursor.is(Tok::CloseBrace) || p.cursor.at_end()));
        self.cursor.expect(Tok::CloseBrace, "}", "at the end of the block");
        if block.vals.is_empty() && block.unused.is_empty() {
            return block.value;
        }
        self.node(start, Kind::Block(Box::new(block)))
    }

    /// `val name: Type = value`, `def name(params): Type = value`
    pub(crate) fn val(&mut self) -> Val {
        while ["lazy", "final", "inline"].contains(&self.cursor.word_at(0)) {
            self.cursor.bump();
        }
        self.one_more_val();
        let is_def = self.cursor.is_word("def");
        self.cursor.bump();
        if !self.is_name(0) {
            let word = if is_def { "def" } else { "val" };
            let problem = self.cursor.expected("expected-sign", format_args!("a name after `{word}`"));
            self.cursor.fail(problem.hint("write for example `val led = table.cardsOnTable.head.suit`"));
        }
        let name = self.cursor.ident();
        let params = if is_def && self.cursor.is(Tok::OpenParen) { Some(self.params()) } else { None };
        let ty = if self.cursor.eat(Tok::Colon) { Some(self.ty()) } else { None };
        self.cursor.expect(Tok::Equal, "=", "after the name");
        let value = Box::new(self.body());
        Val { name, ty, params, value }
    }

    // ---- if ----

    /// `if a then b else c`, `if (a) b else c`
    pub(crate) fn if_expr(&mut self) -> Expr {
        let start = self.cursor.span();
        self.cursor.bump();
        let condition = self.condition();
        let yes = self.branch();
        while self.cursor.is(Tok::Semicolon) && self.cursor.word_at(1) == "else" {
            self.cursor.bump();
        }
        if !self.cursor.lost && !self.cursor.is_word("else") {
            let problem = self.cursor.expected("if-without-else", "`else`");
            let problem = problem
                .other(self.cursor.since(start), "this has no value where the condition does not hold");
            self.cursor.fail(problem.hint("an `if` in a rule has an `else`"));
        }
        self.cursor.eat_word("else");
        let no = if self.cursor.is_word("if") && !self.cursor.lost {
            // A chain of `else if` is deep, but does not look so.
            let value = self.deeper(Self::if_expr, |p| p.missing());
            Block::of(value)
        } else {
            self.body()
        };
        self.node(start, Kind::If(Box::new(condition), Box::new(yes), Box::new(no)))
    }

    /// The condition, with the `then` behind it where there is one.
    fn condition(&mut self) -> Expr {
        let in_brackets = self.cursor.is(Tok::OpenParen).then(|| self.cursor.partner(0)).flatten();
        // In `if (a) b else c` the condition ends with its bracket, in `if (a) && (b) then` it does not.
        let is_old = in_brackets.is_some_and(|close| !self.has_then(close + 1));
        if !is_old {
            let condition = self.with_lines(false, Self::expr);
            self.then();
            return condition;
        }
        self.cursor.bump();
        let condition = self.with_lines(false, Self::expr);
        self.cursor.expect(Tok::CloseParen, ")", "after the condition");
        self.cursor.eat_word("then");
        condition
    }

    fn then(&mut self) {
        if !self.cursor.lost && !self.cursor.eat_word("then") {
            let problem = self.cursor.expected("expected-sign", "`then` after the condition");
            self.cursor.fail(problem.hint("write `if condition then value else value`"));
        }
    }

    /// Whether a `then` follows before the next `else` at this depth.
    fn has_then(&self, ahead: usize) -> bool {
        let (mut depth, mut ifs) = (0_i32, 0_u32);
        for i in ahead.. {
            let token = self.cursor.token(i);
            match token.kind {
                Tok::OpenParen | Tok::OpenBracket | Tok::OpenBrace => depth += 1,
                Tok::CloseParen | Tok::CloseBracket | Tok::CloseBrace if depth == 0 => return false,
                Tok::CloseParen | Tok::CloseBracket | Tok::CloseBrace => depth -= 1,
                Tok::End => return false,
                Tok::Comma | Tok::Arrow | Tok::Equal | Tok::Semicolon if depth == 0 => return false,
                Tok::Word if depth == 0 => match self.cursor.text_of(token) {
                    "then" => return ifs == 0,
                    "if" => ifs += 1,
                    "else" | "val" | "match" | "case" => return false,
                    _ => {}
                },
                _ => {}
            }
        }
        false
    }

    /// The first branch: everything up to `else`.
    fn branch(&mut self) -> Block {
        self.statements(|p| p.cursor.is_word("else") || p.cursor.is(Tok::Semicolon) || p.cursor.at_end())
    }

    // ---- match ----

    /// `value match case "Ace" | "Two" => 1 case _ => 0`, with or without braces
    pub(crate) fn match_expr(&mut self, value: Expr) -> Expr {
        let start = value.span;
        self.cursor.bump();
        let braces = self.cursor.eat(Tok::OpenBrace);
        let cases = self.with_lines(true, Self::cases);
        if braces {
            self.cursor.expect(Tok::CloseBrace, "}", "after the last case");
        }
        self.node(start, Kind::Match(Box::new(value), cases))
    }

    /// The cases. Where a case starts a line further left than the first, it belongs to a `match` around this one.
    pub(crate) fn cases(&mut self) -> Vec<Case> {
        let first = self.cursor.token(0);
        let mut cases = Vec::new();
        if !self.cursor.is_word("case") {
            let problem = self.cursor.expected("expected-sign", "`case`");
            let hint = "write `value match`, and below it lines such as `case \"Ace\" => 11`";
            self.cursor.fail(problem.hint(hint));
        }
        while self.cursor.is_word("case") && !self.cursor.lost {
            let here = self.cursor.token(0);
            if first.starts_line && here.starts_line && here.column < first.column {
                break;
            }
            self.cursor.bump();
            let pattern = self.pattern();
            let guard = self.cursor.eat_word("if").then(|| self.with_lines(false, Self::expr));
            self.cursor.expect(Tok::Arrow, "=>", "after the pattern");
            let value = self.statements(|p| {
                p.cursor.is_word("case")
                    || p.cursor.is(Tok::CloseBrace)
                    || p.cursor.at_end()
                    || !p.is_deeper(first)
            });
            while self.cursor.eat(Tok::Semicolon) {}
            cases.push(Case { pattern, guard, value });
        }
        cases
    }

    /// Whether the current token stands further right than the `case` that starts a line.
    fn is_deeper(&self, first: crate::cge::token::Token) -> bool {
        first.starts_line && self.cursor.token(0).column > first.column
    }

    fn pattern(&mut self) -> Pattern {
        let start = self.cursor.span();
        let mut all = vec![self.one_pattern()];
        while self.cursor.is_sign("|") && !self.cursor.lost {
            self.cursor.bump();
            all.push(self.one_pattern());
        }
        match <[Pattern; 1]>::try_from(all) {
            Ok([only]) => only,
            Err(all) => Pattern { span: self.cursor.since(start), kind: PatternKind::Or(all) },
        }
    }

    fn one_pattern(&mut self) -> Pattern {
        let start = self.cursor.span();
        let kind = self.deeper(Self::pattern_kind, |_| PatternKind::Any);
        Pattern { span: self.cursor.since(start), kind }
    }

    fn pattern_kind(&mut self) -> PatternKind {
        match self.cursor.peek() {
            Tok::Underscore => {
                self.cursor.bump();
                PatternKind::Any
            }
            Tok::OpenParen => {
                self.cursor.bump();
                let inner = self.pattern();
                self.cursor.expect(Tok::CloseParen, ")", "after the pattern");
                inner.kind
            }
            Tok::Word if self.cursor.is_word("Some") => {
                self.cursor.bump();
                self.cursor.expect(Tok::OpenParen, "(", "after `Some`");
                let inner = self.pattern();
                self.cursor.expect(Tok::CloseParen, ")", "after the pattern");
                PatternKind::Some(Box::new(inner))
            }
            Tok::Word if self.cursor.is_word("None") => {
                self.cursor.bump();
                PatternKind::None
            }
            Tok::Word if self.is_binding() => PatternKind::Bind(self.cursor.ident()),
            _ => {
                let value = self.pattern_value();
                if matches!(value.kind, Kind::Missing) && !self.cursor.lost {
                    let problem = self.cursor.expected("expected-sign", "a pattern");
                    self.cursor.fail(problem.hint("write a constant, several with `|` between them, or `_`"));
                }
                PatternKind::Value(Box::new(value))
            }
        }
    }

    /// A small letter begins a new name, a capital one a name that is there.
    fn is_binding(&self) -> bool {
        let word = self.cursor.word_at(0);
        self.is_name(0)
            && word.starts_with(|c: char| c.is_lowercase())
            && self.cursor.token(1).kind != Tok::Dot
    }
}
