"""Frames of pandas and polars: people and datasets in, matches out.

Needs the extra `[pandas]` or `[polars]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, timezone
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

import narwhals as nw

from .rows import is_empty, people_of
from .types import ImportDatasetRequest1, MatchResult, UpsertUserRequest

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
    """The rows of a frame as people, for `users.upsert_many`. Parameters as in `rows.people_of`."""
    return people_of(_rows(frame), domain=domain, user_id=user_id, context=context, fields=fields)


def dataset(name: str, items: Any, events: Any | None = None) -> ImportDatasetRequest1:
    """Frames as the body of `datasets.create(**dataset(…))`.

    `items` has the columns item_id and text. `events` has event_id, person_id, item_id, kind, timestamp and
    possibly value; a time without a zone is UTC. Raises KeyError for a column that is missing.
    """
    request = ImportDatasetRequest1(
        name=name, items=[{"item_id": str(row["item_id"]), "text": str(row["text"])} for row in _rows(items)]
    )
    if events is not None:
        request["events"] = [_event(row) for row in _rows(events)]
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
    for row in nw.from_native(frame, eager_only=True).iter_rows(named=True):
        yield {str(name): _plain(value) for name, value in row.items()}


def _plain(value: Any) -> Any:
    """A cell as JSON has it: numpy's numbers and lists as Python's, times in ISO 8601, missing as None."""
    if hasattr(value, "tolist") and not isinstance(value, (datetime, date)):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [_plain(cell) for cell in value]  # type: ignore[misc]
    if isinstance(value, Mapping):
        return {str(name): _plain(cell) for name, cell in value.items()}  # type: ignore[misc]
    if value is None or type(value).__name__ in ("NAType", "NaTType") or is_empty(value):
        return None
    if isinstance(value, datetime):
        return (value if value.tzinfo else value.replace(tzinfo=timezone.utc)).isoformat()
    return value.isoformat() if isinstance(value, date) else value


def _event(row: Mapping[str, Any]) -> Any:
    event = {name: str(row[name]) for name in ("event_id", "person_id", "item_id", "kind", "timestamp")}
    return event if row.get("value") is None else {**event, "value": row["value"]}
