//! What may be chosen, and asking for it.

use super::function::FunctionBuilder;
use super::stream::{Each, Stream};
use crate::typed::{ChoiceSpec, Count, Expr, Source, Type};
use base::NodeId;
use bytecode::Op;
use bytecode::op::Reg;
use language::catalogue::Builtin as B;

impl<'e, 'g> FunctionBuilder<'e, 'g> {
    /// Puts a loop over the candidates of a choice: whole values, also where a list of a given length is asked for.
    pub(super) fn each_candidate(&mut self, at: NodeId, spec: &ChoiceSpec, body: Each<'_, 'e, 'g>) {
        let Some(count) = &spec.count else { return self.each_single(at, spec, body) };
        let base = self.registers(3);
        self.singles(at, spec, base);
        match count {
            Count::Any => {
                self.constant(at, base + 1, bytecode::word::number(0.0));
                self.emit(at, Op::Null { d: base + 2 });
            }
            Count::Exactly(n) => {
                self.value_to(n, base + 1);
                self.copy(at, base + 2, base + 1);
            }
            Count::Between(least, most) => {
                self.value_to(least, base + 1);
                self.value_to(most, base + 2);
            }
        }
        let kind = self.e.element_kind(&spec.ty) as u16;
        self.emit(at, Op::Subsets { base, kind });
        self.elements(at, base, body);
    }

    /// Candidates one by one, without counts.
    fn each_single(&mut self, at: NodeId, spec: &ChoiceSpec, body: Each<'_, 'e, 'g>) {
        self.each_of(at, &spec.source, &mut |c, x, next| {
            for f in &spec.filters {
                c.bind(f.local, x);
                c.branch_block(at, &f.body, next, false);
            }
            body(c, x, next);
        });
    }

    pub(super) fn each_of(&mut self, at: NodeId, source: &Source, body: Each<'_, 'e, 'g>) {
        let mark = self.mark();
        match source {
            Source::Objects(class) => self.each_of_stream(at, Stream::Objects(*class), body),
            Source::Cases(of) => self.each_of_stream(at, Stream::Cases(*of), body),
            Source::Players => {
                let base = self.registers(3);
                self.emit(at, Op::Builtin { base, id: B::PlayersIn, info: 0 });
                self.elements(at, base, body);
            }
            Source::Bools => self.indices(at, 0, 2, body),
            Source::List(e) => self.each(e, body),
            Source::Range(a, b) => self.numbers(at, a, b, body),
        }
        self.release(mark);
    }

    /// A list of the single candidates, which is of the type that is asked for.
    fn singles(&mut self, at: NodeId, spec: &ChoiceSpec, list: Reg) {
        let kind = self.e.element_kind(&spec.ty);
        self.emit(at, Op::NewList { d: list, base: 0, n: (kind as u16) << 14 });
        self.each_single(at, spec, &mut |c, s, _| c.emit(at, Op::ListPush { list, s }));
    }

    /// A list of all candidates.
    pub(super) fn candidates(&mut self, at: NodeId, spec: &ChoiceSpec, list: Reg) {
        let kind = self.e.kind(&spec.ty);
        self.emit(at, Op::NewList { d: list, base: 0, n: (kind as u16) << 14 });
        self.each_candidate(at, spec, &mut |c, s, _| c.emit(at, Op::ListPush { list, s }));
    }

    pub(super) fn choose(&mut self, at: NodeId, by: &Expr, optional: bool, spec: &ChoiceSpec, d: Reg) {
        let base = self.registers(4);
        self.value_to(by, base);
        self.ask(at, base, optional, spec);
        self.copy(at, d, base);
    }

    /// Asks the player in `base`; the answer goes there.
    pub(super) fn ask(&mut self, at: NodeId, base: Reg, optional: bool, spec: &ChoiceSpec) {
        let mark = self.mark();
        self.candidates(at, spec, base + 1);
        self.integer(at, base + 2, i64::from(optional));
        self.optional_to(at, spec.prompt.as_deref(), base + 3);
        let show = self.e.show_index(&spec.ty);
        self.emit(at, Op::Choose { base, show });
        self.release(mark);
    }

    /// The first candidate or null; of a list of single candidates, all.
    pub(super) fn auto(&mut self, at: NodeId, spec: &ChoiceSpec, d: Reg) {
        if takes_all(spec) {
            let list = self.register();
            self.singles(at, spec, list);
            return self.copy(at, d, list);
        }
        let (found, end) = (self.register(), self.label());
        self.emit(at, Op::Null { d: found });
        self.each_single(at, spec, &mut |c, x, _| {
            c.copy(at, found, x);
            c.jump(at, end);
        });
        self.place(end);
        self.copy(at, d, found);
    }
}

/// Whether the candidates are the elements of the list that is asked for.
fn takes_all(spec: &ChoiceSpec) -> bool {
    let Type::List(element) = &spec.ty else { return false };
    let of = match &spec.source {
        Source::List(e) => e.ty.element().cloned(),
        _ => None,
    };
    of.is_none_or(|of| of != spec.ty || of == **element)
}
