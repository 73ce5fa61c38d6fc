//! Calls of list functions by their signatures, so that what is added to the catalogue is tried without a word here.
//! It knows no function by name.

use super::scope::{Gen, Ty};
use language::catalogue::{Effect, Entry, On, SigType, entries};

impl Gen {
    /// A call, on a list of such elements, of a function without functions that gives a value of that type.
    pub(super) fn list_call(&mut self, list: &str, of: &Ty, gives: &SigType, d: u32) -> String {
        let fits = |e: &&Entry| {
            let plain = e.on == On::List && e.effect == Effect::Pure && e.id.higher_order().is_none();
            let signature = e.parsed();
            plain && signature.returns == *gives && bound_holds(signature.receiver.as_ref(), of)
        };
        let fitting: Vec<&Entry> = entries().iter().filter(fits).collect();
        let entry = fitting[self.below(fitting.len())];
        let Some(params) = entry.parsed().params else { return format!("{list}.{}", entry.name()) };
        let args: Vec<String> = params.iter().map(|p| self.list_argument(&p.ty, of, d)).collect();
        format!("{list}.{}({})", entry.name(), args.join(", "))
    }

    fn list_argument(&mut self, ty: &SigType, of: &Ty, d: u32) -> String {
        match ty {
            SigType::Number => self.small(d, 5),
            SigType::List(_) => self.plain_list(of, d),
            _ => self.value(of, 0),
        }
    }
}

fn bound_holds(receiver: Option<&SigType>, of: &Ty) -> bool {
    match receiver {
        None => true,
        Some(SigType::List(element)) => **element == SigType::Number && *of == Ty::Number,
        Some(_) => false,
    }
}
