//! Counts the memory that the process holds, so that a case that takes too much can be told from the others.
//! It does not know which case runs.
#![allow(unsafe_code)] // Handing on to the system's allocator is all that happens here.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

/// What no case may reach at all: more is refused, which ends the process.
const MAX_BYTES: usize = 3 << 30;

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn took(bytes: usize) -> bool {
    let in_use = IN_USE.fetch_add(bytes, Ordering::Relaxed) + bytes;
    PEAK.fetch_max(in_use, Ordering::Relaxed);
    in_use <= MAX_BYTES
}

fn gave(bytes: usize) {
    IN_USE.fetch_sub(bytes, Ordering::Relaxed);
}

// SAFETY: every call is handed on to the system's allocator as it came, or refused with a null pointer.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !took(layout.size()) {
            gave(layout.size());
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !took(layout.size()) {
            gave(layout.size());
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        gave(layout.size());
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !took(size) {
            gave(size);
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promise.
        let new = unsafe { System.realloc(place, layout, size) };
        gave(if new.is_null() { size } else { layout.size() });
        new
    }
}

/// Bytes in use now.
pub fn in_use() -> usize {
    IN_USE.load(Ordering::Relaxed)
}

/// Starts to measure: forgets the peak so far, and gives the bytes in use.
pub fn start_measuring() -> usize {
    let now = in_use();
    PEAK.store(now, Ordering::Relaxed);
    now
}

/// The most bytes in use since the start, beyond what was in use then.
pub fn since(start: usize) -> usize {
    PEAK.load(Ordering::Relaxed).saturating_sub(start)
}
