"""Write crates/halflit-cli/THIRDPARTY.txt, the notices of all that a binary or a wheel of halflit holds.

It knows every crate that is linked on a system with a release, and what is embedded: a font, the libraries
of the studio's page, a dataset. A crate offered under several licences is taken under the first of
`PREFERRED`. Crates with the same text share it. `cargo xtask notices` runs this; a test of xtask fails when a
linked crate is missing.
"""

import json
import re
import subprocess
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "crates/halflit-cli/THIRDPARTY.txt"
#: What people get: the command, the Python module and the playground.
PRODUCTS = {"halflit-cli", "halflit-python", "halflit-web"}
SYSTEMS = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
    "aarch64-pc-windows-msvc",
    "wasm32-unknown-unknown",
]
PREFERRED = ["MIT", "Apache-2.0", "BSD-3-Clause", "BSD-2-Clause", "Zlib", "Unicode-3.0", "CC0-1.0"]
PREFERRED += ["Apache-2.0 WITH LLVM-exception"]
#: What is embedded: its name, and the file that says whose it is.
EMBEDDED = [
    ("The font DejaVu Sans, a subset of it", "crates/halflit-report/assets/font/LICENSE"),
    ("Libraries in the page of the studio", "crates/halflit-studio/page/LICENSES"),
    ("The dataset Ionosphere, CC BY 4.0", "crates/halflit/data/README.md"),
]
RULE = "=" * 80
HEAD = """\
halflit itself is licensed under MIT OR Apache-2.0, at your option.
Below are the notices of what its binaries, its wheels and its playground hold beside it.
Written by `cargo xtask notices`.
"""
MIT = (ROOT / "LICENSE-MIT").read_text()


def main() -> None:
    """Collect, group, write."""
    packages = linked(metadata())
    groups = defaultdict(list)
    for package in packages:
        groups[notice(package, packages)].append(package)
    entries = sorted((title(group), text) for text, group in groups.items())
    assets = [(name, (ROOT / file).read_text().strip()) for name, file in EMBEDDED]
    standard = ("The standard library of Rust, MIT", generic("MIT", "The Rust Project Developers"))
    parts = [f"{RULE}\n{name}\n{RULE}\n\n{text}\n" for name, text in [*assets, standard, *entries]]
    TARGET.write_text("\n".join([HEAD, *parts]), encoding="utf-8", newline="\n")
    print(f"{TARGET.relative_to(ROOT)}: {len(packages)} crates, {len(entries)} texts")


def metadata() -> dict:
    """Ask what cargo knows of the workspace on all systems."""
    systems = [word for system in SYSTEMS for word in ("--filter-platform", system)]
    command = ["cargo", "metadata", "--locked", "--format-version", "1", *systems]
    return json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)


def linked(known: dict) -> list[dict]:
    """Every crate of others that a product stands on, by name and version."""
    packages = {package["id"]: package for package in known["packages"]}
    nodes = {node["id"]: node for node in known["resolve"]["nodes"]}
    waiting = [id for id in known["workspace_members"] if packages[id]["name"] in PRODUCTS]
    seen = set()
    while waiting:
        if (id := waiting.pop()) not in seen:
            seen.add(id)
            waiting += [dep["pkg"] for dep in nodes[id]["deps"] if is_normal(dep)]
    others = [packages[id] for id in seen if packages[id]["source"]]
    return sorted(others, key=lambda package: (package["name"], package["version"]))


def is_normal(dependency: dict) -> bool:
    """Whether it is linked, and not only for a build or a test."""
    return any(kind["kind"] is None for kind in dependency["dep_kinds"])


def title(group: list[dict]) -> str:
    """Names, versions and licences of crates with one text, a line each."""
    return "\n".join(
        f"{package['name']} {package['version']}, {' AND '.join(chosen(package))}"
        for package in group
    )


def chosen(package: dict) -> list[str]:
    """Give the licences that a crate is taken under."""
    parts = package["license"].replace("/", " OR ").split(" AND ")
    return [preferred(part, package["name"]) for part in parts]


def preferred(alternatives: str, name: str) -> str:
    """Give the first that we know of `MIT OR Apache-2.0` and the like."""
    offered = [word.strip() for word in alternatives.strip("() ").split(" OR ")]
    for licence in PREFERRED:
        if licence in offered:
            return licence
    raise SystemExit(f"error: {name} is licensed as {alternatives}, which is none of {PREFERRED}")


def notice(package: dict, packages: list[dict]) -> str:
    """Give the texts of a crate's licences, its own or those of its repository."""
    kin = [other for other in packages if other["repository"] == package["repository"]]
    texts = []
    for licence in chosen(package):
        found = [text for other in [package, *kin] if (text := own_text(other, licence))]
        texts.append(found[0] if found else generic(licence, ", ".join(package["authors"])))
    notices = sorted(Path(package["manifest_path"]).parent.glob("NOTICE*"))
    texts += [file.read_text(encoding="utf-8").strip() for file in notices]
    return "\n\n".join(dict.fromkeys(texts))


def own_text(package: dict, licence: str) -> str | None:
    """Read the text of a licence in a crate's folder: the file with its name, or the only one."""
    folder = Path(package["manifest_path"]).parent
    named = re.compile(r"(licen[sc]e|copying|unlicense)", re.IGNORECASE)
    files = sorted(f for f in folder.iterdir() if f.is_file() and named.match(f.name))
    word = licence.split("-")[0].lower()
    fitting = [file for file in files if word in file.name.lower()]
    plain = [file for file in files if re.fullmatch(r"[a-z]+(\.[a-z]+)?", file.name, re.I)]
    for file in [*fitting, *plain]:
        return tidy(file.read_text(encoding="utf-8", errors="replace"))
    return None


def generic(licence: str, holder: str) -> str:
    """Make the text of a licence for a crate that brings none."""
    holder = holder or "its authors"
    match licence:
        case "MIT":
            return tidy(re.sub(r"Copyright.*", f"Copyright (c) {holder}", MIT))
        case "Apache-2.0":
            text = (ROOT / "LICENSE-APACHE").read_text()
            return tidy(f"Copyright {holder}\n\n{text}")
        case _:
            raise SystemExit(f"error: a crate under {licence} brings no text of it")


def tidy(text: str) -> str:
    """Lines without blanks at their ends, so that equal texts are equal."""
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


if __name__ == "__main__":
    main()
