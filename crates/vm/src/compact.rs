//! Compaction: a copying collector (Cheney 1970). It runs between actions only, when no function does. It knows which
//! words of a state are references, and nothing of what they mean in a game.
//!
//! The fixed part stays where it is, and its references are the roots. The elements of its lists come first in
//! to-space, then the queue, then everything in the order in which it is found. So equal states become equal words.
//! Lists lose their spare capacity.

use crate::memory::Memory;
use crate::ops;
use bytecode::Program;
use bytecode::layout::{Shape, growing, header, list, object};
use bytecode::program::Class;
use bytecode::word::{self, Kind, NULL, Text};
use std::ops::Range;

/// Copies what is reachable into the other vector, and swaps the two.
pub fn compact(program: &Program, words: &mut Vec<u64>, to_space: &mut Vec<u64>) {
    let fixed = program.layout.heap.min(words.len());
    to_space.clear();
    to_space.extend_from_slice(&words[..fixed]);
    let mut collector = Collector { program, from: words, to: to_space, fixed, tables: Vec::new() };
    collector.copy_root_lists();
    let queue = collector.copy_queue();
    collector.forward(fixed..queue.start, Kind::Ref);
    collector.forward_queue(queue.clone());
    collector.forward_single_tiles();
    collector.forward_root_objects();
    collector.scan(queue.end);
    let tables = std::mem::take(&mut collector.tables);
    rebuild_tables(program, to_space, &tables);
    std::mem::swap(words, to_space);
}

/// A hash of the words of a whole state.
pub fn hash(words: &[u64]) -> u64 {
    ops::hash_words(words)
}

/// Makes the indices of tables anew: references among the keys have been forwarded.
fn rebuild_tables(program: &Program, words: &mut Vec<u64>, tables: &[usize]) {
    let (fuel, mut moved) = (std::cell::Cell::new(i64::MAX), Vec::new());
    let mut m = Memory {
        program,
        words,
        limit: usize::MAX,
        scratch_start: 0,
        fuel: &fuel,
        moved: &mut moved,
        trace: None,
    };
    for t in tables {
        // Only a table whose words were broken before gives a fault; it stays as it is.
        let _ = ops::table::rebuild(&mut m, *t as u64);
    }
}

struct Collector<'a> {
    program: &'a Program,
    /// From-space: the state as it was. Evacuated cells hold their forwarding address.
    from: &'a mut Vec<u64>,
    /// To-space.
    to: &'a mut Vec<u64>,
    /// Where the fixed part ends.
    fixed: usize,
    /// Addresses of tables that were copied.
    tables: Vec<usize>,
}

