//! The last resort against defects of ours: a panic ends what was asked for, and not the process. It does not know what
//! was asked for, and sees to nothing that was half done.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

/// A panic that was caught.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defect {
    /// What it said, on one line.
    pub message: String,
    /// Where in our sources it was: `crates/x/src/y.rs:1:2`.
    pub place: String,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "internal error at {}: {}", self.place, self.message)
    }
}

impl std::error::Error for Defect {}

thread_local! {
    /// How many calls of [`contained`] run inside one another.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
    static LAST: RefCell<Option<Defect>> = const { RefCell::new(None) };
}

/// Runs some work, and gives its panic if there is one. Whatever the work was changing may be half changed then: the
/// caller throws it away.
pub fn contained<T>(work: impl FnOnce() -> T) -> Result<T, Defect> {
    note_panics();
    DEPTH.set(DEPTH.get() + 1);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    DEPTH.set(DEPTH.get() - 1);
    done.map_err(|cause| LAST.take().unwrap_or_else(|| of_cause(&*cause)))
}

/// Only a hook learns where a panic was. Panics that nobody contains go to the hook that was there before.
fn note_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if DEPTH.get() == 0 {
                return usual(info);
            }
            LAST.set(Some(of_info(info)));
        }));
    });
}

fn of_info(info: &PanicHookInfo<'_>) -> Defect {
    let place = info.location().map_or_else(String::new, ToString::to_string);
    Defect { place, ..of_cause(info.payload()) }
}

fn of_cause(cause: &dyn Any) -> Defect {
    let said = cause.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| cause.downcast_ref::<&str>().copied()).unwrap_or("no more is known");
    let message = said.chars().take(300).map(|c| if c.is_control() { ' ' } else { c }).collect();
    Defect { message, place: "an unknown place".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::contained;

    #[test]
    fn a_panic_comes_back_with_its_place() {
        assert_eq!(contained(|| 3), Ok(3));
        let inner = contained(|| contained(|| panic!("one\ntwo")).map(|()| 1));
        let defect = inner.unwrap().unwrap_err();
        assert_eq!(defect.message, "one two");
        assert!(defect.place.contains("contain.rs:"), "{defect}");
    }
}
