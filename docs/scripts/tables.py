"""Tables in Markdown of what JSON files hold."""

from collections.abc import Iterator


def of(held: dict[str, object]) -> Iterator[str]:
    """Give the tables of an object: plain values, groups of values, lists, nested groups."""
    plain = {key: value for key, value in held.items() if _plain(value)}
    groups = {key: value for key, value in held.items() if _flat(value)}
    if plain:
        yield pairs(plain)
    if groups:
        yield grid([{"": _name(key), **value} for key, value in groups.items()])
    for key, value in held.items():
        if isinstance(value, list) and not _plain(value):
            yield grid(value)
        elif isinstance(value, dict) and not _flat(value):
            yield f"**{key}**"
            yield from of(value)


def pairs(values: dict[str, object]) -> str:
    """Give a table with a line for each value."""
    lines = [f"| {_name(key)} | {number(value)} |" for key, value in values.items()]
    return "\n".join(["| what | value |", "|---|---|", *lines])


def grid(rows: list[dict[str, object]]) -> str:
    """Give a table with a line for each row and a column for each key that any row has."""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    head = ["| " + " | ".join(_name(key) for key in keys) + " |", "|---" * len(keys) + "|"]
    cells = [[number(row[key]) if key in row else "" for key in keys] for row in rows]
    return "\n".join([*head, *("| " + " | ".join(line) + " |" for line in cells)])


def number(value: object) -> str:
    """Give a value in words: four digits of a fraction, commas in large numbers."""
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "none"}[value]
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.4g}"
    if isinstance(value, list):
        return " and ".join(map(number, value))
    if isinstance(value, dict):
        return ", ".join(f"{_name(key)} {number(part)}" for key, part in value.items())
    return str(value).replace("|", "\\|")


def _name(text: str) -> str:
    return text.replace("_", " ").replace("|", "\\|")


def _plain(value: object) -> bool:
    if isinstance(value, list):
        return all(_plain(part) for part in value)
    return not isinstance(value, dict)


def _flat(value: object) -> bool:
    return isinstance(value, dict) and all(map(_plain, value.values()))
