//! How much memory the machine has left, where it says so.

use std::fs;

/// Bytes that can be had without pushing anything else out, within what a container allows; `None` where nobody tells.
pub(crate) fn available() -> Option<u64> {
    let machine = of_meminfo(&fs::read_to_string("/proc/meminfo").ok()?)?;
    let within = |name: &str| -> Option<u64> {
        fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?.trim().parse().ok()
    };
    let container = within("memory.max").map(|most| {
        let used = within("memory.current").unwrap_or(0);
        // Files that the system keeps at hand count as used and make way.
        most.saturating_sub(used.min(most / 2))
    });
    Some(container.map_or(machine, |container| container.min(machine)))
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
    fn reads_what_linux_says() {
        let text = "MemTotal:  100 kB\nMemAvailable:     2048 kB\nBuffers: 3 kB\n";
        assert_eq!(of_meminfo(text), Some(2 << 20));
        assert_eq!(of_meminfo("MemTotal: 1 kB"), None);
    }
}
