//! What strings say between their quotes. It knows nothing of what stands in the braces of one.

/// A part of an interpolated string.
pub(crate) enum Raw {
    Text(String),
    /// Code, from one offset of the token to another.
    Code(usize, usize),
}

/// The text of a plain string or character with its quotes, and an escape in it that means nothing.
pub(crate) fn plain(token: &str) -> (String, Option<String>) {
    if let Some(inside) = token.strip_prefix("\"\"\"").and_then(|t| t.strip_suffix("\"\"\"")) {
        return readable(inside);
    }
    let inside = token.get(1..token.len().saturating_sub(1)).unwrap_or("");
    let (mut out, mut unknown) = (String::new(), None);
    let mut characters = inside.chars();
    while let Some(c) = characters.next() {
        match if c == '\\' { escape(&mut characters) } else { Ok(c) } {
            Ok(c) if !is_readable(c) => unknown = Some(code_point(c)),
            Ok(c) => out.push(c),
            Err(escape) => unknown = Some(escape),
        }
    }
    (out, unknown)
}

/// A text without the characters that would steer a terminal, and one of these.
pub(crate) fn readable(text: &str) -> (String, Option<String>) {
    let unknown = text.chars().rfind(|c| !is_readable(*c)).map(code_point);
    (text.chars().filter(|c| is_readable(*c)).collect(), unknown)
}

fn is_readable(c: char) -> bool {
    !base::steers(c) || c == '\n' || c == '\t' || c == '\r'
}

/// `U+001B`
fn code_point(c: char) -> String {
    format!("U+{:04X}", u32::from(c))
}

/// The character after a backslash.
fn escape(characters: &mut std::str::Chars) -> Result<char, String> {
    match characters.next() {
        Some('n') => Ok('\n'),
        Some('t') => Ok('\t'),
        Some(c @ ('\\' | '"' | '\'')) => Ok(c),
        Some('u') => {
            let rest = characters.as_str();
            let digits = rest.trim_start_matches('u').get(..4).unwrap_or("");
            let found = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
            let length = rest.len() - rest.trim_start_matches('u').len() + digits.len();
            *characters = rest.get(length..).unwrap_or("").chars();
            found.ok_or_else(|| format!("\\u{digits}"))
        }
        Some(c) => Err(format!("\\{c}")),
        None => Err("\\".to_owned()),
    }
}

/// The parts of `s"..."`, which is given with its quotes.
pub(crate) fn pieces(token: &str) -> Vec<Raw> {
    let quotes = if token.starts_with("s\"\"\"") { 3 } else { 1 };
    let end = token.len().saturating_sub(quotes);
    let (mut all, mut text, mut at) = (Vec::new(), String::new(), 1 + quotes);
    while at < end {
        let rest = token.get(at..end).unwrap_or("");
        let Some(c) = rest.chars().next() else { break };
        let code = match (c, rest.chars().nth(1)) {
            ('$', Some('{')) => braces(rest).map(|close| (at + 2, at + close, at + close + 1)),
            ('$', Some(next)) if next.is_alphabetic() || next == '_' => {
                let is_part = |c: char| c == '_' || c.is_alphanumeric();
                let length = rest[1..].find(|c| !is_part(c)).unwrap_or(rest.len() - 1);
                Some((at + 1, at + 1 + length, at + 1 + length))
            }
            _ => None,
        };
        if let Some((from, to, next)) = code {
            if !text.is_empty() {
                all.push(Raw::Text(std::mem::take(&mut text)));
            }
            all.push(Raw::Code(from, to));
            at = next;
        } else if rest.starts_with("$$") {
            text.push('$');
            at += 2;
        } else if c == '\\' && quotes == 1 {
            let mut characters = rest[1..].chars();
            text.extend(escape(&mut characters).ok());
            at = end - characters.as_str().len();
        } else {
            text.push(c);
            at += c.len_utf8();
        }
    }
    if !text.is_empty() {
        all.push(Raw::Text(text));
    }
    all
}

/// Where the brace closes that opens after the `$` at the start.
fn braces(text: &str) -> Option<usize> {
    let (mut depth, mut is_text) = (0_u32, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => is_text = !is_text,
            b'{' if !is_text => depth += 1,
            b'}' if !is_text => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}
