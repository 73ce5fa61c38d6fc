//! What the text of an import means: a file of the project or of the built-in library. It reads nothing.

/// Where a module's file is. Paths are written with `/` and free of `.` and `..`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum ModulePath {
    /// Relative to the project's folder.
    Project(String),
    /// Relative to `std/`.
    Library(String),
}

impl ModulePath {
    pub(crate) fn path(&self) -> &str {
        let (ModulePath::Project(path) | ModulePath::Library(path)) = self;
        path
    }

    /// The folder it is in; the project's own folder is the empty path.
    pub(crate) fn folder(&self) -> &str {
        self.path().rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// What `import "text"` in this file names; None where that lies outside of the project.
    pub(crate) fn import(&self, text: &str) -> Option<ModulePath> {
        if text.starts_with('/') || text.contains(['\\', ':', '\0']) {
            return None;
        }
        if let Some(rest) = text.strip_prefix("std/") {
            return Some(ModulePath::Library(with_extension(join("", rest)?)));
        }
        let path = with_extension(join(self.folder(), text)?);
        Some(match self {
            ModulePath::Project(_) => ModulePath::Project(path),
            ModulePath::Library(_) => ModulePath::Library(path),
        })
    }
}

/// Joins paths and resolves `.` and `..`; None where that leads above the start.
fn join(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|p| !p.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            _ => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// An import may leave the extension out.
fn with_extension(path: String) -> String {
    let name = path.rsplit('/').next().unwrap_or("");
    if name.is_empty() || name.contains('.') { path } else { path + ".tgdl" }
}

#[cfg(test)]
mod tests {
    use super::ModulePath;

    fn import(from: &str, text: &str) -> String {
        match ModulePath::Project(from.to_owned()).import(text) {
            Some(ModulePath::Project(path)) => path,
            Some(ModulePath::Library(path)) => format!("library {path}"),
            None => "outside".to_owned(),
        }
    }

    #[test]
    fn imports_are_relative_to_the_importing_file() {
        assert_eq!(import("game.tgdl", "pieces.tgdl"), "pieces.tgdl");
        assert_eq!(import("a/b.tgdl", "c"), "a/c.tgdl");
        assert_eq!(import("a/b.tgdl", "../c/./d.tgdl"), "c/d.tgdl");
        assert_eq!(import("game.tgdl", "std/cards"), "library cards.tgdl");
        let library = ModulePath::Library("cards.tgdl".to_owned());
        assert_eq!(library.import("board"), Some(ModulePath::Library("board.tgdl".to_owned())));
    }

    #[test]
    fn imports_stay_inside_the_project() {
        for text in ["../x.tgdl", "a/../../x", "/etc/passwd", "c:x", "..\\x", "std/../../x"] {
            assert_eq!(import("game.tgdl", text), "outside", "{text}");
        }
    }
}
