//! The words that a rule set offers to cards, found by what its declarations are: whatever predicates, acts, modifiers,
//! cases and cards it has. It knows the few types and functions in which rule sets say so, and no word.

use super::reader::MAX_LOCALS;
use super::signature::{Callable, Declared, Param, Ty};
use language::tree::{Class, ClassKind, Module};
use std::collections::{BTreeMap, BTreeSet};

/// What a rule set tells of itself by these names, as `docs/ccg.md` says.
pub(crate) mod names {
    /// What a statement says of a card.
    pub(crate) const SHEET: &str = "Sheet";
    pub(crate) const TARGET: &str = "Target";
    pub(crate) const ACTION: &str = "Action";
    pub(crate) const REQUIREMENT: &str = "Requirement";
    /// In a sheet, what else a card is called.
    pub(crate) const TYPE: &str = "type";
    /// What the modifiers are below that cards may have.
    pub(crate) const ABILITY: &str = "Ability";
    /// Makes of a modifier with its words what a card has.
    pub(crate) const MAKES_ABILITY: &str = "ability";
    /// Begins a match with a list of cards.
    pub(crate) const BEGIN: &str = "begin";
    /// The attributes of a sheet of which no statement says anything, such as a price where nothing is paid.
    pub(crate) const UNSAID: &str = "unsaid";
    /// How many play, where a file of cards is a game.
    pub(crate) const SEATS: &str = "seats";
}

/// Words of one kind, by [`key`], each as it is written.
#[derive(Clone, Debug)]
pub(crate) struct Words<T> {
    by_key: BTreeMap<String, Vec<T>>,
    /// As they are written, in the order of the declarations: those of the rule set itself stand first.
    in_order: Vec<String>,
}

impl<T> Default for Words<T> {
    fn default() -> Self {
        Words { by_key: BTreeMap::new(), in_order: Vec::new() }
    }
}

impl<T> Words<T> {
    fn add(&mut self, word: &str, meaning: T) {
        let all = self.by_key.entry(key(word)).or_default();
        if all.is_empty() {
            self.in_order.push(shown(word));
        }
        all.push(meaning);
    }

    /// What a word means: the first of those that are told apart by capitals alone.
    pub(crate) fn find(&self, word: &str) -> Option<&T> {
        self.by_key.get(&key(word))?.first()
    }

    /// The words, as they are written, each with what it means.
    pub(crate) fn meant(&self) -> impl Iterator<Item = (&str, &T)> {
        self.all().filter_map(|word| Some((word, self.find(word)?)))
    }

    /// The words, as they are written.
    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.in_order.iter().map(String::as_str)
    }
}

