//! What a run ran on.

/// Processor, cores, memory and system, as far as they can be found out.
pub(crate) fn describe() -> String {
    let after_colon = |file: &str, name: &str| {
        let text = std::fs::read_to_string(file).ok()?;
        let line = text.lines().find(|line| line.starts_with(name))?.to_owned();
        line.split_once(':').map(|(_, value)| value.trim().to_owned())
    };
    let processor = after_colon("/proc/cpuinfo", "model name");
    let cores = std::thread::available_parallelism().map(|cores| format!("{cores} cores")).ok();
    let memory = after_colon("/proc/meminfo", "MemTotal").and_then(|text| {
        let kibibytes: f64 = text.split_whitespace().next()?.parse().ok()?;
        Some(format!("{:.0} GiB", kibibytes / 1024.0 / 1024.0))
    });
    let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    [processor, cores, memory, Some(system)].into_iter().flatten().collect::<Vec<_>>().join(", ")
}
