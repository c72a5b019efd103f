"""The benchmarks: halflit and its peers on the same data, each measurement in a process of its own."""
