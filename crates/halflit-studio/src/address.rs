//! The address that a studio had last. One that is started again with the same labels has it again, so that an open page goes on.
//!
//! It stands in a file beside the labels that nobody else may read. Where a system cannot say so every start has an address of its own.

use std::path::{Path, PathBuf};

/// Where a page finds its studio.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) port: u16,
    pub(crate) token: String,
}

impl Address {
    /// What the last studio of these labels had.
    pub(crate) fn last(labels: &Path) -> Option<Self> {
        Self::parse(&private(&file(labels)?)?)
    }

    /// Keeps it for the next start. A folder that takes no file only means another address then.
    pub(crate) fn keep(&self, labels: &Path) {
        // Where nobody can say who reads a file, no secret is written to one.
        let Some(file) = file(labels).filter(|_| cfg!(unix)) else { return };
        let folder = file.parent().filter(|own| !own.as_os_str().is_empty());
        let Ok(mut new) = tempfile::NamedTempFile::new_in(folder.unwrap_or(Path::new("."))) else {
            return;
        };
        let written = std::io::Write::write_all(&mut new, format!("{self}\n").as_bytes());
        if written.is_ok() {
            let _ = new.persist(file);
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let (port, token) = text.trim_end().strip_prefix(START)?.split_once(TOKEN)?;
        let is_token = token.len() == 32 && token.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_token.then_some(Self { port: port.parse().ok()?, token: token.to_owned() })
    }
}

const START: &str = "http://127.0.0.1:";
const TOKEN: &str = "/?token=";

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{START}{}{TOKEN}{}", self.port, self.token)
    }
}

/// Out of sight, beside the labels.
fn file(labels: &Path) -> Option<PathBuf> {
    let mut name = std::ffi::OsString::from(".");
    name.push(labels.file_name()?);
    name.push(".address");
    Some(labels.with_file_name(name))
}

/// What a file of our own holds, if nobody else can have read or written it.
#[cfg(unix)]
fn private(path: &Path) -> Option<String> {
    use std::os::unix::fs::MetadataExt;
    let status = std::fs::symlink_metadata(path).ok()?;
    // A file that we make tells who we are.
    let own = tempfile::tempfile().and_then(|file| file.metadata()).ok()?.uid();
    let is_private = status.is_file() && status.uid() == own && status.mode() & 0o077 == 0;
    is_private.then(|| std::fs::read_to_string(path).ok()).flatten()
}

#[cfg(not(unix))]
fn private(_: &Path) -> Option<String> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn address() -> Address {
        Address { port: 4711, token: "0123456789abcdef0123456789abcdef".into() }
    }

    #[test]
    fn an_address_is_found_again_beside_its_labels_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let labels = folder.path().join("a.labels.jsonl");
        assert_eq!(Address::last(&labels), None);
        address().keep(&labels);
        assert_eq!(Address::last(&labels), Some(address()));
        assert_eq!(Address::last(&folder.path().join("b.labels.jsonl")), None);
    }

    #[test]
    fn an_address_that_others_can_read_counts_for_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let labels = folder.path().join("labels.jsonl");
        address().keep(&labels);
        let file = file(&labels).expect("a name");
        let open = std::fs::Permissions::from_mode(0o644);
        std::fs::set_permissions(&file, open).expect("may be read by all");
        assert_eq!(Address::last(&labels), None);
        address().keep(&labels);
        let elsewhere = folder.path().join("elsewhere");
        std::fs::rename(&file, &elsewhere).expect("moved");
        std::os::unix::fs::symlink(&elsewhere, &file).expect("a link");
        assert_eq!(Address::last(&labels), None);
    }

    #[test]
    fn what_is_no_address_is_none() {
        let text = address().to_string();
        assert_eq!(Address::parse(&text), Some(address()));
        for bad in ["", "http://127.0.0.1:x/?token=0", &text[1..], &text[..text.len() - 1]] {
            assert_eq!(Address::parse(bad), None, "{bad}");
        }
    }
}
