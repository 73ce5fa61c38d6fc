//! The lines of a file that a problem speaks of, as they are shown: without what could steer a terminal, and long ones
//! cut around the place. It knows nothing of problems.

use crate::source::SourceMap;
use crate::{FileId, Span};
use codespan_reporting::files::{Error, Files};
use std::collections::BTreeMap;
use std::ops::Range;

/// A line longer than this, in bytes, is cut.
const MAX_LINE: usize = 400;

/// What is shown of a line that is cut, in bytes: this much before the place, and this much behind its start.
const BEFORE: usize = 40;
const BEHIND: usize = 100;

/// What stands where a line is cut.
const CUT: &str = "…";

/// The shown lines of all files that one problem speaks of.
pub(crate) struct Excerpts<'s> {
    sources: &'s SourceMap,
    files: Vec<Excerpt>,
}

/// The shown lines of one file, in a text of their own.
struct Excerpt {
    file: FileId,
    name: String,
    text: String,
    /// By number from 0.
    lines: BTreeMap<usize, Line>,
}

struct Line {
    /// Where it stands in the text of the excerpt.
    shown: Range<usize>,
    /// Which part of the file that is.
    part: Range<usize>,
    /// How many characters of the line are left out before it.
    skipped: usize,
    /// What stands in front of it, in bytes.
    cut: usize,
}

impl<'s> Excerpts<'s> {
    pub(crate) fn new(sources: &'s SourceMap) -> Excerpts<'s> {
        Excerpts { sources, files: Vec::new() }
    }

    /// Shows the line where a span begins. Gives the number of its file here, and where the span lies in the text of the
    /// excerpt: between characters, on one line, and inside of what is shown.
    pub(crate) fn show(&mut self, span: Span) -> (usize, Range<usize>) {
        let text = self.sources.text(span.file);
        let start = text.floor_char_boundary((span.start as usize).min(text.len()));
        let end = text.ceil_char_boundary((span.end as usize).min(text.len())).max(start);
        let number = self.sources.line(span.file, start);
        let file = self.file(span.file);
        self.add_line(file, number, start);
        let line = &self.files[file].lines[&number];
        let place = |at: usize| {
            line.shown.start + line.cut + at.clamp(line.part.start, line.part.end) - line.part.start
        };
        (file, place(start)..place(end))
    }

    /// Adds the lines behind those that are shown: what lies between two of them is shown where it is one line.
    pub(crate) fn fill_gaps(&mut self) {
        for file in 0..self.files.len() {
            let shown: Vec<usize> = self.files[file].lines.keys().copied().collect();
            shown.into_iter().for_each(|number| self.add_line(file, number + 1, 0));
        }
    }

    fn file(&mut self, file: FileId) -> usize {
        if let Some(known) = self.files.iter().position(|f| f.file == file) {
            return known;
        }
        let name = harmless(self.sources.path(file));
        self.files.push(Excerpt { file, name, text: String::new(), lines: BTreeMap::new() });
        self.files.len() - 1
    }

    /// Takes a line into an excerpt; if it is long, what lies around a place of the file.
    fn add_line(&mut self, file: usize, number: usize, around: usize) {
        let Some(whole) = self.sources.line_range(self.files[file].file, number) else { return };
        let Excerpt { file, text, lines, .. } = &mut self.files[file];
        let all = self.sources.text(*file);
        let whole = whole.start..whole.start + all[whole].trim_end().len();
        let part = if whole.len() <= MAX_LINE { whole.clone() } else { window(all, &whole, around) };
        lines.entry(number).or_insert_with(|| {
            let before = if part.start > whole.start { CUT } else { "" };
            let behind = if part.end < whole.end { CUT } else { "" };
            let start = text.len();
            *text += &format!("{before}{}{behind}\n", harmless(&all[part.clone()]));
            let skipped = all[whole.start..part.start].chars().count();
            Line { shown: start..text.len(), part, skipped, cut: before.len() }
        });
    }

    fn excerpt(&self, file: usize) -> Result<&Excerpt, Error> {
        self.files.get(file).ok_or(Error::FileMissing)
    }

    fn line(&self, file: usize, number: usize) -> Result<&Line, Error> {
        let line = self.excerpt(file)?.lines.get(&number);
        line.ok_or(Error::LineTooLarge { given: number, max: number })
    }
}

/// The part of a long line that is shown for a place.
fn window(text: &str, line: &Range<usize>, around: usize) -> Range<usize> {
    let around = around.clamp(line.start, line.end);
    let start = text.floor_char_boundary(around.saturating_sub(BEFORE).max(line.start));
    let end = text.ceil_char_boundary((around + BEHIND).min(line.end));
    start..end
}

impl<'a> Files<'a> for Excerpts<'_> {
    type FileId = usize;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, file: usize) -> Result<&'a str, Error> {
        Ok(&self.excerpt(file)?.name)
    }

    fn source(&'a self, file: usize) -> Result<&'a str, Error> {
        Ok(&self.excerpt(file)?.text)
    }

    fn line_index(&'a self, file: usize, at: usize) -> Result<usize, Error> {
        let mut lines = self.excerpt(file)?.lines.iter();
        let found = lines.find(|(_, line)| line.shown.contains(&at));
        found.map(|(number, _)| *number).ok_or(Error::IndexTooLarge { given: at, max: at })
    }

    fn column_number(&'a self, file: usize, number: usize, at: usize) -> Result<usize, Error> {
        let line = self.line(file, number)?;
        let before = self.source(file)?.get(line.shown.start + line.cut..at).unwrap_or("");
        Ok(line.skipped + before.chars().count() + 1)
    }

    fn line_range(&'a self, file: usize, number: usize) -> Result<Range<usize>, Error> {
        Ok(self.line(file, number)?.shown.clone())
    }
}

/// Replaces what could steer a terminal by blanks of the same length in bytes.
pub(crate) fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if steers(c) && c != '\n' && c != '\t' {
            out.extend(std::iter::repeat_n(' ', c.len_utf8()));
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a character does something to a terminal, or to the order in which others are shown.
pub fn steers(c: char) -> bool {
    c.is_control() || turns(c)
}

/// Whether anything of a text can be seen: more than white space and characters that are drawn as nothing.
pub fn is_visible(text: &str) -> bool {
    text.chars().any(|c| !c.is_whitespace() && !c.is_control() && !is_blank(c))
}

/// Whether all of a text can be seen, so that no two texts look the same and are others. What joins characters, and
/// chooses how one looks, stands behind one on which that has an effect: a picture, or a letter of a script that joins.
pub fn is_clear(text: &str) -> bool {
    let joins = |c: char| matches!(c, '\u{200c}' | '\u{200d}');
    let selects = |c: char| matches!(c, '\u{fe00}'..='\u{fe0f}');
    // Latin, Greek and Cyrillic letters stand before these.
    let changes = |c: char| c >= '\u{590}' && !is_blank(c);
    let mut before = ' ';
    for c in text.chars() {
        let is_fine = match c {
            _ if joins(c) => changes(before) || selects(before),
            _ if selects(c) => changes(before),
            _ => {
                !steers(c) && !is_blank(c) && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffb}')
            }
        };
        if !is_fine {
            return false;
        }
        before = c;
    }
    !joins(before)
}

/// Characters that are drawn as nothing: Default_Ignorable_Code_Point of the Unicode Character Database, and the empty
/// pattern of Braille.
fn is_blank(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character changes the direction in which those behind it are shown, so that text reads otherwise than it
/// means: the explicit formatting characters of the Unicode Bidirectional Algorithm (UAX #9, 2.1 to 2.6).
pub fn turns(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
