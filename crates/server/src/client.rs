//! The client for browsers: its files, as they are sent, and the page that every address of it begins with. They are in
//! the program where it was built with them, or are read from a folder when the server starts.

use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::Bytes;
use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::Path;

mod built {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}

/// The page that loads all others.
const INDEX: &str = "index.html";

/// The largest file that is taken, and how many files.
const MAX_FILE: u64 = 8 << 20;
const MAX_FILES: usize = 1_000;

#[derive(Debug)]
pub(crate) struct Client {
    files: BTreeMap<String, File>,
    /// The first page, without its title, up to where a page without script is put, and from there on.
    index: [String; 3],
}

#[derive(Clone, Debug)]
pub(crate) struct File {
    pub(crate) kind: &'static str,
    pub(crate) bytes: Bytes,
    /// Compressed with gzip, where that is shorter.
    pub(crate) packed: Option<Bytes>,
}

/// A file of the client that the program was built with.
pub fn built(name: &str) -> Option<&'static [u8]> {
    built::FILES.iter().find(|(of, _)| *of == name).map(|(_, bytes)| *bytes)
}

impl Client {
    /// The one that the program was built with.
    pub(crate) fn built() -> io::Result<Option<Client>> {
        let files = built::FILES.iter().map(|(name, bytes)| ((*name).to_owned(), Bytes::from_static(bytes)));
        if built::FILES.is_empty() { Ok(None) } else { Client::new(files.collect()).map(Some) }
    }

    /// One in a folder.
    pub(crate) fn read(folder: &Path) -> io::Result<Client> {
        let mut files = Vec::new();
        read(folder, "", &mut files)?;
        Client::new(files)
    }

    fn new(files: Vec<(String, Bytes)>) -> io::Result<Client> {
        let missing = || io::Error::new(io::ErrorKind::NotFound, "a built client has an `index.html`");
        let index = files.iter().find(|(name, _)| name == INDEX).ok_or_else(missing)?;
        let index = parts(&String::from_utf8_lossy(&index.1));
        let files = files.into_iter().map(|(name, bytes)| {
            let kind = media_type(&name);
            Ok((name, File { packed: packed(kind, &bytes)?, kind, bytes }))
        });
        Ok(Client { files: files.collect::<io::Result<_>>()?, index })
    }

    pub(crate) fn file(&self, name: &str) -> Option<&File> {
        self.files.get(name)
    }

    /// The first page; title and body are HTML, and shown to whoever runs no script.
    pub(crate) fn page(&self, title: &str, body: &str) -> String {
        let [head, middle, end] = &self.index;
        format!(
            "{head}<title>{title}</title><meta property=\"og:title\" content=\"{title}\">{middle}\
             <noscript><link rel=\"stylesheet\" href=\"/plain.css\">\n{body}\n</noscript>{end}"
        )
    }
}

fn parts(index: &str) -> [String; 3] {
    let (head, rest) = index.split_once("<title>").unwrap_or(("", index));
    let rest = rest.split_once("</title>").map_or(rest, |(_, rest)| rest);
    let (middle, end) = rest.rsplit_once("</body>").unwrap_or((rest, ""));
    let end = if end.is_empty() { String::new() } else { format!("</body>{end}") };
    [head.to_owned(), middle.to_owned(), end]
}

fn read(folder: &Path, before: &str, files: &mut Vec<(String, Bytes)>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        // A link may lead anywhere.
        let kind = entry.file_type()?;
        if kind.is_dir() {
            read(&entry.path(), &format!("{name}/"), files)?;
        } else if kind.is_file() && entry.metadata()?.len() <= MAX_FILE {
            files.push((name, std::fs::read(entry.path())?.into()));
        }
        if files.len() > MAX_FILES {
            return Err(io::Error::other(format!("a built client has at most {MAX_FILES} files")));
        }
    }
    Ok(())
}

/// What kind of file a name says it is, as browsers are told.
pub fn media_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// What is a picture or a font is compressed already.
fn packed(kind: &str, bytes: &Bytes) -> io::Result<Option<Bytes>> {
    if !(kind.starts_with("text/") || kind.contains("json") || kind.contains("svg")) {
        return Ok(None);
    }
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(bytes)?;
    let packed = packed.finish()?;
    Ok((packed.len() < bytes.len()).then(|| packed.into()))
}

#[cfg(test)]
mod tests {
    use super::Client;

    #[test]
    fn every_page_of_a_client_says_what_is_there_without_script_too() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Client::read(folder.path()).is_err(), "there is no page");
        let index = "<html><head><title>T</title><script src=\"/assets/a.js\"></script></head><body><p></p></body></html>";
        std::fs::write(folder.path().join("index.html"), index).unwrap();
        std::fs::create_dir(folder.path().join("assets")).unwrap();
        std::fs::write(folder.path().join("assets/a.js"), "let a = 1;\n".repeat(50)).unwrap();
        let client = Client::read(folder.path()).unwrap();
        let page = client.page("Chess", "<h1>Chess</h1>");
        assert_eq!(
            page,
            "<html><head><title>Chess</title><meta property=\"og:title\" content=\"Chess\">\
             <script src=\"/assets/a.js\"></script></head><body><p></p>\
             <noscript><link rel=\"stylesheet\" href=\"/plain.css\">\n<h1>Chess</h1>\n</noscript></body></html>"
        );
        let script = client.file("assets/a.js").unwrap();
        assert_eq!(script.kind, "text/javascript; charset=utf-8");
        assert!(script.packed.as_ref().unwrap().len() < script.bytes.len());
        assert!(client.file("../secret").is_none() && client.file("assets").is_none());
    }
}
