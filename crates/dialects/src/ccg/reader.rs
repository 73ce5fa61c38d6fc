//! Looking at tokens, taking them, and reporting problems: what all that reads statements is built on.

use super::token::{Tok, Token, unquoted};
use super::vocabulary::{Vocabulary, key};
use super::{
    MAX_PROBLEMS, ahead::Known, card::Sheet, card::constant_name, card::taken_by_tgdl, clause::Clause,
};
use crate::builder::Builder;
use crate::tokens::Tokens;
use base::{FileId, Origins, Problem, Span, nearest};
use language::tree::{Expr, Item};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What a `val` names.
#[derive(Clone, Debug)]
pub(crate) enum Val {
    /// With the kinds of things that it may be, as a set of bits.
    Target(String, u32, String),
    /// With in how many ways it can be met, and of how many parts the longest is.
    Requirement(String, usize, usize),
    /// With what its author calls it.
    Ability(String, String),
    /// Constants, of several actions that are done one after the other.
    Action(Vec<String>),
    /// Where an action stands that is aimed at nobody yet.
    Deed(usize),
    /// The number of the card among those of the file; None for one of the rule set itself.
    Card(Option<usize>),
}

/// Reads the statements of one file, and keeps what they make.
pub(crate) struct Reader<'a, 'o> {
    pub file: FileId,
    pub text: &'a str,
    tokens: Tokens<'a, Token>,
    /// None: the text is only read, and no name is looked up.
    pub words: Option<&'a Vocabulary>,
    pub build: Builder<'o>,
    pub problems: Vec<Problem>,
    pub vals: BTreeMap<String, Val>,
    /// What a `val` names whose value was not understood: that is told of once.
    pub lost: BTreeSet<String>,
    /// Where each of them was named last.
    pub named: BTreeMap<String, Span>,
    pub items: Vec<Item>,
    /// The constants of the cards, in the order of the statements.
    pub cards: Vec<String>,
    /// What the cards say, each with its constant; they are made when all has been read.
    pub stated: Vec<(String, Sheet)>,
    pub taken: BTreeSet<String>,
    /// Where targets stand of this card that no action before them is aimed at.
    pub free_targets: VecDeque<usize>,
    /// Where targets stand of this card that an action before them has taken.
    pub taken_targets: BTreeSet<usize>,
    /// Names for parameters that nothing else has, as many as anything needs.
    pub locals: Vec<String>,
    /// The number that the next card of a name gets.
    pub numbered: BTreeMap<String, u32>,
    /// The constants of `val` that some card reads.
    pub used: BTreeSet<String>,
    /// For how many words each `val` stands, where names in it count for what they stand for.
    stands_for: BTreeMap<String, usize>,
    /// The words for targets and abilities of this statement so far, counted so.
    pub meant: usize,
    /// What is known before anything is read.
    pub known: Known,
    /// Something in this statement was not understood: it is read on for what else is wrong in it, and makes nothing.
    pub is_broken: bool,
    /// It was told that the cards say too much.
    pub is_full: bool,
    /// For how many words something near was looked for.
    guesses: usize,
}

/// For so many words something near is looked for: with thousands of mistakes, and as many names, it would take long.
const MAX_GUESSES: usize = 300;

/// So many words for targets and abilities of one statement, where a name counts for what it stands for: names of names
/// would be worked out for ever otherwise.
const MAX_MEANT: usize = 200;

/// A problem has been reported; the rest of the statement is not read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lost;

pub(crate) type Read<T> = Result<T, Lost>;

/// Operators that go between clauses and words.
pub(crate) const AND: &[&str] = &["and"];
pub(crate) const OR: &[&str] = &["or"];
pub(crate) const NOT: &[&str] = &["non", "not"];

impl<'a, 'o> Reader<'a, 'o> {
    /// `tokens` ends with one of kind [`Tok::End`].
    pub(crate) fn new(
        file: FileId,
        text: &'a str,
        tokens: &'a [Token],
        words: Option<&'a Vocabulary>,
        origins: &'o mut Origins,
    ) -> Reader<'a, 'o> {
        let at = Span { file, start: 0, end: 0 };
        let mut taken = words.map_or_else(BTreeSet::new, |words| words.names.clone());
        taken.extend(taken_by_tgdl().map(str::to_owned));
        Reader {
            file,
            text,
            tokens: Tokens::new(tokens),
            words,
            build: Builder::new(origins, at),
            problems: Vec::new(),
            vals: BTreeMap::new(),
            lost: BTreeSet::new(),
            named: BTreeMap::new(),
            items: Vec::new(),
            cards: Vec::new(),
            stated: Vec::new(),
            free_targets: VecDeque::new(),
            taken_targets: BTreeSet::new(),
            locals: locals(&taken, text, tokens),
            taken,
            numbered: BTreeMap::new(),
            used: BTreeSet::new(),
            stands_for: BTreeMap::new(),
            meant: 0,
            known: Known::default(),
            is_broken: false,
            is_full: false,
            guesses: 0,
        }
    }

