//! How much memory is left, and whether something fits: refused by name beforehand, not killed half-way.

use crate::error::{Error, Result};

/// What is taken to be free where nobody tells: more than machines have.
const UNKNOWN: f64 = 1e15;

/// Refuses what takes so many bytes for each pair of rows, where the machine says that it has less, with what to do instead.
pub(crate) fn check_pairs(
    what: &'static str,
    rows: usize,
    bytes_a_pair: f64,
    instead: &'static str,
) -> Result<()> {
    let most = |free: f64| (free / bytes_a_pair).sqrt();
    let needed = Needed { what, rows: rows as f64, bytes: bytes_a_pair * (rows as f64).powi(2) };
    needed.fits(free(), most, instead)
}

/// Checks the memory for rows, of which there may be more than a machine can count.
pub(crate) fn check_rows(
    what: &'static str,
    rows: f64,
    bytes_a_row: f64,
    instead: &'static str,
) -> Result<()> {
    let needed = Needed { what, rows, bytes: bytes_a_row * rows };
    needed.fits(free(), |free| free / bytes_a_row, instead)
}

/// What asks for memory.
struct Needed {
    what: &'static str,
    rows: f64,
    bytes: f64,
}

impl Needed {
    /// Whether it fits into so many bytes, into which `most` rows would.
    fn fits(self, free: f64, most: impl Fn(f64) -> f64, instead: &'static str) -> Result<()> {
        if self.bytes <= free {
            return Ok(());
        }
        let words = |bytes: f64| match bytes {
            bytes if bytes < 1e9 => format!("{:.0} MB", bytes / 1e6),
            bytes => format!("{:.1} GB", bytes / 1e9),
        };
        let (what, rows, most) = (self.what, self.rows as usize, most(free) as usize);
        let (needed, free) = (words(self.bytes), words(free));
        Err(Error::Memory { what, rows, needed, free, most, instead })
    }
}

fn free() -> f64 {
    available().map_or(UNKNOWN, |free| free as f64)
}

/// Bytes that can be had without pushing anything else out, within what a container and a limit of the process allow; `None` where
/// nobody tells.
pub fn available() -> Option<u64> {
    let machine = of_meminfo(&std::fs::read_to_string("/proc/meminfo").ok()?)?;
    let within = |name: &str| -> Option<u64> {
        std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse().ok()
    };
    let container = within("memory.max").map(|most| {
        let used = within("memory.current").unwrap_or(0);
        // Files that the system keeps at hand count as used and make way.
        most.saturating_sub(used.min(most / 2))
    });
    let own = std::fs::read_to_string("/proc/self/limits")
        .ok()
        .zip(std::fs::read_to_string("/proc/self/status").ok());
    let process = own.and_then(|(limits, status)| of_process(&limits, &status));
    Some([container, process].into_iter().flatten().fold(machine, u64::min))
}

/// Half of what a limit of the process (`ulimit -v`) leaves: addresses are taken by threads and by the allocator, too, which ask for more
/// than they use.
fn of_process(limits: &str, status: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    // Without a limit it is a word.
    let most: u64 = line.split_whitespace().next()?.parse().ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(most.saturating_sub(kibibytes << 10) / 2)
}

fn of_meminfo(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_with_what_would() {
        let needs = |rows: f64| Needed { what: "a kernel", rows, bytes: 8.0 * rows * rows };
        let most = |free: f64| (free / 8.0).sqrt();
        assert_eq!(needs(1000.0).fits(8e6, most, "rest"), Ok(()));
        let error = needs(2000.0).fits(8e6, most, "rest").expect_err("too much");
        assert!(matches!(error, Error::Memory { rows: 2000, most: 1000, .. }), "{error}");
        assert!(error.help().ends_with("1000 rows, or rest"), "{}", error.help());
        assert!(check_pairs("a kernel", 10, 8.0, "rest").is_ok());
        // A petabyte.
        assert!(check_pairs("a kernel", 10_000_000, 8.0, "rest").is_err() || available().is_none());
    }

    #[test]
    fn the_machine_says_what_is_free() {
        let text = "MemTotal:  100 kB\nMemAvailable:     2048 kB\nBuffers: 3 kB\n";
        assert_eq!(of_meminfo(text), Some(2 << 20));
        assert_eq!(of_meminfo("MemTotal: 1 kB"), None);
        let limits = "Max cpu time  unlimited unlimited seconds\nMax address space  104857600 unlimited bytes\n";
        assert_eq!(of_process(limits, "VmPeak: 9 kB\nVmSize:    2048 kB\n"), Some(49 << 20));
        assert_eq!(
            of_process("Max address space  unlimited unlimited bytes\n", "VmSize: 1 kB"),
            None
        );
    }
}
