//! What whoever learns a value learns of things that not everybody sees, and who sees those anyway. It reads no code.

use super::brought::Place;
use crate::typed::{ClassId, LocalId, Type};
use language::tree::Seen;
use std::collections::BTreeSet;

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

/// One thing that a value may tell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fact<'g> {
    /// Of something with this name that nobody sees, or of which it is not known who does.
    Unseen(&'g str),
    /// Of something with this name that this player sees.
    SeenBy(Who, &'g str),
    /// Whatever this parameter tells by itself.
    Told(usize),
    /// Whatever is told by what this parameter holds.
    Held(usize),
    /// Whatever is told by which things this parameter holds.
    Which(usize),
    /// Of something with this name that an effect has brought to where it is read, and that this player saw before, or
    /// nobody.
    Moved(Option<Who>, &'g str),
    /// Whatever is told by this parameter, brought so.
    MovedParam(usize),
    /// Whatever was brought to this place before the function was called.
    Brought(Place),
}

impl Fact<'_> {
    /// Whether it is told of what the effect has brought somewhere.
    pub(super) fn is_moved(&self) -> bool {
        matches!(self, Fact::Moved(..) | Fact::MovedParam(_) | Fact::Brought(_))
    }
}

pub(super) type Facts<'g> = BTreeSet<Fact<'g>>;

/// So many facts are followed of one value. What has more counts as telling of something that nobody sees.
const MAX_FACTS: usize = 64;
const TOO_MANY: Fact<'static> = Fact::Unseen("more than is followed");

/// What a value tells.
#[derive(Clone, Default, PartialEq, Debug)]
pub(super) struct Label<'g> {
    /// Which one it is, whether there is one, and of a list how much it holds.
    pub(super) told: Facts<'g>,
    /// What lies in it or is read of it. Empty where a value has no parts.
    pub(super) held: Facts<'g>,
    /// Which things it holds, and in which order, where it is a list, table or stack. That pieces lie in a zone tells
    /// only what they are, which `held` says.
    pub(super) which: Facts<'g>,
}

impl<'g> Label<'g> {
    /// Of a value without parts.
    pub(super) fn plain(told: Facts<'g>) -> Label<'g> {
        Label { told, ..Label::default() }
    }

    /// Of what holds things that tell this.
    pub(super) fn holding(held: Facts<'g>) -> Label<'g> {
        Label { held, ..Label::default() }
    }

    pub(super) fn param(k: usize, ty: &Type) -> Label<'g> {
        let held = (!ty.is_simple()).then_some(Fact::Held(k));
        let which = ty.is_collection().then_some(Fact::Which(k));
        Label {
            told: Facts::from([Fact::Told(k)]),
            held: held.into_iter().collect(),
            which: which.into_iter().collect(),
        }
    }

    pub(super) fn all(&self) -> Facts<'g> {
        let mut all = self.told.clone();
        all.extend(&self.held);
        all.extend(&self.which);
        all
    }

    /// What is told by the value itself and by which things it holds.
    pub(super) fn said(&self) -> Facts<'g> {
        self.told.union(&self.which).copied().collect()
    }

    /// Of a list of such values, which is no secret by how much it holds.
    pub(super) fn listed(&self) -> Label<'g> {
        Label { told: Facts::new(), held: self.held.clone(), which: self.said() }
    }

    /// Of a value of that type which is made of this one.
    pub(super) fn read_as(self, ty: &Type) -> Label<'g> {
        if ty.is_simple() { Label::plain(self.all()) } else { self }
    }

    /// Adds what another tells, and says whether that is more.
    pub(super) fn join(&mut self, other: &Label<'g>) -> bool {
        let sizes = |label: &Label<'g>| (label.told.len(), label.held.len(), label.which.len());
        let before = sizes(self);
        add(&mut self.told, &other.told);
        add(&mut self.held, &other.held);
        add(&mut self.which, &other.which);
        before != sizes(self)
    }

    /// The same with others in the place of facts.
    pub(super) fn with(&self, mut put: impl FnMut(Fact<'g>, &mut Facts<'g>)) -> Label<'g> {
        let mut label = Label::default();
        self.told.iter().for_each(|fact| put(*fact, &mut label.told));
        self.held.iter().for_each(|fact| put(*fact, &mut label.held));
        self.which.iter().for_each(|fact| put(*fact, &mut label.which));
        label
    }
}

pub(super) fn add<'g>(to: &mut Facts<'g>, from: &Facts<'g>) {
    let new: Vec<Fact<'g>> = from.difference(to).copied().collect();
    let room = MAX_FACTS.saturating_sub(to.len());
    to.extend(new.iter().take(room));
    if new.len() > room {
        to.insert(TOO_MANY);
    }
}

pub(super) fn joined<'g>(mut one: Facts<'g>, other: &Facts<'g>) -> Facts<'g> {
    add(&mut one, other);
    one
}

/// What is told by what lies in a place that this player owns, where not everybody sees that.
pub(super) fn seen<'g>(seen: Seen, owner: Option<Who>, name: &'g str) -> Option<Fact<'g>> {
    match (seen, owner) {
        (Seen::All, _) => None,
        (Seen::Owner, Some(who)) => Some(Fact::SeenBy(who, name)),
        _ => Some(Fact::Unseen(name)),
    }
}
