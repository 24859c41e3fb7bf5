"""Frames of both libraries, in and out, through a real server."""

from __future__ import annotations

import json
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import polars as pl
import pytest

from counterpart import Counterpart, frames
from counterpart.rows import people_of

libraries = pytest.mark.parametrize("library", [pd, pl], ids=["pandas", "polars"])


def made(library: Any, data: dict[str, list[Any]]) -> Any:
    return library.DataFrame(data)


def out(convert: Any, result: Any, library: Any) -> Any:
    return convert(result, library.__name__)


@libraries
def test_people_in_and_matches_out(client: Counterpart, library: Any) -> None:
    prefix = uuid4().hex
    frame = made(
        library,
        {
            "id": [f"{prefix}-{number}" for number in range(4)],
            "about": ["I like tea.", "Long walks.", None, "Reads novels."],
            "age": [29, 31, 33, None],
            "gender": ["woman", "man", "man", "man"],
            "location": ["Lisbon", "Lisbon", "Lisbon", None],
            "relationship_goal": ["long_term"] * 4,
        },
    )
    done = client.users.upsert_many(frames.people(frame, domain="dating", user_id="id", context="about"))
    assert done.stored == 4
    assert client.users.get(f"{prefix}-0", domain="dating")["fields"]["age"] == 29
    assert "age" not in client.users.get(f"{prefix}-3", domain="dating")["fields"]

    result = client.match.run(user_id=f"{prefix}-0", domain="dating", limit=100, explain=True)
    matches = out(frames.matches, result, library)
    assert isinstance(matches, library.DataFrame)
    assert list(matches["user_id"]) == [match["user_id"] for match in result["matches"]]
    assert list(matches["score"]) == [match["score"] for match in result["matches"]]
    assert {"seeker_to_candidate", "candidate_to_seeker", "reasons"} <= set(matches.columns)
    terms = out(frames.terms, result, library)
    assert len(terms) == sum(len(match.get("terms", [])) for match in result["matches"]) > 0
    for user_id in frame["id"]:
        client.users.delete(user_id)


@libraries
def test_whole_scores_are_floats_too(library: Any) -> None:
    """JSON writes 1.0 as 1, which Python reads as an int."""
    terms = [{"name": "age", "direction": "both", "log_odds": odds} for odds in (0, 0.8)]
    result: Any = {"matches": [{"user_id": "a", "score": 1, "terms": terms}, {"user_id": "b", "score": 0.5}]}
    assert list(out(frames.matches, result, library)["score"]) == [1.0, 0.5]
    assert list(out(frames.terms, result, library)["log_odds"]) == [0.0, 0.8]


@libraries
def test_no_matches(library: Any) -> None:
    empty: Any = {"matches": []}
    assert len(out(frames.matches, empty, library)) == len(out(frames.terms, empty, library)) == 0


@libraries
def test_a_dataset_in(client: Counterpart, library: Any) -> None:
    items = made(library, {"item_id": [1, 2], "text": ["Green tea", "Cup"]})
    events = made(
        library,
        {
            "event_id": ["a", "b", "c"],
            "person_id": [7, 7, 8],
            "item_id": [1, 2, 2],
            "kind": ["view", "purchase", "view"],
            "timestamp": [datetime(2024, 5, 1, 9), datetime(2024, 5, 2, 9), datetime(2024, 5, 3, 9)],
            "value": [None, 8.5, None],
        },
    )
    request = frames.dataset("frames", items, events)
    sent = request.get("events", [])
    assert sent[1]["timestamp"] == datetime(2024, 5, 2, 9, tzinfo=timezone.utc).isoformat()
    assert ["value" in event for event in sent] == [False, True, False]
    job = client.jobs.wait(client.datasets.create(**request)["id"])
    dataset = client.datasets.get(job["resource"]["id"])
    assert (dataset["item_count"], dataset["event_count"]) == (2, 3)


@libraries
def test_a_column_that_is_missing(library: Any) -> None:
    with pytest.raises(KeyError, match="text"):
        frames.dataset("frames", made(library, {"item_id": [1]}))
    with pytest.raises(KeyError, match="id"):
        list(frames.people(made(library, {"name": ["a"]}), domain="dating", user_id="id"))


@libraries
def test_cells_become_json(library: Any) -> None:
    frame = made(
        library, {"id": ["a"], "skills": [["go", "rust"]], "since": [datetime(2024, 1, 2)], "score": [1.5]}
    )
    (person,) = frames.people(frame, domain="hiring", user_id="id")
    assert person.get("fields") == {
        "skills": ["go", "rust"],
        "since": "2024-01-02T00:00:00+00:00",
        "score": 1.5,
    }


lisbon = ZoneInfo("Europe/Lisbon")
cells: dict[str, tuple[list[Any], list[Any]]] = {
    "float": ([1.5, None], [1.5]),
    "nan": ([1.5, float("nan")], [1.5]),
    "whole": ([3, 2**53 + 1], [3, 2**53 + 1]),
    "bool": ([True, None], [True]),
    "text": (["é", None, ""], ["é"]),
    "time": ([datetime(2024, 1, 2, 3, 4, 5), None], ["2024-01-02T03:04:05+00:00"]),
    "zone": ([datetime(2024, 7, 2, 3, tzinfo=lisbon)], ["2024-07-02T03:00:00+01:00"]),
    "date": ([date(2024, 1, 2), None], ["2024-01-02"]),
    "clock": ([time(3, 4), None], ["03:04:00"]),
    "list": ([["a", "b"], [], None], [["a", "b"], []]),
    "lists": ([[[1.5, None]], [[]]], [[[1.5, None]], [[]]]),
    "struct": ([{"a": 1.5}, {"a": None}], [{"a": 1.5}, {"a": None}]),
    "decimal": ([Decimal("1.50"), None], [1.5]),
    "nothing": ([None, None], []),
}


