//! Files written into a folder of their own.

use super::*;

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn what_fails_half_way_leaves_the_file_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.tgdl");
    fs::write(&path, "before").unwrap();
    let full = |file: &mut File| {
        file.write_all(b"half of")?;
        Err(io::ErrorKind::StorageFull.into())
    };
    assert_eq!(replace_with(&path, full).unwrap_err().kind(), io::ErrorKind::StorageFull);
    assert_eq!(
        (fs::read_to_string(&path).unwrap(), names(folder.path())),
        ("before".to_owned(), vec!["a.tgdl".to_owned()])
    );
    replace(&path, "after").unwrap();
    assert_eq!((fs::read_to_string(&path).unwrap(), names(folder.path()).len()), ("after".to_owned(), 1));
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_mode_and_a_link_stays_a_link() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let (path, link) = (folder.path().join("a"), folder.path().join("link"));
    fs::write(&path, "before").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("a", &link).unwrap();
    replace(&link, "after").unwrap();
    assert!(link.is_symlink());
    assert_eq!(fs::read_to_string(&path).unwrap(), "after");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o440)).unwrap();
    assert_eq!(replace(&path, "x").unwrap_err().to_string(), "it is read-only");
}

#[cfg(unix)]
#[test]
fn a_new_file_takes_no_name_that_is_there_not_even_a_links() {
    let folder = tempfile::tempdir().unwrap();
    let name = |n: &str| folder.path().join(n);
    fs::write(name("1"), "one").unwrap();
    std::os::unix::fs::symlink(name("elsewhere"), name("2")).unwrap();
    let path = create(["1", "2", "3"].map(name).into_iter(), "text", Access::Usual).unwrap();
    assert_eq!(path, name("3"));
    assert_eq!(names(folder.path()), ["1", "2", "3"]);
    let taken = create(["1"].map(name).into_iter(), "text", Access::Usual).unwrap_err();
    assert_eq!(taken.kind(), io::ErrorKind::AlreadyExists);
    assert_eq!(taken.to_string(), format!("`{}` is there already", name("1").display()));
    let taken = create(["1", "2"].map(name).into_iter(), "text", Access::Usual).unwrap_err();
    assert_eq!(taken.to_string(), "every name for it is taken");
    assert_eq!(names(folder.path()), ["1", "2", "3"]);
}

#[test]
fn a_folder_is_made_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new");
    create_folder(&path, &[("a", "one"), ("b", "two")]).unwrap();
    assert_eq!(
        (names(&path), names(folder.path())),
        (vec!["a".to_owned(), "b".to_owned()], vec!["new".to_owned()])
    );
    let half = create_folder(&folder.path().join("half"), &[("a", "one"), ("no/such", "two")]);
    assert!(half.is_err());
    assert_eq!(create_folder(&path, &[]).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    assert_eq!(names(folder.path()), ["new"]);
}
