"""Frames of both libraries, in and out, through a real server."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any
from uuid import uuid4

import pandas as pd
import polars as pl
import pytest

from counterpart import Counterpart, frames

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
