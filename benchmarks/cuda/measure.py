"""Measure the CUDA engine: `python3 benchmarks/cuda/measure.py --output results/cuda`.

Needs a GPU, torch and Triton, and no build of halflit: its modules are read from the source tree. Every stage is caught and has a
share of the time (--seconds), so that one failure does not lose the rest. Writes run.json and table.md.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
import traceback
import types
from pathlib import Path

import numpy as np
import torch

ROOT = Path(__file__).resolve().parents[2]
# The package without its __init__, which needs the compiled core.
package = types.ModuleType("halflit")
package.__path__ = [str(ROOT / "crates" / "halflit-python" / "python" / "halflit")]
sys.modules["halflit"] = package
sys.path.insert(0, str(Path(__file__).resolve().parent))

import stages  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True, help="folder of run.json and table.md")
    parser.add_argument("--stages", default=",".join(stages.STAGES), help="which, by name")
    parser.add_argument("--seconds", type=float, default=500.0, help="time for all stages together")
    parser.add_argument("--device", default="cuda", help="cpu tries the script itself on few rows")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    names = arguments.stages.split(",")
    begun, result = time.monotonic(), {"machine": machine(arguments.device), "stages": {}}
    for name in names:
        left = arguments.seconds - (time.monotonic() - begun)
        if left < 10.0:
            result["stages"][name] = {"skipped": "no time left"}
            continue
        print(f"== {name}", flush=True)
        rows: list[dict] = []
        stage = {"rows": rows}
        started = time.monotonic()
        try:
            budget = min(left - 5.0, stages.SHARES.get(name, 60.0))
            for row in stages.STAGES[name](arguments.device, started + budget):
                rows.append(row)
                print("  " + "  ".join(f"{key}={text(value)}" for key, value in row.items()), flush=True)
        except Exception as error:
            stage["error"] = f"{type(error).__name__}: {error}"[:2000]
            traceback.print_exc()
            if arguments.device == "cuda":
                torch.cuda.empty_cache()
        stage["seconds"] = round(time.monotonic() - started, 1)
        result["stages"][name] = stage
        (arguments.output / "run.json").write_text(json.dumps(result, indent=1) + "\n")
    lines = table(result)
    (arguments.output / "table.md").write_text("\n".join(lines) + "\n")
    print("\n".join(lines))


def machine(device: str) -> dict:
    import triton

    known = {
        "python": platform.python_version(),
        "torch": torch.__version__,
        "triton": triton.__version__,
        "numpy": np.__version__,
    }
    if device == "cuda":
        properties = torch.cuda.get_device_properties(0)
        known |= {"gpu": properties.name, "memory": properties.total_memory, "cuda": torch.version.cuda}
    return known


def text(value) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def table(result: dict) -> list[str]:
    lines = [f"{result['machine'].get('gpu', 'cpu')}, torch {result['machine']['torch']}, Triton {result['machine']['triton']}"]
    for name, stage in result["stages"].items():
        lines += ["", f"## {name}" + (f": {stage['error']}" if "error" in stage else ""), ""]
        columns = list(dict.fromkeys(key for row in stage.get("rows", []) for key in row))
        if columns:
            lines += ["| " + " | ".join(columns) + " |", "|" + "---|" * len(columns)]
            lines += ["| " + " | ".join(text(row.get(key, "")) for key in columns) + " |" for row in stage["rows"]]
    return lines


if __name__ == "__main__":
    main()
