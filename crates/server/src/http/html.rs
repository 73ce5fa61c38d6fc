//! Text as HTML. Whatever others wrote passes `text` or `attribute`, and so never is anything but text.

/// A text between tags, or between the quotation marks of an attribute.
pub(crate) fn text(of: &str) -> String {
    let mut out = String::with_capacity(of.len());
    for c in of.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

/// Without the codes that colour a terminal.
pub(crate) fn plain(painted: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(painted.len()), painted);
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        out.push_str(before);
        rest = after.split_once('m').map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    out
}

/// A whole page; the body is HTML already.
pub(crate) fn page(title: &str, body: &str) -> String {
    let title = text(title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title}</title><meta property=\"og:title\" content=\"{title}\">\
         <link rel=\"stylesheet\" href=\"/plain.css\"></head>\n<body>\n{body}\n</body></html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::{page, plain, text};

    #[test]
    fn what_others_wrote_is_only_text() {
        for hostile in
            ["<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' autofocus onfocus='x"]
        {
            let safe = text(hostile);
            assert!(!safe.contains(['<', '>', '"', '\'']), "{safe}");
            assert!(!page(hostile, "").contains(hostile), "{hostile}");
        }
        assert_eq!(plain("\u{1b}[1mbold\u{1b}[0m and \u{1b}[31mred"), "bold and red");
    }
}
