//! What a page of Markdown holds: its blocks of code and its links. It knows no language.

/// A fenced block of code.
#[derive(Debug)]
pub(crate) struct Block {
    /// The line of its opening fence, from 1.
    pub line: usize,
    /// What stands after the opening fence.
    pub info: String,
    pub text: String,
}

pub(crate) fn blocks(page: &str) -> Vec<Block> {
    let (mut found, mut open): (Vec<Block>, Option<Block>) = (Vec::new(), None);
    for (i, line) in page.lines().enumerate() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(info)) => {
                open = Some(Block { line: i + 1, info: info.trim().to_owned(), text: String::new() });
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(block), None) => {
                block.text += line;
                block.text.push('\n');
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block of code is not closed: {open:?}");
    found
}

/// Where the links of a page lead, those to other sites left out.
pub(crate) fn links(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut code = false;
    for line in page.lines() {
        code ^= line.starts_with("```");
        let plain = if code { "" } else { line };
        for part in plain.split("](").skip(1) {
            found.extend(part.split_once(')').map(|(target, _)| target.to_owned()));
        }
    }
    found.retain(|t| !t.contains("://"));
    found
}
