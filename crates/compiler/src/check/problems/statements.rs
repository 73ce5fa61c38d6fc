//! Problems with statements, and with what is done where it may not be done.

use super::Suggest;
use crate::effects::Flag;
use base::{Problem, Span};

problems! {
    missing_return(span, what: &str) =
        error("missing-return", "{what} does not return a value on every path")
        .hint("end each path with `return ...;`");
    return_value(span, what: &str) = error("return-value", "{what} returns no value")
        .hint("write `return;`")
        .hint_if([what.contains("function")], "or say what it gives: `function number name(...)`");
    return_needs(span) = error("return-value", "a value must be returned here").hint("write `return ...;`");
    outside_loop(span, word: &str) = error("outside-loop", "`{word}` stands outside of a loop");
    score_of_seat(span) =
        warning("score-of-seat", "this counts from the number of a seat and not from a score")
        .hint("write `.score` behind the player: `score p p.score + 1;`");
    unreachable(span) = warning("unreachable", "this is never reached");
    chance_before_fail(span) =
        error("chance-before-fail", "whether this can be done would depend on chance that is still to come")
        .hint("fail, or say what to ensure, before chance is used; after it, let the effect do nothing instead");
    asked_before_fail(span) =
        error("asked-before-fail", "whether this can be done would depend on what several answer at once")
        .hint("fail, or say what to ensure, before they are asked; after it, let the effect do nothing instead");
    goes_hidden(span, place: &str) =
        error("secret-or-open", "what is chosen here goes into `{place}`, which not everybody sees: who learns the choice must be said")
        .hint("write `secret` before it to keep it to who chooses, or `open` if all may know it");
    comes_from_hidden(span) =
        error("secret-or-open", "what is offered here comes from something hidden: who learns the choice must be said")
        .hint("write `secret` before it to keep it to who chooses, or `open` if all may know it");
    offer_tells(span, name: &str) =
        error("offer-tells", "what is offered here tells of `{name}`, which the player who chooses may not see")
        .hint("write `open input` or `open choose` if that is meant; `secret` keeps the choice from others, not this from who chooses");
    condition_tells(span, name: &str) =
        error("offer-tells", "whether this holds tells of `{name}`, which the player who acts may not see")
        .hint("write `open require` or `open ensure` if that is meant");
    failing_tells(span, name: &str) =
        error("offer-tells", "a move that would `fail` is not offered, and whether this one does tells of `{name}`, which the player who acts may not see")
        .hint("write what it looks at as an `open require` or `open ensure` of the action if that is meant");
    asked_tells(span, name: &str) =
        error("offer-tells", "who has nothing to choose is not asked, and who is tells all of `{name}`, which not everybody sees")
        .hint("write `open` before it if that is meant");
    action_tells(span, name: &str) =
        error("offer-tells", "that an object has this action tells of `{name}`, which its owner may not see")
        .hint("say where the object must lie, `require place == hand(actor);`, or write `open require` if that is meant");
    given_tells(span, name: &str) =
        error("offer-tells", "this tells of `{name}`: everybody may see what the modifier makes of others")
        .hint("give it what all may know, or let it hold only where all see the object: `while place == table;`");
    quotes_unseen(span, zone: &str) =
        warning("quotes-hidden", "nobody sees what lies in `{zone}`, so who was not shown it reads `?` here")
        .hint("show it first, or say something that everybody may know");
    quotes_secret(span, name: &str) =
        warning("quotes-hidden", "`{name}` is secret, and everybody may read this")
        .hint("say something that everybody may know");
    tells_secret(span, name: &str) =
        warning("quotes-hidden", "`{name}` is secret, so all but whoever it is of read `?` here, also once a match is over")
        .hint("tell what all see, such as another attribute that is given it first, or tell it `to` one player");
    only_in(span, word: &str, place: &str) = error("misplaced-statement", "`{word}` stands only in {place}");
    twice(span, word: &str) = error("repeated-part", "`{word}` is given twice");
    no_this(span) = error("no-this", "`this` is the object whose class this belongs to, and here is none");
    no_event(span) =
        error("no-event", "`event` is what was raised, and it is there only in triggers and in what an event brings about");
    cancel_outside(span) =
        error("cancel-outside", "`cancel` takes an event back, and stands only in `before` blocks")
        .hint("in an action, `fail \"why\";` takes everything back");
    before_in_event(span, name: &str) =
        error("before-here", "`{name}` is an event, and events carry no `before` blocks")
        .hint("put it into a class whose objects it concerns, or into a global class");
    before_built_in(span, name: &str) =
        error("before-built-in", "`{name}` is raised by the game when it has happened, so nothing comes before it")
        .hint("`after {name} {{ ... }}` follows it");
    after_choice(span) =
        error("after-choice", "`PlayerChoiceEvent` offers actions, and an `after` block has no name to offer")
        .hint("write `action name {{ trigger PlayerChoiceEvent {{ return true; }} ... }}`");
    idle(span, equal: bool) = warning("no-effect", "this computes a value and does nothing with it")
        .hint_if(equal, "to assign, write `=`");
    idle_call(span, name: &str) = warning("no-effect", "this computes a value and does nothing with it")
        .hint("`{name}` leaves what it is called on as it is and gives a new one: assign it");
}

/// Of a chain of calls, how many are named behind the first.
const MAX_CALLS_SHOWN: usize = 6;

/// `path` are the functions through which it happens, outermost first; `words` what the last one does.
pub(crate) fn forbidden(span: Span, what: &str, flag: Flag, path: &[String], words: &str) -> Problem {
    let (code, must) = match flag {
        Flag::Changes | Flag::Mutates | Flag::Passes => ("change-here", "must not change the game"),
        Flag::Chance => ("chance-here", "must not use chance"),
        Flag::AsksActor => ("asks-nobody", "must say who is asked, since nobody acts yet"),
        Flag::Chooses | Flag::Rounds => ("ask-here", "must not ask anyone"),
        Flag::Fails => ("fail-here", "must not fail"),
        Flag::Ends => ("ends-in-suppose", "must not end the game"),
        Flag::Tests => ("misplaced-statement", "must not play, answer or expect"),
        Flag::Outer => ("outer-variable", "must not change what is outside of it"),
    };
    let problem = Problem::error(code, span, format!("{what} {must}"));
    match path {
        [] => problem.label(format!("this {words}")),
        [one] => problem.label(format!("`{one}` {words}")),
        [first, rest @ ..] => {
            let quoted: Vec<String> = rest.iter().map(|n| format!("`{n}`")).collect();
            let way = match quoted.as_slice() {
                [before @ .., last] if quoted.len() > MAX_CALLS_SHOWN => {
                    let shown = before[..MAX_CALLS_SHOWN - 1].join(", which calls ");
                    format!("{shown}, which calls others down to {last}")
                }
                all => all.join(", which calls "),
            };
            problem.label(format!("`{first}` calls {way}, which {words}"))
        }
    }
}
