"""Frames of pandas and polars: people and datasets in, matches out.

Needs the extra `[pandas]` or `[polars]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, time, timezone
from decimal import Decimal
from math import isinf
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

import narwhals as nw

from .rows import id_of, is_empty, people_of
from .types import ImportDatasetRows, MatchResult, UpsertUserRequest

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

T = TypeVar("T")


def people(
    frame: Any,
    *,
    domain: str | None = None,
    user_id: str = "user_id",
    context: str | None = "context",
    fields: Iterable[str] | None = None,
) -> Iterator[UpsertUserRequest]:
    """The rows of a frame as people, for `users.upsert_many`. Parameters and errors as in `rows.people_of`.

    Missing cells are left out; times become ISO 8601, decimals numbers. An index is no column. Raises
    TypeError or ValueError, which name row and column, for a cell that JSON cannot have (inf, durations).
    """
    return people_of(_rows(frame), domain=domain, user_id=user_id, context=context, fields=fields)


def dataset(name: str, items: Any, events: Any | None = None) -> ImportDatasetRows:
    """Frames as the body of `datasets.create(**dataset(…))`.

    `items` has the columns item_id and text. `events` has event_id, person_id, item_id, kind, timestamp and
    possibly value; a time without a zone is UTC. Raises KeyError for a column that is missing, and ValueError
    for an empty cell.
    """
    texts: list[Any] = [
        {column: id_of(row, column, index) for column in ("item_id", "text")}
        for index, row in enumerate(_rows(items))
    ]
    request = ImportDatasetRows(name=name, items=texts)
    if events is not None:
        request["events"] = [_event(row, index) for index, row in enumerate(_rows(events))]
    return request


@overload
def matches(result: MatchResult, backend: Literal["pandas"]) -> pd.DataFrame: ...
@overload
def matches(result: MatchResult, backend: Literal["polars"]) -> pl.DataFrame: ...
def matches(result: MatchResult, backend: Literal["pandas", "polars"]) -> Any:
    """A row a match, best first: user_id, score, both directions, the stages' scores, reasons by line."""
    rows = [_match_row(match) for match in result["matches"]]
    columns = list(dict.fromkeys(name for row in rows for name in row)) or ["user_id", "score", "reasons"]
    data = {name: [row.get(name) for row in rows] for name in columns}
    return nw.from_dict(data, backend=backend).to_native()


@overload
def terms(result: MatchResult, backend: Literal["pandas"]) -> pd.DataFrame: ...
@overload
def terms(result: MatchResult, backend: Literal["polars"]) -> pl.DataFrame: ...
def terms(result: MatchResult, backend: Literal["pandas", "polars"]) -> Any:
    """A row a term of each score, in log-odds, of a match that was run with `explain=True`."""
    found = [(match["user_id"], term) for match in result["matches"] for term in match.get("terms", [])]
    data: dict[str, list[Any]] = {
        "user_id": [user_id for user_id, _ in found],
        "term": [term["name"] for _, term in found],
        "direction": [term["direction"] for _, term in found],
        "log_odds": [float(term["log_odds"]) for _, term in found],
    }
    return nw.from_dict(data, backend=backend).to_native()


def _match_row(match: Any) -> dict[str, Any]:
    """JSON has no floats: a score of 1 comes as an int, and polars takes one type a column."""
    stages = {f"score_{stage}": score for stage, score in match.get("stage_scores", {}).items()}
    scores = {"score": match["score"], **match.get("mutual", {}), **stages}
    numbers = {name: float(score) for name, score in scores.items()}
    return {"user_id": match["user_id"], **numbers, "reasons": "\n".join(match.get("reasons", []))}


def _rows(frame: Any) -> Iterator[Mapping[str, Any]]:
    for index, row in enumerate(nw.from_native(frame, eager_only=True).iter_rows(named=True)):
        yield {str(name): _plain(value, (index, name)) for name, value in row.items()}


def _plain(value: Any, where: tuple[int, str]) -> Any:
    """A cell as JSON has it: numpy's numbers and lists as Python's, times in ISO 8601, missing as None."""
    if hasattr(value, "tolist") and not isinstance(value, (datetime, date)):
        value = value.tolist()
    if not isinstance(value, str) and is_empty(value):
        return None
    if isinstance(value, (list, tuple)):
        return [_plain(cell, where) for cell in value]  # type: ignore[misc]
    if isinstance(value, Mapping):
        return {str(name): _plain(cell, where) for name, cell in value.items()}  # type: ignore[misc]
    if isinstance(value, datetime):
        return (value if value.tzinfo else value.replace(tzinfo=timezone.utc)).isoformat()
    if isinstance(value, (date, time)):
        return value.isoformat()
    return _scalar(float(value) if isinstance(value, Decimal) else value, where)


def _scalar(value: Any, where: tuple[int, str]) -> str | bool | int | float:
    if isinstance(value, float) and isinf(value):
        raise ValueError(f"row {where[0]}, column {where[1]!r}: JSON has no {value}")
    if isinstance(value, (str, bool, int, float)):
        return value
    kind = type(value).__name__
    raise TypeError(
        f"row {where[0]}, column {where[1]!r}: JSON has no {kind}; make it a number, text or time"
    )


def _event(row: Mapping[str, Any], index: int) -> Any:
    names = ("event_id", "person_id", "item_id", "kind", "timestamp")
    event = {name: id_of(row, name, index) for name in names}
    return event if row.get("value") is None else {**event, "value": row["value"]}
