//! What whoever learns a value learns of things that not everybody sees, and who sees those anyway. It reads no code.

use super::brought::Place;
use super::facts::Facts;
use crate::typed::{ClassId, LocalId, Type};
use language::tree::Seen;
use std::collections::BTreeMap;

/// A player, as far as one body says who that is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Who {
    Actor,
    Active,
    /// What this parameter is, or whose it is.
    Param(usize),
    /// What this variable holds, or whose that is.
    Local(LocalId),
    /// What this attribute holds.
    Kept(Keeper, u32),
    /// Somebody whom an attribute holds of something that only the called function names, which is not followed.
    Unsaid,
}

/// What has an attribute.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Keeper {
    Event,
    This,
    Global(ClassId),
    Local(LocalId),
}

/// What something is called that not everybody sees, by the number under which [`Names`] knows it: facts are compared all
/// the time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Name(u32);

impl Name {
    /// Of what nobody sees, where there is more than is followed.
    pub(super) const TOO_MANY: Name = Name(u32::MAX);
}

/// The names in facts.
pub(super) struct Names<'g> {
    texts: Vec<&'g str>,
    known: BTreeMap<&'g str, Name>,
}

impl<'g> Names<'g> {
    pub(super) fn new() -> Names<'g> {
        Names { texts: Vec::new(), known: BTreeMap::new() }
    }

    pub(super) fn of(&mut self, text: &'g str) -> Name {
        *self.known.entry(text).or_insert_with(|| {
            self.texts.push(text);
            Name(self.texts.len() as u32 - 1)
        })
    }

    pub(super) fn text(&self, name: Name) -> &'g str {
        self.texts.get(name.0 as usize).copied().unwrap_or("more than is followed")
    }
}

/// One thing that a value may tell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fact {
    /// Of something with this name that nobody sees, or of which it is not known who does.
    Unseen(Name),
    /// Of something with this name that this player sees.
    SeenBy(Who, Name),
    /// Whatever this parameter tells by itself.
    Told(usize),
    /// Whatever is told by what this parameter holds.
    Held(usize),
    /// Whatever is told by which things this parameter holds.
    Which(usize),
    /// Of something with this name that an effect has brought to where it is read, and that this player saw before, or
    /// nobody.
    Moved(Option<Who>, Name),
    /// Whatever is told by this parameter, brought so.
    MovedParam(usize),
    /// Whatever was brought to this place before the function was called.
    Brought(Place),
}

impl Fact {
    /// Whether it is told of what the effect has brought somewhere.
    pub(super) fn is_moved(&self) -> bool {
        matches!(self, Fact::Moved(..) | Fact::MovedParam(_) | Fact::Brought(_))
    }
}

/// What a value tells.
#[derive(Clone, Default, PartialEq, Debug)]
pub(super) struct Label {
    /// Which one it is, whether there is one, and of a list how much it holds.
    pub(super) told: Facts,
    /// What lies in it or is read of it. Empty where a value has no parts.
    pub(super) held: Facts,
    /// Which things it holds, and in which order, where it is a list, table or stack. That pieces lie in a zone tells
    /// only what they are, which `held` says.
    pub(super) which: Facts,
}

impl Label {
    /// Of a value without parts.
    pub(super) fn plain(told: Facts) -> Label {
        Label { told, ..Label::default() }
    }

    /// Of what holds things that tell this.
    pub(super) fn holding(held: Facts) -> Label {
        Label { held, ..Label::default() }
    }

    pub(super) fn param(k: usize, ty: &Type) -> Label {
        let held = (!ty.is_simple()).then_some(Fact::Held(k));
        let which = ty.is_collection().then_some(Fact::Which(k));
        Label {
            told: Facts::from([Fact::Told(k)]),
            held: held.into_iter().collect(),
            which: which.into_iter().collect(),
        }
    }

    pub(super) fn all(&self) -> Facts {
        let mut all = self.told.clone();
        all.add_all(&self.held);
        all.add_all(&self.which);
        all
    }

    /// What is told by the value itself and by which things it holds.
    pub(super) fn said(&self) -> Facts {
        let mut said = self.told.clone();
        said.add_all(&self.which);
        said
    }

    /// Of a list of such values, which is no secret by how much it holds.
    pub(super) fn listed(&self) -> Label {
        Label { told: Facts::new(), held: self.held.clone(), which: self.said() }
    }

    /// Of a value of that type which is made of this one.
    pub(super) fn read_as(self, ty: &Type) -> Label {
        if ty.is_simple() { Label::plain(self.all()) } else { self }
    }

    /// Adds what another tells, and says whether that is more.
    pub(super) fn join(&mut self, other: &Label) -> bool {
        let sizes = |label: &Label| (label.told.len(), label.held.len(), label.which.len());
        let before = sizes(self);
        self.told.add(&other.told);
        self.held.add(&other.held);
        self.which.add(&other.which);
        before != sizes(self)
    }

    /// The same with others in the place of facts.
    pub(super) fn with(&self, mut put: impl FnMut(Fact, &mut Facts)) -> Label {
        let mut label = Label::default();
        self.told.iter().for_each(|fact| put(*fact, &mut label.told));
        self.held.iter().for_each(|fact| put(*fact, &mut label.held));
        self.which.iter().for_each(|fact| put(*fact, &mut label.which));
        label
    }
}

pub(super) fn joined(mut one: Facts, other: &Facts) -> Facts {
    one.add(other);
    one
}

/// What is told by what lies in a place that this player owns, where not everybody sees that.
pub(super) fn seen(seen: Seen, owner: Option<Who>, name: Name) -> Option<Fact> {
    match (seen, owner) {
        (Seen::All, _) => None,
        (Seen::Owner, Some(who)) => Some(Fact::SeenBy(who, name)),
        _ => Some(Fact::Unseen(name)),
    }
}