    // ---- names ----

    /// Counts a word for a target or an ability.
    pub(crate) fn mean(&mut self, word: &str, at: Span) -> Read<()> {
        self.meant = self.meant.saturating_add(self.stands_for.get(&key(word)).copied().unwrap_or(1));
        if self.meant <= MAX_MEANT {
            return Ok(());
        }
        let message = format!(
            "with `{word}` this is longer than {MAX_MEANT} words, where names count for what they stand for"
        );
        Err(self.report(
            Problem::error("card-too-long", at, message).hint("leave out what is said more than once"),
        ))
    }

    /// From here on a name stands for what this statement says.
    pub(crate) fn stand_for(&mut self, name: &str) {
        self.stands_for.insert(key(name), self.meant.max(1));
    }

    // ---- looking ----

    /// The token that is `ahead` tokens after the current one; the end goes on for ever.
    pub(crate) fn token(&self, ahead: usize) -> Token {
        self.tokens.token(ahead)
    }

    pub(crate) fn is(&self, kind: Tok) -> bool {
        self.token(0).kind == kind
    }

    pub(crate) fn position(&self) -> usize {
        self.tokens.position()
    }

    /// What has been read since a position, with single spaces.
    pub(crate) fn said_since(&self, position: usize) -> String {
        let mut said = String::new();
        let mut end = None;
        // Between tokens there may be comments.
        for token in self.tokens.since(position) {
            if end.is_some_and(|end| end < token.start) {
                said.push(' ');
            }
            said.push_str(token.text(self.text));
            end = Some(token.end);
        }
        said.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The word `ahead` tokens on; empty where there is none.
    pub(crate) fn word(&self, ahead: usize) -> &'a str {
        let token = self.token(ahead);
        if token.kind == Tok::Word { token.text(self.text) } else { "" }
    }

    pub(crate) fn is_word(&self, ahead: usize, words: &[&str]) -> bool {
        let word = self.word(ahead);
        words.iter().any(|known| known.eq_ignore_ascii_case(word))
    }

    pub(crate) fn span(&self) -> Span {
        self.span_of(self.token(0))
    }

    /// The token at a position.
    pub(crate) fn token_at(&self, position: usize) -> Token {
        self.tokens.get(position).unwrap_or_else(|| self.token(0))
    }

    /// How many tokens there are.
    pub(crate) fn length(&self) -> usize {
        self.tokens.count()
    }

    /// Of the token at a position.
    pub(crate) fn span_at(&self, position: usize) -> Span {
        self.tokens.get(position).map_or(self.build.at, |token| self.span_of(token))
    }

    pub(crate) fn span_of(&self, token: Token) -> Span {
        Span { file: self.file, start: token.start, end: token.end }
    }

    /// What stands where something else is expected, and where to point: behind the last word of a statement that
    /// has ended.
    pub(crate) fn found(&self) -> (String, Span) {
        let token = self.token(0);
        let before = self.tokens.previous();
        match before {
            Some(last) if self.begins_statement() => {
                ("nothing".to_owned(), Span { file: self.file, start: last.end, end: last.end })
            }
            _ => (format!("`{}`", token.text(self.text)), self.span()),
        }
    }

    /// Whether a statement begins here.
    pub(crate) fn begins_statement(&self) -> bool {
        let token = self.token(0);
        let first = || self.is_word(0, &["new", "val", "var", "import", "game"]) || self.begins_change();
        matches!(token.kind, Tok::End | Tok::Semicolon) || (token.starts_line && first())
    }

    /// Whether `c = ...` stands here; `with_damage = 1` is said of a card.
    fn begins_change(&self) -> bool {
        self.is(Tok::Word) && self.token(1).kind == Tok::Equal && Clause::at(self, 0).is_none()
    }

    // ---- taking ----

    pub(crate) fn bump(&mut self) -> Token {
        self.tokens.bump()
    }

    /// Goes back, or ahead.
    pub(crate) fn go_to(&mut self, position: usize) {
        self.tokens.go_to(position);
    }

    pub(crate) fn eat(&mut self, kind: Tok) -> bool {
        self.tokens.eat(kind)
    }

    pub(crate) fn eat_word(&mut self, words: &[&str]) -> bool {
        let here = self.is_word(0, words);
        if here {
            self.bump();
        }
        here
    }

    /// `and`, `AND`, `&`
    pub(crate) fn is_and(&self) -> bool {
        self.is(Tok::And) || self.is_word(0, AND)
    }

    pub(crate) fn is_or(&self) -> bool {
        self.is(Tok::Or) || self.is_word(0, OR)
    }

    /// Goes on to the next statement.
    pub(crate) fn skip_statement(&mut self) {
        while !self.begins_statement() {
            self.bump();
        }
    }