impl Collector<'_> {
    /// The elements of zones, of lists of live objects, of tiles that hold several pieces, and what is occupied of
    /// boards that grow; the numbers of tiles there are no addresses.
    fn copy_root_lists(&mut self) {
        let (program, layout) = (self.program, &self.program.layout);
        for slot in 0..program.slots.len() {
            self.copy_root_list(layout.zones + list::HEAD * slot);
        }
        let joins = program.classes.iter().flat_map(|c| &c.joins);
        for live in 0..joins.map(|j| usize::from(*j) + 1).max().unwrap_or(0) {
            self.copy_root_list(layout.live + list::HEAD * live);
        }
        for (t, single) in program.tiles.single.iter().enumerate() {
            if let (false, Some(at)) = (single, self.from.get(layout.tiles + t)) {
                self.copy_root_list(*at as usize);
            }
        }
        for growing in program.boards.iter().filter_map(|b| b.growing.as_ref()) {
            self.copy_root_list(growing.at + growing::TILES);
            self.copy_root_list(growing.at + growing::PIECES);
        }
    }

    /// The pieces on tiles that hold one.
    fn forward_single_tiles(&mut self) {
        let (program, tiles) = (self.program, self.program.layout.tiles);
        for (t, single) in program.tiles.single.iter().enumerate() {
            if *single {
                self.forward(tiles + t..tiles + t + 1, Kind::Ref);
            }
        }
    }

    fn copy_root_list(&mut self, at: usize) {
        if at.saturating_add(list::HEAD) > self.fixed {
            return;
        }
        let n = list::length(self.from[at]);
        let data = list::data(self.from[at + 1]);
        let new = if n == 0 { 0 } else { self.to.len() };
        self.to.extend_from_slice(self.from.get(data..data + n).unwrap_or(&[]));
        self.to[at + 1] = list::place(n, new);
    }

    /// Copies what is still queued; gives where its words stand.
    fn copy_queue(&mut self) -> Range<usize> {
        let (old, done) = (self.to[header::QUEUE] as usize, self.to[header::QUEUE_HEAD] as usize);
        let at = self.to.len();
        let Some([head, place]) = self.from.get(old..old.saturating_add(2)) else { return at..at };
        let data = list::data(*place);
        let left = self.from.get(data + done..data + list::length(*head)).unwrap_or(&[]);
        self.to[header::QUEUE_HEAD] = 0;
        if left.is_empty() {
            self.to[header::QUEUE] = NULL;
            return at..at;
        }
        self.to[header::QUEUE] = at as u64;
        self.to.push(list::with_length(*head, left.len()));
        self.to.push(list::place(left.len(), at + list::HEAD));
        self.to.extend_from_slice(left);
        at..self.to.len()
    }

    /// Of each three words of the queue the first is the number of an action.
    fn forward_queue(&mut self, queue: Range<usize>) {
        for at in queue.skip(list::HEAD).collect::<Vec<_>>().chunks(3) {
            for at in &at[1..] {
                self.to[*at] = self.evacuate(self.to[*at]);
            }
        }
    }

    /// The objects of global classes and of tiles.
    fn forward_root_objects(&mut self) {
        let program = self.program;
        for class in &program.classes {
            if let Some(at) = class.global {
                self.forward_fields(at as usize, class);
            }
        }
        for (at, board) in program.tiles.objects.iter().zip(&program.tiles.board) {
            let class = program.boards.get(usize::from(*board)).map(|b| usize::from(b.class));
            if let (true, Some(class)) = (*at != u32::MAX, class.and_then(|c| program.classes.get(c))) {
                self.forward_fields(*at as usize, class);
            }
        }
    }

    fn forward_fields(&mut self, at: usize, class: &Class) {
        let first = at + usize::from(class.first_field);
        for (i, field) in class.fields.iter().enumerate() {
            if field.kind != Kind::Plain {
                self.forward(first + i..first + i + 1, field.kind);
            }
        }
    }

    /// Replaces references in to-space by forwarding addresses.
    fn forward(&mut self, range: Range<usize>, kind: Kind) {
        if kind == Kind::Plain || range.end > self.to.len() {
            return;
        }
        for at in range {
            self.to[at] = self.forwarded(self.to[at], kind);
        }
    }

    fn forwarded(&mut self, w: u64, kind: Kind) -> u64 {
        match kind {
            Kind::Plain => w,
            Kind::Ref => self.evacuate(w),
            Kind::Text => match word::text(w) {
                Some(Text::Heap(at)) => word::heap_text(self.evacuate(at as u64) as usize),
                _ => w,
            },
        }
    }

    /// Copies what a word refers to into to-space, if that has not been done yet; gives its forwarding address.
    fn evacuate(&mut self, w: u64) -> u64 {
        if w < self.fixed as u64 || w >= self.from.len() as u64 {
            return w;
        }
        let at = w as usize;
        let head = self.from[at];
        let new = self.to.len() as u64;
        match Shape::of(head) {
            Some(Shape::Forward) => return head >> 32,
            Some(Shape::List) => self.copy_list(at, list::length(head)),
            Some(Shape::Table) => {
                self.tables.push(self.to.len());
                self.copy_list(at, ops::table::capacity_for(list::length(head) / 3));
            }
            Some(Shape::Object | Shape::Text | Shape::Closure) => {
                let size = self.size(head);
                self.to.extend_from_slice(self.from.get(at..at + size).unwrap_or(&[head]));
            }
            None => return NULL,
        }
        self.from[at] = Shape::Forward as u64 | new << 32;
        new
    }

    /// The words of an object, a string or a function value.
    fn size(&self, head: u64) -> usize {
        match Shape::of(head) {
            Some(Shape::Object) => self.class(head).map_or(1, |c| usize::from(c.size)).max(object::FIELDS),
            Some(Shape::Text) => 1 + ((head >> 32) as usize).div_ceil(4),
            _ => 2 + (head >> 32) as usize,
        }
    }

    fn class(&self, head: u64) -> Option<&'_ Class> {
        self.program.classes.get(usize::from(object::class(head)))
    }

    /// Copies a list or table, with that capacity.
    fn copy_list(&mut self, at: usize, capacity: usize) {
        let (head, place) = (self.from[at], self.from.get(at + 1).copied().unwrap_or(0));
        let (n, data) = (list::length(head), list::data(place));
        let new = self.to.len();
        self.to.push(head);
        self.to.push(list::place(capacity, new + list::HEAD));
        self.to.extend_from_slice(self.from.get(data..data + n).unwrap_or(&[]));
        self.to.resize(new + list::HEAD + capacity, 0);
    }

    /// Goes through to-space, evacuating what its words refer to.
    fn scan(&mut self, mut at: usize) {
        let program = self.program;
        while at < self.to.len() {
            let head = self.to[at];
            at += match Shape::of(head) {
                Some(Shape::Object) => {
                    if let Some(class) = program.classes.get(usize::from(object::class(head))) {
                        self.forward_fields(at, class);
                    }
                    self.size(head)
                }
                Some(Shape::List) => {
                    let first = at + list::HEAD;
                    self.forward(first..first + list::length(head), list::kind(head));
                    list::HEAD + list::length(head)
                }
                Some(Shape::Table) => {
                    self.forward_pairs(at + list::HEAD, list::length(head) / 3, list::kind(head));
                    list::HEAD + ops::table::capacity_for(list::length(head) / 3)
                }
                Some(Shape::Closure) => {
                    self.forward_captured(at, (head >> 32) as usize);
                    self.size(head)
                }
                _ => self.size(head),
            };
        }
    }

    fn forward_pairs(&mut self, first: usize, pairs: usize, values: Kind) {
        for at in (0..pairs).map(|i| first + 3 * i) {
            let keys = Kind::from_bits(self.to[at]);
            self.forward(at + 1..at + 2, keys);
            self.forward(at + 2..at + 3, values);
        }
    }

    fn forward_captured(&mut self, at: usize, n: usize) {
        let kinds = self.to.get(at + 1).map_or(0, |w| w >> 32);
        for i in 0..n {
            let kind = Kind::from_bits(kinds.checked_shr(2 * i as u32).unwrap_or(0));
            self.forward(at + 2 + i..at + 3 + i, kind);
        }
    }
}

#[cfg(test)]
mod tests;
