"""People from files and from mappings of any kind, as `users.upsert_many` takes them."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from math import isfinite
from numbers import Number
from os import PathLike
from pathlib import Path
from typing import Any

from .types import UpsertUserRequest


def read_people(
    path: str | PathLike[str],
    *,
    domain: str | None = None,
    user_id: str = "user_id",
    context: str | None = "context",
    fields: Iterable[str] | None = None,
) -> Iterator[UpsertUserRequest]:
    """People of a .csv, .tsv, .ndjson or .jsonl file (also .gz), read a line at a time.

    Columns of a table become people as in `people_of`. A line of NDJSON is the body of `users.upsert`;
    `domain` is for lines that have none. Raises ValueError for another ending, for a line that is no JSON,
    and for one with a fraction that a float would round.
    """
    endings = [suffix.lower() for suffix in Path(path).suffixes]
    packed = endings[-1:] == [".gz"]
    ending = (endings[:-1] if packed else endings)[-1:]
    if ending not in ([".csv"], [".tsv"], [".ndjson"], [".jsonl"]):
        raise ValueError(f"{path}: expected .csv, .tsv, .ndjson or .jsonl, each also with .gz")
    with gzip.open(path) if packed else open(path, "rb") as binary:
        text = io.TextIOWrapper(binary, encoding="utf-8-sig", newline="")  # type: ignore[arg-type]
        if ending in ([".csv"], [".tsv"]):
            table = csv.DictReader(text, delimiter="," if ending == [".csv"] else "\t")
            yield from people_of(table, domain=domain, user_id=user_id, context=context, fields=fields)
        else:
            yield from _json_lines(path, text, domain)


def people_of(
    rows: Iterable[Mapping[str, Any]],
    *,
    domain: str | None = None,
    user_id: str = "user_id",
    context: str | None = "context",
    fields: Iterable[str] | None = None,
) -> Iterator[UpsertUserRequest]:
    """A person a row: the columns `user_id`, `context` and `fields`; empty cells are left out.

    `domain`: the domain of all people, or left out where the column `domain` has it. `fields`: names of
    columns; left out, all that remain. Cells of a text file stay text, so name the fields of such a file only
    where the domain takes text. Raises KeyError for a column that is missing, and ValueError for a `user_id`
    that is empty, or neither a text nor a whole number.
    """
    chosen = None if fields is None else list(fields)
    for index, row in enumerate(rows):
        person = UpsertUserRequest(
            user_id=id_of(row, user_id, index), domain=domain or id_of(row, "domain", index)
        )
        if context is not None and not is_empty(row.get(context)):
            person["context"] = str(row[context])
        own = (user_id, context) if domain is not None else (user_id, context, "domain")
        names = [name for name in row if name not in own] if chosen is None else chosen
        values = {name: row[name] for name in names if not is_empty(row.get(name))}
        if values:
            person["fields"] = values
        yield person


def id_of(row: Mapping[str, Any], column: str, index: int) -> str:
    """The cell as text. A float is refused: pandas makes floats of whole numbers where one is missing."""
    if column not in row:
        raise KeyError(f"row {index} has no {column!r}; it has {', '.join(map(str, row))}")
    value = row[column]
    if is_empty(value):
        raise ValueError(f"row {index} has an empty {column!r}")
    if isinstance(value, (bool, float)):
        raise ValueError(
            f"row {index} has {value!r} as {column!r}; expected a text or a whole number (in pandas Int64)"
        )
    return str(value)


def is_empty(value: object) -> bool:
    """None, the empty text, NaN of any kind of number, and what pandas has for a missing cell."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return value == "" if isinstance(value, str) else isinstance(value, Number) and value != value


def _json_lines(
    path: str | PathLike[str], lines: Iterable[str], domain: str | None
) -> Iterator[UpsertUserRequest]:
    for number, line in enumerate(lines, start=1):
        if line.strip() == "":
            continue
        try:
            person: Any = json.loads(line, parse_float=_kept_float)
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: no JSON ({error})") from None
        if domain is not None:
            person.setdefault("domain", domain)
        yield person


def _kept_float(written: str) -> float:
    """The float of a number in a file. Digits that it does not keep are an error."""
    value = float(written)
    given = Decimal(written)
    digits = len("".join(map(str, given.as_tuple().digits)).strip("0"))
    if isfinite(value) and Decimal(f"{value:.{max(digits - 1, 0)}e}") == given:
        return value
    raise ValueError(f"the number {written[:40]} has more digits than a float keeps; write it as text")
