//! Fonts of the system, for letters that the font in the program lacks.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use halflit_report::Font;

/// How much is read at most: a system may have thousands of fonts, and none that helps.
const MOST_BYTES: u64 = 400_000_000;
/// How deep folders are looked into.
const DEPTH: usize = 6;
/// Parts of the names of fonts that have many letters: these are tried first.
const PROMISING: [&str; 14] = [
    "cjk", "gothic", "hei", "song", "ming", "malgun", "meiryo", "pingfang", "hiragino", "nanum",
    "unifont", "unicode", "fallback", "noto",
];

/// Parts of the names of fonts that are for emphasis or code: these are tried last.
const SPECIAL: [&str; 9] =
    ["bold", "black", "heavy", "light", "thin", "italic", "oblique", "mono", "condensed"];

/// Fonts that can draw the letters, as far as there are any. Which they are depends on the system alone.
pub(crate) fn for_letters(letters: &BTreeSet<char>) -> Vec<Font> {
    match letters.is_empty() {
        true => Vec::new(),
        false => among(letters, files(&folders())),
    }
}

/// One font after the other, until every letter can be drawn.
fn among(letters: &BTreeSet<char>, files: Vec<PathBuf>) -> Vec<Font> {
    let (mut missing, mut found, mut read) = (letters.clone(), Vec::new(), 0);
    for path in files {
        if missing.is_empty() || read > MOST_BYTES {
            break;
        }
        let Ok(bytes) = std::fs::read(&path) else { continue };
        read += bytes.len() as u64;
        for font in Font::all_in(bytes) {
            let before = missing.len();
            missing.retain(|letter| !font.draws(*letter));
            if missing.len() < before {
                found.push(font);
            }
        }
    }
    found
}

/// Where systems keep their fonts.
fn folders() -> Vec<PathBuf> {
    let at = |variable: &str, inside: &str| {
        std::env::var_os(variable).map(|folder| PathBuf::from(folder).join(inside))
    };
    let fixed =
        ["/usr/share/fonts", "/usr/local/share/fonts", "/System/Library/Fonts", "/Library/Fonts"];
    let own = [
        at("HOME", ".local/share/fonts"),
        at("HOME", ".fonts"),
        at("HOME", "Library/Fonts"),
        at("WINDIR", "Fonts"),
        at("LOCALAPPDATA", "Microsoft/Windows/Fonts"),
    ];
    fixed.into_iter().map(PathBuf::from).chain(own.into_iter().flatten()).collect()
}

/// Every font file in the folders, the plain and promising ones first, else by name.
fn files(folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut files = Vec::new();
    folders.iter().for_each(|folder| collect(folder, DEPTH, &mut files));
    let rank = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let place = PROMISING.iter().position(|part| name.contains(part));
        let is_special = SPECIAL.iter().any(|part| name.contains(part));
        (is_special, place.unwrap_or(PROMISING.len()), path.clone())
    };
    files.sort_by_cached_key(rank);
    files
}

fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let ending = path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase);
        match ending.as_deref() {
            Some("ttf" | "otf" | "ttc" | "otc") => files.push(path),
            _ if depth > 0 && path.is_dir() => collect(&path, depth - 1, files),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_font_that_has_the_letters_is_found() {
        let place = tempfile::tempdir().expect("a folder");
        let inner = place.path().join("truetype/some");
        std::fs::create_dir_all(&inner).expect("folders");
        let cat = include_bytes!("../../halflit-report/tests/fonts/cat.ttf");
        std::fs::write(inner.join("Cat.TTF"), cat).expect("written");
        std::fs::write(place.path().join("broken.otf"), b"no font").expect("written");
        std::fs::write(place.path().join("notes.txt"), cat).expect("written");
        let found = files(&[place.path().to_owned(), place.path().join("absent")]);
        assert_eq!(found.len(), 2);
        // An upright font of ordinary weight comes before a bold one, whatever their names.
        let names = ["A-Bold.ttf", "Z-CJK.ttf", "Z.ttf"];
        let other = tempfile::tempdir().expect("a folder");
        names
            .iter()
            .for_each(|name| std::fs::write(other.path().join(name), cat).expect("written"));
        let order = files(&[other.path().to_owned()]);
        let order: Vec<_> = order.iter().filter_map(|path| path.file_name()?.to_str()).collect();
        assert_eq!(order, ["Z-CJK.ttf", "Z.ttf", "A-Bold.ttf"]);
        let among = |letters: &str| among(&letters.chars().collect(), found.clone()).len();
        assert_eq!([among("猫"), among("猫犬"), among("犬"), among("")], [1, 1, 0, 0]);
    }

    #[test]
    fn nothing_is_read_for_nothing() {
        assert!(for_letters(&BTreeSet::new()).is_empty());
    }
}