    /// `and`, `&` or a comma before a clause says nothing.
    pub(crate) fn skip_joint(&mut self) {
        if (self.is_and() || self.is(Tok::Comma)) && Clause::at(self, 1).is_some() {
            self.bump();
        }
    }

    // ---- problems ----

    pub(crate) fn report(&mut self, problem: Problem) -> Lost {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        }
        Lost
    }

    /// Something has been reported, and what stands behind it can be read all the same.
    pub(crate) fn read_on(&mut self, _: Lost) {
        self.is_broken = true;
    }

    pub(crate) fn is_guessing(&self) -> bool {
        self.guesses < MAX_GUESSES
    }

    /// Whether something near may still be looked for.
    pub(crate) fn may_guess(&mut self) -> bool {
        self.guesses += 1;
        self.guesses <= MAX_GUESSES
    }

    /// A word that is not known, among those that are.
    pub(crate) fn unknown<'w>(
        &mut self,
        problem: Problem,
        word: &str,
        among: impl Iterator<Item = &'w str>,
        what: &str,
    ) -> Lost {
        if self.lost.contains(&key(word)) {
            return Lost;
        }
        if let Some(told) = self.told_too_early(word, problem.span) {
            return told;
        }
        if !self.may_guess() {
            return self.report(problem);
        }
        // A word that is written larger or smaller, or in the plural, is not misspelt; so its key is compared.
        let wanted = key(word);
        let among: Vec<&str> = among.collect();
        let keys: Vec<(String, &str)> = among.iter().map(|known| (key(known), *known)).collect();
        let near = nearest(&wanted, keys.iter().map(|(key, _)| key.as_str()));
        let near = near.and_then(|near| keys.iter().find(|(key, _)| key == near)).map(|(_, known)| *known);
        let near = near.or_else(|| begun(&wanted, &keys));
        let problem = match near {
            Some(near) => {
                // Of `NonBlak` the end alone is misspelt.
                let end = problem.span.end;
                let at = Span {
                    start: end.saturating_sub(word.len() as u32).max(problem.span.start),
                    ..problem.span
                };
                let before = self.text.get(problem.span.start as usize..at.start as usize).unwrap_or("");
                problem.label(format!("did you mean `{before}{near}`?")).guess(at, near)
            }
            None => problem.hint(some_of(what, &wanted, &among)),
        };
        self.report(problem)
    }

    /// A node that stands for nothing, where the text is only read.
    pub(crate) fn nothing(&mut self) -> Expr {
        self.build.expr(language::tree::ExprKind::Null)
    }
}

/// So many parameters has whatever is made of a statement at most.
pub(crate) const MAX_LOCALS: usize = 5;

/// Names that neither the rules have nor anything in the file may get.
fn locals(taken: &BTreeSet<String>, text: &str, tokens: &[Token]) -> Vec<String> {
    let mut named = BTreeSet::new();
    for token in tokens {
        match token.kind {
            Tok::Word => named.insert(token.text(text).to_owned()),
            Tok::Text => named.insert(constant_name(&unquoted(token.text(text)))),
            _ => false,
        };
    }
    let short = ["c", "it", "one", "each", "thing"].map(str::to_owned).into_iter();
    let numbered = (1..).map(|n| format!("c{n}"));
    let is_free = |name: &String| !taken.contains(name) && !named.contains(name);
    short.chain(numbered).filter(is_free).take(MAX_LOCALS).collect()
}

/// The word of which only the beginning was written, `Fly` for `Flying`, where there is one alone.
fn begun<'w>(wanted: &str, keys: &[(String, &'w str)]) -> Option<&'w str> {
    const SHORTEST: usize = 3;
    let mut all = keys.iter().filter(|(key, _)| wanted.len() >= SHORTEST && key.starts_with(wanted));
    let first = all.next()?;
    all.all(|(key, _)| *key == first.0).then_some(first.1)
}

/// `the abilities are Flying, Reach and 20 more`
fn some_of(what: &str, wanted: &str, words: &[&str]) -> String {
    const MAX_NAMED: usize = 20;
    let mut seen = BTreeSet::new();
    let mut all: Vec<&str> = words.iter().copied().filter(|word| seen.insert(*word)).collect();
    // First those that begin alike.
    let shared = |word: &&str| key(word).chars().zip(wanted.chars()).take_while(|(a, b)| a == b).count();
    all.sort_by_cached_key(|word| std::cmp::Reverse(shared(word)));
    let named = all.iter().take(MAX_NAMED).copied().collect::<Vec<_>>().join(", ");
    match all.len().saturating_sub(MAX_NAMED) {
        _ if all.is_empty() => format!("the rules of this game have no {what}"),
        0 => format!("there are these {what}: {named}"),
        more => {
            format!("there are these {what}: {named} and {more} more; `tavola vocabulary` lists them all")
        }
    }
}
