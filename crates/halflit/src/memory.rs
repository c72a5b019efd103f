//! Whether something fits in memory: refused by name beforehand, not killed half-way.

use crate::error::{Error, Result};

/// Refuses what takes so many bytes for each pair of rows, where the machine says that it has less.
pub(crate) fn check_pairs(what: &'static str, rows: usize, bytes_a_pair: f64) -> Result<()> {
    available().map_or(Ok(()), |free| fits(what, rows, bytes_a_pair, free))
}

fn fits(what: &'static str, rows: usize, bytes_a_pair: f64, free: f64) -> Result<()> {
    let needed = bytes_a_pair * (rows as f64).powi(2);
    if needed <= free {
        return Ok(());
    }
    let gigabytes = |bytes: f64| format!("{:.1} GB", bytes / 1e9);
    let most = (free / bytes_a_pair).sqrt() as usize;
    let (needed, free) = (gigabytes(needed), gigabytes(free));
    Err(Error::Memory { what, rows, needed, free, most })
}

/// Bytes that are free; nothing where the system does not say, which today means everywhere but on Linux.
fn available() -> Option<f64> {
    let free = of_machine(&std::fs::read_to_string("/proc/meminfo").ok()?)?;
    let number = |file: &str| {
        let text = std::fs::read_to_string(format!("/sys/fs/cgroup/{file}")).ok()?;
        text.trim().parse::<f64>().ok()
    };
    // A container may have less than the machine.
    let left = number("memory.max").zip(number("memory.current")).map(|(most, used)| most - used);
    Some(left.map_or(free, |left| free.min(left)))
}

fn of_machine(text: &str) -> Option<f64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes = line.trim().strip_suffix("kB")?.trim().parse::<f64>().ok()?;
    Some(1024.0 * kilobytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_with_what_would() {
        assert_eq!(fits("a kernel", 1000, 8.0, 8e6), Ok(()));
        let error = fits("a kernel", 2000, 8.0, 8e6).expect_err("too much");
        assert!(matches!(error, Error::Memory { rows: 2000, most: 1000, .. }), "{error}");
        assert!(check_pairs("a kernel", 10, 8.0).is_ok());
        // A petabyte.
        assert!(check_pairs("a kernel", 10_000_000, 8.0).is_err() || available().is_none());
    }

    #[test]
    fn the_machine_says_what_is_free() {
        let text = "MemTotal:       24 kB\nMemAvailable:    2 kB\n";
        assert_eq!(of_machine(text), Some(2048.0));
        assert_eq!(of_machine("MemTotal: 24 kB\n"), None);
    }
}