/// The same for a word in singular and plural, with capitals or without.
pub(crate) fn key(word: &str) -> String {
    let mut key: String = word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    let endings = [("ies", "y"), ("ves", "f"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x")];
    match endings.iter().find(|(plural, _)| key.len() > plural.len() + 1 && key.ends_with(plural)) {
        Some((plural, singular)) => {
            key.truncate(key.len() - plural.len());
            key.push_str(singular);
        }
        None if key.len() > 2 && key.ends_with('s') && !key.ends_with("ss") => key.truncate(key.len() - 1),
        None => {}
    }
    key
}

/// A word with a capital, as cards write it.
pub(crate) fn shown(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A kind of things that may be aimed at, and the function that makes a target of a predicate on them.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    pub ty: Ty,
    makes: String,
}

impl Domain {
    pub(crate) fn makes(&self) -> &str {
        &self.makes
    }

    /// How messages call such things.
    pub(crate) fn plural(&self) -> String {
        format!("{}s", self.ty.name().to_lowercase())
    }
}

/// What a word for targets means.
#[derive(Clone, Debug)]
pub(crate) enum TargetWord {
    /// `function bool isWounded(Permanent c)`, and what stands in brackets behind it
    Predicate { domain: usize, function: String, params: Vec<Param> },
    /// `function bool isOfKind(Permanent c, Kind k)` for one case or card
    Lifted { domain: usize, function: String, value: Value },
    /// Whoever has an ability, by its modifier.
    Able { domain: usize, modifier: String },
    /// A constant.
    Ready(String),
    /// What a function gives.
    Made { function: String, params: Vec<Param> },
}

#[derive(Clone, Debug)]
pub(crate) enum Value {
    Case(String, String),
    Card(String),
}

/// `function Action toPlayer(string says, Target target, act (player) what)`
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub makes: String,
    pub given: Vec<Ty>,
    pub is_aimed: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum ActionWord {
    Ready(String),
    Made {
        function: String,
        is_aimed: bool,
        params: Vec<Param>,
    },
    /// A function of the rule set, whose first parameters are what some shapes give.
    Act {
        function: String,
        shapes: Vec<Shape>,
        params: Vec<Param>,
    },
}

#[derive(Clone, Debug)]
pub(crate) enum AbilityWord {
    Modifier(String, Vec<Param>),
    Ready(String),
    Made(String, Vec<Param>),
}

#[derive(Clone, Debug)]
pub(crate) enum NeedWord {
    Ready(String),
    /// The first parameter may be the number before the word.
    Made {
        function: String,
        is_counted: bool,
        params: Vec<Param>,
    },
}

/// Everything that statements may say with one rule set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vocabulary {
    /// The type of cards; empty where the rule set does not say how they are made.
    pub card: String,
    /// The type of what a statement says: a `Sheet`, or what a rule set makes of it.
    pub sheet: String,
    /// The function that makes a card of a sheet.
    pub makes_card: String,
    /// What a sheet says, by name.
    pub fields: BTreeMap<String, Ty>,
    /// The kinds of cards, each with its enumeration.
    pub kinds: Words<(String, String)>,
    /// The cards that the rule set itself has.
    pub cards: Words<String>,
    pub targets: Words<TargetWord>,
    pub domains: Vec<Domain>,
    /// What makes a target of a text.
    pub texts: Option<(usize, String)>,
    pub actions: Words<ActionWord>,
    pub abilities: Words<AbilityWord>,
    pub has_abilities: bool,
    /// The kind of things that have abilities, among [`Self::domains`].
    pub able: Option<usize>,
    pub needs: Words<NeedWord>,
    /// What counts those for which a predicate holds, and of which kind these are.
    pub counts: Option<(String, usize)>,
    /// What counts those that a target fits.
    pub counts_fitting: Option<String>,
    pub enums: BTreeMap<String, Vec<String>>,
    /// By the key of a name that is declared and no word, what of it cannot be said on a card.
    unsayable: BTreeMap<String, String>,
    /// All names that are taken.
    pub names: BTreeSet<String>,
    pub begins: bool,
    pub has_seats: bool,
}

impl Vocabulary {
    pub(crate) fn of(modules: &[&Module]) -> Vocabulary {
        let mut declared = Declared::of(modules);
        let mut all = Vocabulary::default();
        all.names.extend(declared.names.iter().cloned());
        all.enums.clone_from(&declared.enums);
        all.sheet(&declared);
        declared.card.clone_from(&all.card);
        all.domains(&declared);
        for function in &declared.functions {
            all.target(&declared, function);
        }
        all.constants(&declared);
        all.actions(&declared);
        all.abilities(&declared);
        all.able(&declared);
        all.needs(&declared);
        all
    }

    fn sheet(&mut self, declared: &Declared<'_>) {
        let takes_sheet =
            |f: &&Callable| f.params.len() == 1 && declared.descends(f.params[0].ty.name(), names::SHEET);
        // A rule set that adds to the sheet has a class below it.
        let depth = |f: &&Callable| declared.attributes(f.params[0].ty.name()).len();
        let all: Vec<&Callable> = declared.functions.iter().filter(takes_sheet).collect();
        let most = all.iter().map(depth).max();
        if let Some(function) = all.iter().find(|f| Some(depth(f)) == most) {
            self.card = function.gives.as_ref().map_or(String::new(), |ty| ty.name().to_owned());
            self.makes_card.clone_from(&function.name);
            function.params[0].ty.name().clone_into(&mut self.sheet);
        }
        for attribute in declared.attributes(&self.sheet) {
            let name = &attribute.name.text;
            if !declared.unsaid.contains(name) {
                self.fields.insert(name.clone(), Ty::of(&attribute.ty));
            }
        }
        if let Some(Ty::Named(kinds)) = self.fields.get("kind") {
            for case in declared.enums.get(kinds).into_iter().flatten() {
                self.kinds.add(case, (kinds.clone(), case.clone()));
            }
        }
        let begins = declared.functions.iter().filter(|f| f.name == names::BEGIN && f.params.len() == 1);
        let listed =
            begins.filter_map(|f| if let Ty::List(of) = &f.params[0].ty { Some(of.name()) } else { None });
        let listed = listed.filter(|of| !of.is_empty()).find(|of| declared.descends(&self.card, of));
        self.begins = listed.is_some();
        // A rule set may make cards of its own that match with all others.
        listed.into_iter().for_each(|of| of.clone_into(&mut self.card));
        self.has_seats = declared.consts.iter().any(|(name, _)| name == names::SEATS);
    }

    fn domains(&mut self, declared: &Declared<'_>) {
        for function in declared.functions.iter().filter(|f| f.gives(names::TARGET)) {
            if let [Param { ty: Ty::Function(of, gives), .. }] = &function.params[..]
                && let ([ty], true) = (&of[..], gives.is("bool"))
            {
                self.domains.push(Domain { ty: ty.clone(), makes: function.name.clone() });
            }
        }
    }

    /// What a function says of those that may be aimed at.
    fn target(&mut self, declared: &Declared<'_>, function: &Callable) {
        let params = &function.params;
        let is_shape = self.domains.iter().any(|d| d.makes == function.name);
        if function.gives(names::TARGET) && !is_shape && params.iter().all(|p| declared.is_writable(&p.ty)) {
            let made = TargetWord::Made { function: function.name.clone(), params: params.clone() };
            self.targets.add(&function.name, made);
        }
        let [of, rest @ ..] = &params[..] else { return };
        let domain = self.domains.iter().position(|d| d.ty == of.ty);
        let Some(domain) = domain.filter(|_| function.gives("bool")) else { return };
        match rest {
            [Param { ty: Ty::Named(name), has_default: false, .. }] if declared.enums.contains_key(name) => {
                for case in &declared.enums[name] {
                    let value = Value::Case(name.clone(), case.clone());
                    let word = TargetWord::Lifted { domain, function: function.name.clone(), value };
                    self.targets.add(case, word);
                }
            }
            [Param { ty, has_default: false, .. }] if ty.is(&self.card) && !self.card.is_empty() => {
                for (card, _) in
                    declared.consts.iter().filter(|(_, ty)| declared.descends(ty.name(), &self.card))
                {
                    let value = Value::Card(card.clone());
                    let word = TargetWord::Lifted { domain, function: function.name.clone(), value };
                    self.targets.add(card, word);
                }
            }
            [Param { ty, has_default: false, .. }] if ty.is("string") => {
                self.texts.get_or_insert((domain, function.name.clone()));
            }
            _ if rest.iter().all(|p| declared.is_writable(&p.ty)) => {
                if let Some(word) = plain_name(&function.name) {
                    let (function, params) = (function.name.clone(), rest.to_vec());
                    self.targets.add(word, TargetWord::Predicate { domain, function, params });
                }
            }
            _ => {}
        }
    }

    fn constants(&mut self, declared: &Declared<'_>) {
        for (name, ty) in &declared.consts {
            if ty.is(names::TARGET) {
                self.targets.add(name, TargetWord::Ready(name.clone()));
            } else if ty.is(names::ACTION) {
                self.actions.add(name, ActionWord::Ready(name.clone()));
            } else if ty.is(names::REQUIREMENT) {
                self.needs.add(name, NeedWord::Ready(name.clone()));
            } else if !self.card.is_empty() && declared.descends(ty.name(), &self.card) {
                self.cards.add(name, name.clone());
            }
        }
    }

    fn actions(&mut self, declared: &Declared<'_>) {
        let shapes: Vec<Shape> = declared.functions.iter().filter_map(shape).collect();
        for function in &declared.functions {
            let params = &function.params[..];
            if declared.unsaid.contains(&function.name) {
                let why = format!("the rules have `{}`, and keep it for themselves", function.name);
                self.unsayable.entry(key(&function.name)).or_insert(why);
                continue;
            }
            if function.gives(names::ACTION) {
                let is_shape = shapes.iter().any(|shape| shape.makes == function.name);
                let is_aimed = params.first().is_some_and(|p| p.ty.is(names::TARGET));
                let rest = &params[usize::from(is_aimed)..];
                if !is_shape && rest.iter().all(|p| declared.is_writable(&p.ty)) {
                    let made =
                        ActionWord::Made { function: function.name.clone(), is_aimed, params: rest.to_vec() };
                    self.actions.add(&function.name, made);
                }
                continue;
            }
            let begins = |shape: &&Shape| {
                let given = shape.given.len();
                params.len() >= given
                    && shape.given.iter().zip(params).all(|(ty, param)| *ty == param.ty)
                    && params[given..].iter().all(|p| declared.is_sayable(&p.ty))
            };
            let fits: Vec<&Shape> = shapes.iter().filter(begins).collect();
            let Some(most) = fits.iter().map(|shape| shape.given.len()).max().filter(|most| *most > 0) else {
                if function.gives.is_none() {
                    self.note_unsayable(declared, &function.name, params, &shapes);
                }
                continue;
            };
            let shapes = fits.into_iter().filter(|shape| shape.given.len() == most).cloned().collect();
            let word =
                ActionWord::Act { function: function.name.clone(), shapes, params: params[most..].to_vec() };
            // What answers a question is no deed.
            let gives = ["bool", "string", "number"].iter().any(|ty| function.gives(ty));
            if !gives && !function.only_answers {
                self.actions.add(&function.name, word);
            }
        }
    }

    /// Of what is declared and cannot be said on a card, why that is so.
    fn note_unsayable(&mut self, declared: &Declared<'_>, name: &str, params: &[Param], shapes: &[Shape]) {
        let is_given = |ty: &Ty| shapes.iter().any(|shape| shape.given.contains(ty));
        let wrong = params.iter().find(|p| !declared.is_sayable(&p.ty) && !is_given(&p.ty));
        let why = match wrong {
            Some(Param { name, ty, .. }) => format!("its `{}` cannot be written on a card", named(ty, name)),
            None => {
                let named = |shape: &Shape| {
                    let names =
                        shape.given.iter().map(|ty| if let Ty::Named(name) = ty { name } else { "…" });
                    format!("({})", names.collect::<Vec<&str>>().join(", "))
                };
                let mut forms: Vec<String> = shapes.iter().map(named).collect();
                forms.sort();
                forms.dedup();
                let forms = forms.join(", ");
                format!(
                    "it begins with none of what a card gives it, before numbers, texts and words: {forms}"
                )
            }
        };
        self.unsayable.entry(key(name)).or_insert_with(|| format!("the rules have `{name}`, but {why}"));
    }

    /// Whether a word means anything that stands where a name may stand.
    pub(crate) fn means(&self, word: &str) -> bool {
        let is_meant = [
            self.targets.find(word).is_some(),
            self.actions.find(word).is_some(),
            self.abilities.find(word).is_some(),
            self.needs.find(word).is_some(),
            self.cards.find(word).is_some(),
        ];
        is_meant.contains(&true)
    }

    /// Why a name that the rules declare is no word; None where they declare none.
    pub(crate) fn why_not(&self, word: &str) -> Option<String> {
        self.unsayable.get(&key(word)).cloned()
    }

    fn abilities(&mut self, declared: &Declared<'_>) {
        let makes = declared.functions.iter().find(|f| f.name == names::MAKES_ABILITY && f.params.len() == 2);
        self.has_abilities = makes.is_some();
        let Some(line) = makes.and_then(|f| f.gives.clone()) else { return };
        for class in declared.classes.values().filter(|class| is_ability(declared, class)) {
            let params = declared.params_of(class);
            let name = &class.name.text;
            if params.iter().all(|p| declared.is_sayable(&p.ty)) {
                self.abilities.add(name, AbilityWord::Modifier(name.clone(), params));
            } else {
                self.note_unsayable(declared, name, &params, &[]);
            }
        }
        for (name, _) in declared.consts.iter().filter(|(_, ty)| declared.descends(ty.name(), line.name())) {
            self.abilities.add(name, AbilityWord::Ready(name.clone()));
        }
        let gives_line =
            |f: &&Callable| f.gives.as_ref().is_some_and(|ty| declared.descends(ty.name(), line.name()));
        for function in declared.functions.iter().filter(gives_line) {
            if function.params.iter().all(|p| declared.is_writable(&p.ty)) {
                let word = AbilityWord::Made(function.name.clone(), function.params.clone());
                self.abilities.add(&function.name, word);
            }
        }
    }

    /// `target Flying`: whoever has the ability.
    fn able(&mut self, declared: &Declared<'_>) {
        let on = |class: &&Class| class.modifier.as_ref().and_then(|m| m.on.as_ref()).map(Ty::of);
        let on = declared.classes.values().find(|class| class.name.text == names::ABILITY).and_then(on);
        self.able = self.domains.iter().position(|domain| Some(&domain.ty) == on.as_ref());
        let Some(domain) = self.able else { return };
        for class in declared.classes.values().filter(|class| is_ability(declared, class)) {
            if declared.params_of(class).iter().all(|p| declared.is_sayable(&p.ty)) {
                let modifier = class.name.text.clone();
                self.targets.add(&class.name.text, TargetWord::Able { domain, modifier });
            }
        }
    }

    fn needs(&mut self, declared: &Declared<'_>) {
        for function in declared.functions.iter().filter(|f| f.gives(names::REQUIREMENT)) {
            if let [number, says, Param { ty: Ty::Function(of, gives), .. }] = &function.params[..]
                && number.ty.is("number")
                && says.ty.is("string")
                && gives.is("bool")
                && let [of] = &of[..]
            {
                let domain = self.domains.iter().position(|d| d.ty == *of);
                self.counts = self.counts.take().or(domain.map(|domain| (function.name.clone(), domain)));
            } else if let [number, says, fitting] = &function.params[..]
                && number.ty.is("number")
                && says.ty.is("string")
                && fitting.ty.is(names::TARGET)
            {
                self.counts_fitting.get_or_insert_with(|| function.name.clone());
            } else if function.params.iter().all(|p| declared.is_writable(&p.ty)) {
                let is_counted = function.params.first().is_some_and(|p| p.ty.is("number"));
                let params = function.params[usize::from(is_counted)..].to_vec();
                let word = NeedWord::Made { function: function.name.clone(), is_counted, params };
                self.needs.add(&function.name, word);
            }
        }
    }
}

/// A parameter as it is declared, as far as its type has a name.
fn named(ty: &Ty, name: &str) -> String {
    format!("{} {name}", ty.name()).trim_start().to_owned()
}

/// The word of a predicate: what is left of `isWounded` without the verb, or a name with a capital.
pub(crate) fn plain_name(name: &str) -> Option<&str> {
    let rest = |verb| name.strip_prefix(verb).filter(|rest: &&str| rest.starts_with(char::is_uppercase));
    let is_word = name.starts_with(char::is_uppercase);
    ["is", "has", "can", "may"].into_iter().find_map(rest).or(is_word.then_some(name))
}

fn shape(function: &Callable) -> Option<Shape> {
    let (is_aimed, what) = match &function.params[..] {
        [says, what] if says.ty.is("string") => (false, what),
        [says, target, what] if says.ty.is("string") && target.ty.is(names::TARGET) => (true, what),
        _ => return None,
    };
    let Ty::Act(given) = &what.ty else { return None };
    let shape = Shape { makes: function.name.clone(), given: given.clone(), is_aimed };
    (function.gives(names::ACTION) && shape.given.len() <= MAX_LOCALS).then_some(shape)
}

/// Whether a card may have a modifier by its name: one below the base of abilities, or a composition of such.
fn is_ability(declared: &Declared<'_>, class: &Class) -> bool {
    if class.kind != ClassKind::Modifier || class.is_abstract || class.name.text == names::ABILITY {
        return false;
    }
    declared.descends(&class.name.text, names::ABILITY)
}
