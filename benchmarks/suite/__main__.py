"""Run the cases and archive what came out: python -m suite [CASE...] [--quick] [--large] --binary FILE --output DIR."""

from __future__ import annotations

import argparse
import datetime
import json
from pathlib import Path

from suite import machine, page, plots, tables
from suite.case import Case, Growth
from suite.cases import CASES, GROWTH, RECALL, chosen
from suite.data import Data
from suite.measure import Bench, Measured
from suite.rows import Row, floor, mark, read, renewed, write

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Everything that was asked for."""
    asked = arguments()
    cases = chosen(asked.cases, asked.large)
    if asked.list:
        print(*(case.name for case in cases))
        return
    asked.output.mkdir(parents=True, exist_ok=True)
    bench = Bench(ROOT / "target" / "benchmark-data", asked.binary, 1 if asked.quick else 3)
    before = machine.described()
    rates = bench.run(
        "python", {"task": "rates", "side": 512 if asked.quick else 3000, "repeat": 1}
    ).found["rates"]
    print(tables.rates(rates), flush=True)
    file = asked.output / "rows.csv"
    # Some cases join those that are there; a run of everything begins anew, unless it goes on with one that was stopped.
    rows = read(file) if asked.cases or asked.resume else []
    done = {row.case for row in rows} if asked.resume else set()
    order = [case.name for case in CASES] + [series.name for series in GROWTH]
    for case in cases:
        if case.name not in done:
            rows = renewed(rows, of_case(bench, case, rates, asked.quick), order)
            # After every case, so that nothing is lost where a run is stopped.
            write(file, rows)
    if not asked.cases or "growth" in asked.cases:
        for series in GROWTH:
            if series.name not in done:
                rows = renewed(rows, of_growth(bench, series, asked.quick), order)
                write(file, rows)
    archive(asked, rows, rates, before)
    print(f"\n{tables.table(rows, RECALL)}\n\n{tables.growth(rows)}")


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="cargo xtask bench")
    parser.add_argument("cases", nargs="*", help="names of cases, or growth; all without")
    parser.add_argument(
        "--quick", action="store_true", help="small sizes, one repetition: to see that it runs"
    )
    parser.add_argument(
        "--resume", action="store_true", help="leave out what the folder has of a run that stopped"
    )
    parser.add_argument("--large", action="store_true", help="what takes tens of minutes, too")
    parser.add_argument("--output", type=Path, default=Path(), help="the folder to write to")
    parser.add_argument("--list", action="store_true", help="only say which cases would be run")
    parser.add_argument("--binary", type=lambda path: Path(path).resolve(), help="our side")
    parser.add_argument("--page", type=Path, help="the page that is to show the tables")
    return parser.parse_args()


def of_case(bench: Bench, case: Case, rates: dict[str, float], quick: bool) -> list[Row]:
    """Every side of a case, told as it comes."""
    data = case.data(quick)
    print(f"\n{case.name}: {case.title}, {data.rows:,} × {data.columns:,}", flush=True)
    least = floor(*case.floor(data.rows, data.columns), rates, case.dtype) if case.floor else None
    parts = ("samples", "labels", "truth") if case.accuracy else ("samples", "labels")
    rows, eigenvalues = [], None
    for side in case.sides:
        for own in bench.side(side, data, RECALL, parts):
            values = own.found.get("eigenvalues")
            eigenvalues = eigenvalues or (values if side.ours else None)
            agreement = None if side.ours or not values else distance(values, eigenvalues)
            rows.append(
                row(case.name, case.title, side.name, side.ours, data, own, least, agreement)
            )
            print("  " + tables.cells(rows[-1], None, RECALL), flush=True)
    mark(rows, RECALL)
    return rows


def of_growth(bench: Bench, series: Growth, quick: bool) -> list[Row]:
    """One side at every size, and at hardly any: what a process needs before it does anything."""
    print(f"\ngrowth: {series.name}", flush=True)
    rows = []
    for varies, data in [("base", Data(series.kind, 200, 8)), *series.sizes(quick)]:
        (own,) = bench.side(series.side, data, RECALL, ("samples", "labels"))
        rows.append(
            row(
                series.name,
                series.name,
                series.side.name,
                series.side.ours,
                data,
                own,
                None,
                None,
                varies,
            )
        )
        print(
            f"  {data.rows:,} × {data.columns:,}: " + tables.cells(rows[-1], None, RECALL),
            flush=True,
        )
    return rows


def row(
    case: str,
    title: str,
    side: str,
    ours: bool,
    data: Data,
    own: Measured,
    least: float | None,
    agreement: float | None,
    varies: str = "",
) -> Row:
    """A measurement as a row."""
    return Row(
        case,
        title,
        side,
        ours,
        own.setting,
        data.rows,
        data.columns,
        data.queries,
        data.labeled,
        data.dtype,
        own.seconds,
        own.repeats,
        own.peak_bytes,
        least,
        own.found.get("recall"),
        own.found.get("accuracy"),
        False,
        varies,
        agreement,
        own.failure,
    )


def distance(values: list[float], others: list[float] | None) -> float | None:
    """The largest relative difference of eigenvalues."""
    if not others:
        return None
    return max(abs(a - b) / abs(b) for a, b in zip(values, others, strict=True))


def archive(
    asked: argparse.Namespace, rows: list[Row], rates: dict[str, float], before: dict[str, object]
) -> None:
    """Write what is read from the rows."""
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    run = {
        "finished": now,
        "quick": asked.quick,
        "cases": asked.cases,
        "machine": before,
        "rates": rates,
    }
    file = asked.output / "run.json"
    # Rows that were there before are of earlier runs, which are not forgotten.
    if (asked.cases or asked.resume) and file.exists():
        last = json.loads(file.read_text())
        run["earlier"] = [*last.pop("earlier", []), last]
    file.write_text(json.dumps(run, indent=2) + "\n")
    parts = [described(run), tables.table(rows, RECALL), tables.growth(rows)]
    (asked.output / "table.md").write_text("\n\n".join(parts) + "\n")
    drawn = plots.draw(asked.output, rows)
    if asked.page is not None:
        place = Path("..") / asked.output.resolve().relative_to(ROOT)
        page.renew(
            asked.page, "\n\n".join(parts + [f"![{name}]({place / name})" for name in drawn])
        )


def described(run: dict) -> str:
    """The machine in words."""
    own, packages = run["machine"], run["machine"]["packages"]
    peers = ("faiss-cpu", "hnswlib", "numpy", "pynndescent", "scikit-learn", "scipy", "umap-learn")
    versions = ", ".join(f"{name} {packages.get(name, 'missing')}" for name in peers)
    size = "Quick sizes: these numbers say only that everything runs. " if run["quick"] else ""
    return (
        f"{size}Measured {run['finished'][:10]} on {own['cpu']}, {own['cores']} cores, {tables.memory(own['memory_bytes'])}; "
        f"{own['rustc']}; {versions}. {tables.rates(run['rates'])}"
    )


if __name__ == "__main__":
    main()
