"""Raw text by `halflit fit --text` beside scikit-learn's TF-IDF and logistic regression, with the same labels.

Two sets that come with Debian: the short descriptions of packages by section, from `apt-cache dumpavail`, and the
sayings of the packages fortunes and fortunes-bofh-excuses by file. `python measure.py AVAIL FORTUNES --output DIR`
takes the former as a text file and the latter as a folder, writes `rows.csv`, `run.json` and `table.md`.

scikit-learn sees all texts where it counts words, and the same labels. halflit is fitted by the command, on raw text,
and its model predicts the rows without a label.
"""

import argparse
import collections
import csv
import json
import platform
import re
import resource
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
import scipy.sparse
import sklearn
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

#: Texts of a set, and labels of each class.
TEXTS = 3000
PER_CLASS = [1, 3, 10]
#: Files of sayings without a topic.
MIXED = {"cookie", "fortunes", "miscellaneous", "linuxcookie"}

Row = tuple[str, str]


def debian(avail: Path) -> list[Row]:
    """Descriptions of packages with their sections, the 20 largest, every description once."""
    rows: dict[str, str] = {}
    for package in avail.read_text(errors="replace").split("\n\n"):
        entries = dict(re.findall(r"^(Description|Section): (.*)$", package, re.MULTILINE))
        if len(entries) == 2:
            rows.setdefault(entries["Description"], entries["Section"].split("/")[-1])
    return of_largest(list(rows.items()), 20)


def fortunes(folder: Path) -> list[Row]:
    """Sayings with their files, the 15 with most."""
    rows: dict[str, str] = {}
    for file in sorted(folder.iterdir()):
        if not file.suffix and file.is_file() and file.name not in MIXED:
            for saying in re.split(r"^%\s*$", file.read_text(errors="replace"), flags=re.MULTILINE):
                text = " ".join(saying.split())
                if text:
                    rows.setdefault(text, file.name)
    return of_largest(list(rows.items()), 15)


def of_largest(rows: list[Row], count: int) -> list[Row]:
    """Rows of the largest classes, some of them, in an order of chance that is always the same."""
    sizes = collections.Counter(label for _, label in rows)
    kept = {label for label, _ in sizes.most_common(count)}
    rows = sorted(row for row in rows if row[1] in kept)
    order = np.random.default_rng(0).permutation(len(rows))[:TEXTS]
    return [rows[k] for k in order]


def drawn(labels: np.ndarray, per_class: int, seed: int) -> np.ndarray:
    """Rows that have their label."""
    random = np.random.default_rng(seed)
    own = [random.permutation(np.flatnonzero(labels == one))[:per_class] for one in np.unique(labels)]
    return np.concatenate(own)


def halflit(command: str, rows: list[Row], labeled: np.ndarray) -> list[str]:
    """What a model of raw text says of all rows."""
    with tempfile.TemporaryDirectory() as folder:
        known = set(labeled.tolist())
        path = Path(folder) / "texts.csv"
        with path.open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["text", "label"])
            writer.writerows((text, label if k in known else "") for k, (text, label) in enumerate(rows))
        run = [command, "--quiet"]
        fit = ["fit", "texts.csv", "--text", "text", "--label", "label", "--no-check", "--model", "m.halflit"]
        subprocess.run([*run, *fit], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        predict = ["predict", "texts.csv", "--drop", "label", "--model", "m.halflit", "--output", "p.csv"]
        subprocess.run([*run, *predict], cwd=folder, check=True)
        with (Path(folder) / "p.csv").open(newline="") as file:
            return [row["predicted"] for row in csv.DictReader(file)]


def spaces(texts: list[str]) -> dict[str, scipy.sparse.csr_matrix]:
    """TF-IDF as it comes, and of words, pairs and letters as halflit counts them."""
    plain = TfidfVectorizer().fit_transform(texts)
    words = TfidfVectorizer(ngram_range=(1, 2), sublinear_tf=True).fit_transform(texts)
    letters = TfidfVectorizer(analyzer="char_wb", ngram_range=(3, 5), sublinear_tf=True)
    both = scipy.sparse.hstack([words, letters.fit_transform(texts)]).tocsr()
    return {"tfidf + lr": plain, "tfidf of words and letters + lr": both}


def measure(name: str, rows: list[Row], command: str, seeds: int) -> list[dict[str, object]]:
    """One line per method, number of labels and draw."""
    texts, labels = [text for text, _ in rows], np.array([label for _, label in rows])
    found, known = [], spaces(texts)
    for per_class in PER_CLASS:
        for seed in range(seeds):
            labeled = drawn(labels, per_class, seed)
            hidden = np.setdiff1d(np.arange(len(rows)), labeled)
            told = {}
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            told["halflit"] = np.array(halflit(command, rows, labeled))
            seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
            for method, space in known.items():
                model = LogisticRegression(max_iter=2000).fit(space[labeled], labels[labeled])
                told[method] = model.predict(space)
            for method, own in told.items():
                accuracy = float((own[hidden] == labels[hidden]).mean())
                line = {"set": name, "labels": len(labeled), "seed": seed, "method": method, "accuracy": round(accuracy, 4)}
                found.append({**line, "processor": round(seconds, 2) if method == "halflit" else ""})
            print(name, len(labeled), seed, {k: found[-3 + i]["accuracy"] for i, k in enumerate(told)}, flush=True)
    return found


def table(found: list[dict[str, object]]) -> str:
    """Means over draws."""
    methods = list(dict.fromkeys(str(row["method"]) for row in found))
    lines = ["| set | labels | " + " | ".join(methods) + " |", "|---|---|" + "---|" * len(methods)]
    for key in dict.fromkeys((row["set"], row["labels"]) for row in found):
        cells = []
        for method in methods:
            own = [float(str(row["accuracy"])) for row in found if (row["set"], row["labels"]) == key and row["method"] == method]
            cells.append(f"{np.mean(own):.3f}")
        lines.append(f"| {key[0]} | {key[1]} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("avail", type=Path)
    parser.add_argument("fortunes", type=Path)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--halflit", default="halflit")
    parser.add_argument("--seeds", type=int, default=5)
    given = parser.parse_args()
    sets = {"packages": debian(given.avail), "fortunes": fortunes(given.fortunes)}
    start = time.time()
    found = [row for name, rows in sets.items() for row in measure(name, rows, given.halflit, given.seeds)]
    given.output.mkdir(parents=True, exist_ok=True)
    with (given.output / "rows.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(found[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(found)
    shapes = {name: {"texts": len(rows), "classes": len({label for _, label in rows})} for name, rows in sets.items()}
    version = subprocess.run([given.halflit, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    run = {"halflit": version, "scikit-learn": sklearn.__version__, "machine": platform.machine(), "seconds": round(time.time() - start), "sets": shapes}
    (given.output / "run.json").write_text(json.dumps(run, indent=1) + "\n")
    (given.output / "table.md").write_text(table(found))


if __name__ == "__main__":
    main()
