//! Source files and places in them. Nothing here reads a disk.

use std::ops::Range;

/// A file of a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u32);

/// A piece of a file: byte offsets, `start` inclusive, `end` exclusive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// The smallest span that covers both; `self` when the files differ.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A node of a tree. Trees hold no positions: [`Origins`] says where a node came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct NodeId(pub u32);

/// Where a node came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The author wrote it there.
    Written(Span),
    /// A lowering made it up because of the text there.
    Implied(Span),
}

impl Origin {
    pub fn span(self) -> Span {
        match self {
            Origin::Written(span) | Origin::Implied(span) => span,
        }
    }
}

/// The origins of all nodes of all modules of one game, indexed by [`NodeId`].
#[derive(Clone, Debug, Default)]
pub struct Origins {
    all: Vec<Origin>,
}

impl Origins {
    pub fn add(&mut self, origin: Origin) -> NodeId {
        let id = NodeId(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(origin);
        id
    }

    pub fn written(&mut self, span: Span) -> NodeId {
        self.add(Origin::Written(span))
    }

    pub fn implied(&mut self, span: Span) -> NodeId {
        self.add(Origin::Implied(span))
    }

    /// The origin of `id`; an id of another table gives the start of the first file.
    pub fn get(&self, id: NodeId) -> Origin {
        let nowhere = Origin::Implied(Span { file: FileId(0), start: 0, end: 0 });
        self.all.get(id.0 as usize).copied().unwrap_or(nowhere)
    }

    pub fn span(&self, id: NodeId) -> Span {
        self.get(id).span()
    }
}

/// The texts of all files of one game.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

#[derive(Clone, Debug)]
struct SourceFile {
    path: String,
    text: String,
    /// Where each line begins.
    lines: Vec<u32>,
}

impl SourceMap {
    /// Adds a file. `path` is what diagnostics show.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<String>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        let (path, text) = (path.into(), text.into());
        let breaks = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1);
        let lines = std::iter::once(0).chain(breaks).collect();
        self.files.push(SourceFile { path, text, lines });
        id
    }

    fn file(&self, file: FileId) -> Option<&SourceFile> {
        self.files.get(file.0 as usize)
    }

    pub fn path(&self, file: FileId) -> &str {
        self.file(file).map_or("", |f| &f.path)
    }

    pub fn text(&self, file: FileId) -> &str {
        self.file(file).map_or("", |f| &f.text)
    }

    pub fn files(&self) -> impl Iterator<Item = FileId> {
        (0..u32::try_from(self.files.len()).unwrap_or(u32::MAX)).map(FileId)
    }

    /// The piece of source that `span` covers; empty where the span does not fit.
    pub fn piece(&self, span: Span) -> &str {
        self.text(span.file).get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The line of a byte offset, from 0.
    pub(crate) fn line(&self, file: FileId, offset: usize) -> usize {
        let lines = self.file(file).map_or(&[][..], |f| &f.lines);
        lines.partition_point(|start| *start as usize <= offset).saturating_sub(1)
    }

    /// The bytes of a line, by its number from 0, with its line break.
    pub(crate) fn line_range(&self, file: FileId, line: usize) -> Option<Range<usize>> {
        let file = self.file(file)?;
        let start = *file.lines.get(line)? as usize;
        Some(start..file.lines.get(line + 1).map_or(file.text.len(), |next| *next as usize))
    }

    /// Line and column of a byte offset, both from 1; the column counts characters.
    pub fn line_column(&self, file: FileId, offset: u32) -> (u32, u32) {
        let text = self.text(file);
        let at = text.floor_char_boundary((offset as usize).min(text.len()));
        let line = self.line(file, at);
        let start = self.line_range(file, line).map_or(0, |range| range.start);
        (line as u32 + 1, text[start..at].chars().count() as u32 + 1)
    }
}
