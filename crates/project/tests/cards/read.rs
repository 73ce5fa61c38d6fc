//! How long it takes to read many cards.

use base::{FileId, Origins};
use dialects::{Around, ccg, tgdl};
use language::tree::Module;
use std::fmt::Write;
use std::time::Instant;

/// A thousand cards of all kinds.
fn thousand() -> String {
    let mut text = String::new();
    for i in 0..250 {
        let _ = write!(
            text,
            "new Creature called \"Beast {i}\" with_damage {} with_health 3 has_ability Flying has_ability Absorb(2)\n\
             new Creature called \"Lord {i}\" with_colour Black requires 3 * Lands and 2 * Swamps\n\
             new Sorcery called \"Bolt {i}\" defined_as Damage(3) target Creature or Player\n\
             new Sorcery called \"Blade {i}\" requires 2 * Swamps defined_as Destroy target NonBlack and Creature\n",
            i % 7
        );
    }
    text
}

/// All modules of the rule set that cards usually have.
fn rules(origins: &mut Origins) -> Vec<Module> {
    let files = project::library::names().filter(|n| {
        *n == "counted.tgdl" || n.starts_with("ccg/") || n.starts_with("abilities") || n.starts_with("mana")
    });
    files.map(|n| tgdl::parse(FileId(1), project::library::text(n).unwrap(), origins).value).collect()
}

/// In a release build it is less than 50 ms on an idle machine; the bound here is for builds that are not optimised, on
/// one that is busy.
#[test]
fn a_thousand_cards_are_read_at_once() {
    let text = thousand();
    let mut origins = Origins::default();
    let modules = rules(&mut origins);
    let visible: Vec<&Module> = modules.iter().collect();
    let around = Around { stem: "many", visible: Some(&visible), ..Around::default() };
    let mut times: Vec<f64> = Vec::new();
    for _ in 0..5 {
        let start = Instant::now();
        let read = ccg::parse(FileId(0), &text, &around, &mut origins);
        times.push(start.elapsed().as_secs_f64() * 1000.0);
        assert!(read.problems.is_empty(), "{:?}", read.problems.first());
        assert_eq!(read.value.items.len(), 1001);
    }
    times.sort_by(f64::total_cmp);
    println!("1,000 cards are read in {:.1} ms (median of 5)", times[2]);
    assert!(times[2] < 1000.0, "{times:?}");
}
