//! Ctrl-C, where it asks for what is known so far.

use crate::failure::Failure;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// What a program that was interrupted exits with, by custom.
const INTERRUPTED: i32 = 130;

/// Whether somebody has pressed Ctrl-C; who presses it twice waits for nothing.
pub(crate) fn asked() -> Result<Arc<AtomicBool>, Failure> {
    let asked = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&asked);
    let handler = move || {
        if flag.swap(true, SeqCst) {
            process::exit(INTERRUPTED);
        }
    };
    ctrlc::set_handler(handler).map_err(Failure::usage)?;
    Ok(asked)
}
