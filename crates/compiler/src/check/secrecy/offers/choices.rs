//! What choices tell by what they offer.

use super::facts::Facts;
use super::labels::{Fact, Label, Who, seen};
use super::players::Guard;
use super::reading::Reading;
use super::{Offer, What};
use crate::typed::{ChoiceSpec, Count, Expr, Filter, Source, Statement, StatementKind, Type};
use base::NodeId;
use language::tree::{Asked, Disclosure, Seen};

/// What is known of a choice that somebody keeps.
const SECRET: &str = "what was chosen in secret";

impl<'g> Reading<'_, 'g> {
    pub(super) fn choose(&mut self, at: NodeId, by: &'g Expr, asked: Asked, spec: &'g ChoiceSpec) -> Label {
        let asked_by = self.label(by).all();
        let decider = match (asked, spec.who) {
            (Asked::One, _) => self.who(by),
            (_, who) => who.map(Who::Local),
        };
        if let Some(who) = spec.who {
            self.gives(who, &Label::default(), None);
        }
        let label = self.chosen(at, spec, decider, &asked_by, asked != Asked::One);
        if asked == Asked::One { label } else { Label::holding(label.all()) }
    }

    /// What is offered to a player, and what is then known of what was chosen. What being asked tells is no part of it,
    /// but where several are asked, all see who of them is: those for whom there is something to choose.
    pub(super) fn chosen(
        &mut self,
        at: NodeId,
        spec: &'g ChoiceSpec,
        decider: Option<Who>,
        asked_by: &Facts,
        several: bool,
    ) -> Label {
        let mut label = self.candidates(spec);
        if spec.disclosure != Some(Disclosure::Open) {
            let mut told = label.said();
            if several {
                self.offer(Offer { at, what: What::Asked, decider: None, told: told.clone() });
            }
            if let Some(count) = &spec.count {
                match count {
                    Count::Exactly(n) => told.add(&self.label(n).all()),
                    Count::Between(least, most) => {
                        told.add(&self.label(least).all());
                        told.add(&self.label(most).all());
                    }
                    Count::Any => {}
                }
            }
            told.retain(|fact| !asked_by.contains(fact));
            self.offer(Offer { at, what: What::Choice, decider, told });
        }
        label.told.clear();
        label.which.clear();
        match (spec.disclosure, spec.ty.is_simple()) {
            (Some(Disclosure::Secret), true) => {
                Label::plain(seen(Seen::Owner, decider, self.offers.name(SECRET)).into_iter().collect())
            }
            (_, true) => Label::default(),
            _ => label,
        }
    }

    /// What the candidates tell by being offered, and what is told by what they hold.
    pub(super) fn candidates(&mut self, spec: &'g ChoiceSpec) -> Label {
        let (mut label, who) = match &spec.source {
            Source::List(list) => {
                let label = self.label(list);
                let is_plain = list.ty.element().is_some_and(Type::is_simple);
                let label = Label { told: label.said(), ..label };
                (if is_plain { Label::plain(label.all()) } else { label }, self.who_of_parts(list))
            }
            Source::Range(least, most) => {
                let mut told = self.label(least).all();
                told.add(&self.label(most).all());
                (Label::plain(told), None)
            }
            Source::Objects(class) => (self.all_of(*class), None),
            Source::Cases(_) | Source::Players | Source::Bools => (Label::default(), None),
        };
        if let Some(held) = spec.filters.iter().find_map(|filter| self.says_where(filter)) {
            label.held = held;
            if matches!(spec.source, Source::Objects(_)) {
                label.told.clear();
            }
            self.placed.extend(spec.filters.iter().map(|filter| filter.local));
        }
        for filter in &spec.filters {
            let candidate = label.clone();
            let told = self.filter(filter, &candidate, who);
            label.told.add(&told);
        }
        label
    }

    pub(super) fn filter(&mut self, filter: &'g Filter, candidate: &Label, who: Option<Who>) -> Facts {
        self.gives(filter.local, candidate, who);
        self.returned(&filter.body).all()
    }

    /// What lies where a filter says that candidates must lie.
    pub(super) fn says_where(&self, filter: &Filter) -> Option<Facts> {
        let [Statement { kind: StatementKind::Return(Some(e)), .. }] = filter.body.statements.as_slice()
        else {
            return None;
        };
        let mut guards = Vec::new();
        self.guards(e, &mut guards);
        guards.into_iter().find_map(|guard| match guard {
            Guard::Lies(local, held) if local == filter.local => Some(held),
            _ => None,
        })
    }

    /// Something is offered to a player, or to nobody in particular, and tells this.
    pub(super) fn offer(&mut self, mut offer: Offer) {
        let decider = offer.decider;
        let sees = |who: Who| decider == Some(who) || decider == Some(Who::Unsaid);
        // By the time that somebody is asked, what was brought somewhere lies there.
        let is_refused = matches!(offer.what, What::Fails | What::Condition);
        offer.told.retain(|fact| match fact {
            Fact::SeenBy(who, _) => !sees(*who),
            Fact::Moved(who, _) => is_refused && !who.is_some_and(sees),
            Fact::MovedParam(_) | Fact::Brought(_) => is_refused,
            _ => true,
        });
        if !offer.told.is_empty() {
            self.found.push(offer);
        }
    }
}
