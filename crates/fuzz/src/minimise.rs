//! Makes a failing case smaller while it fails in the same way: drops files, lines, then pieces.
//! It knows nothing of what the pieces mean.

use crate::case::Case;
use crate::kind::Kind;
use crate::supervise::{alone, signature};
use crate::token;
use crate::watch::Bounds;
use std::time::{Duration, Instant};

/// After that time what there is must do.
const PATIENCE: Duration = Duration::from_secs(90);

/// The smallest case found that fails as the given one does; the same one if it does not fail alone.
pub fn minimise(kind: Kind, case: &Case, bounds: Bounds) -> Case {
    let scratch = std::env::temp_dir().join(format!("fuzz-{}.case", std::process::id()));
    let failure =
        |case: &Case| alone(kind, case, bounds, &scratch).ok().flatten().map(|what| signature(&what));
    let Some(wanted) = failure(case) else { return case.clone() };
    let end = Instant::now() + PATIENCE;
    let fails = |case: &Case| Instant::now() < end && failure(case).as_ref() == Some(&wanted);
    let mut best = case.clone();
    loop {
        let before = best.to_bytes().len();
        for file in (0..best.files.len()).rev() {
            drop_file(&mut best, file, &fails);
        }
        for file in 0..best.files.len() {
            shrink(&mut best, file, lines, &fails);
            shrink(&mut best, file, pieces, &fails);
        }
        if best.to_bytes().len() == before || Instant::now() >= end {
            break;
        }
    }
    // It may never have been written.
    let _ = std::fs::remove_file(&scratch);
    best
}

fn drop_file(best: &mut Case, file: usize, fails: &dyn Fn(&Case) -> bool) {
    if best.files.len() > 1 {
        let mut smaller = best.clone();
        smaller.files.remove(file);
        if fails(&smaller) {
            *best = smaller;
        }
    }
}

fn lines(text: &[u8]) -> Vec<Vec<u8>> {
    text.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect()
}

fn pieces(text: &[u8]) -> Vec<Vec<u8>> {
    match std::str::from_utf8(text) {
        Ok(text) => token::cut(text).into_iter().map(|t| t.text.into_bytes()).collect(),
        Err(_) => text.iter().map(|b| vec![*b]).collect(),
    }
}

/// Drops ever smaller stretches of a file's parts.
fn shrink(best: &mut Case, file: usize, cut: fn(&[u8]) -> Vec<Vec<u8>>, fails: &dyn Fn(&Case) -> bool) {
    let Some((_, text)) = best.files.get(file) else { return };
    let mut parts = cut(text);
    let mut size = parts.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < parts.len() {
            let mut fewer = parts.clone();
            fewer.drain(at..(at + size).min(parts.len()));
            let mut smaller = best.clone();
            smaller.files[file].1 = fewer.concat();
            if fails(&smaller) {
                (parts, *best) = (fewer, smaller);
            } else {
                at += size;
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
}