def values_of(frame: Any) -> list[Any]:
    people = frames.people(frame, domain="d", user_id="id")
    return [person["fields"]["x"] for person in people if "fields" in person]


@libraries
@pytest.mark.parametrize("kind", list(cells))
def test_cells_of_every_kind(library: Any, kind: str) -> None:
    given, expected = cells[kind]
    frame = made(library, {"id": [str(number) for number in range(len(given))], "x": given})
    values = values_of(frame)
    assert values == expected
    assert json.loads(json.dumps(values, allow_nan=False)) == expected


@libraries
@pytest.mark.parametrize("bad", [float("inf"), timedelta(days=1), b"ab"], ids=["inf", "duration", "bytes"])
def test_cells_that_json_has_not(library: Any, bad: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=r"row 1, column 'x': JSON has no"):
        values_of(made(library, {"id": ["a", "b"], "x": [None, bad]}))


@libraries
@pytest.mark.parametrize("ids", [["a", None], ["a", ""], [1, None], [1.0, 2.5], [True, False]])
def test_ids_that_are_missing_or_no_ids(library: Any, ids: list[Any]) -> None:
    """An id that became "None", "1.0" or "True" would be another person's."""
    with pytest.raises(ValueError, match=r"row [01] has .*'id'"):
        list(frames.people(made(library, {"id": ids, "x": [1, 2]}), domain="d", user_id="id"))


@libraries
def test_whole_numbers_as_ids(library: Any) -> None:
    frame = made(library, {"id": [12345678901234567, 2]})
    ids = [person["user_id"] for person in frames.people(frame, domain="d", user_id="id")]
    assert ids == ["12345678901234567", "2"]


@libraries
def test_empty_frames(client: Counterpart, library: Any) -> None:
    for frame in (made(library, {"user_id": [], "domain": []}), library.DataFrame()):
        assert client.users.upsert_many(frames.people(frame)).position == 0


@libraries
def test_a_frame_is_no_source_of_rows(client: Counterpart, library: Any) -> None:
    with pytest.raises(TypeError, match=r"frames\.people"):
        client.users.upsert_many(made(library, {"user_id": ["a"]}))


@libraries
def test_an_empty_cell_of_a_dataset(library: Any) -> None:
    with pytest.raises(ValueError, match="row 1 has an empty 'text'"):
        frames.dataset("shop", made(library, {"item_id": [1, 2], "text": ["Tea", None]}))
    events = {"event_id": ["a"], "person_id": [None], "item_id": [1], "kind": ["view"], "timestamp": ["2024"]}
    with pytest.raises(ValueError, match="row 0 has an empty 'person_id'"):
        frames.dataset("shop", made(library, {"item_id": [1], "text": ["Tea"]}), made(library, events))


def test_types_of_pandas_alone() -> None:
    pandas: Any = pd  # its stubs leave types open
    frame = pandas.DataFrame({"id": ["a", "b"]}, index=[7, 7])
    for column in (
        pandas.Categorical(["x", None]),
        pandas.array(["x", None], dtype="string"),
        pandas.Series([np.str_("x"), np.nan], dtype=object, index=[7, 7]),
    ):
        assert values_of(frame.assign(x=column)) == ["x"]
    for column in (
        pandas.array([3, None], dtype="Int64"),
        pandas.Series([np.int64(3), pandas.NA], dtype=object, index=[7, 7]),
    ):
        assert values_of(frame.assign(x=column)) == [3]
    times = pandas.to_datetime(["2024-01-02T03:04:05+02:00", None])
    assert values_of(frame.assign(x=times)) == ["2024-01-02T03:04:05+02:00"]
    with pytest.raises(TypeError, match="JSON has no Period"):
        values_of(frame.assign(x=pandas.PeriodIndex(["2024-01", "2024-02"], freq="M")))
    with pytest.raises(KeyError, match="row 0 has no 'id'; it has x"):  # an index is no column
        values_of(pandas.DataFrame({"x": [1]}, index=pandas.Index(["a"], name="id")))
    with pytest.raises(Exception, match="unique column names"):
        values_of(pandas.DataFrame([["a", 1, 2]], columns=["id", "x", "x"]))


def test_types_of_polars_alone() -> None:
    frame = pl.DataFrame({"id": ["a", "b"]})
    for dtype in (pl.Categorical, pl.Enum(["x"])):
        assert values_of(frame.with_columns(x=pl.Series(["x", None], dtype=dtype))) == ["x"]
    assert values_of(frame.with_columns(x=pl.Series([[1, 2], None], dtype=pl.Array(pl.Int64, 2)))) == [[1, 2]]
    with pytest.raises(TypeError, match="LazyFrame"):
        values_of(frame.lazy())


def test_rows_of_ones_own_may_have_what_pandas_has() -> None:
    rows = pd.DataFrame({"user_id": ["a"], "x": [pd.NA], "y": [pd.NaT], "z": [np.float32("nan")]})
    (person,) = people_of(rows.to_dict("records"), domain="d")  # type: ignore[arg-type]
    assert person == {"user_id": "a", "domain": "d"}
