"""Rows in: any source, bounded concurrency, flat memory, and going on after a stop."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from counterpart import AsyncCounterpart, Counterpart, ForbiddenError, RowError, UploadReport, read_people

from .conftest import Server
from .fault_proxy import Answer, Fault, faulty
from .support import quick, settle


def person(prefix: str, number: int) -> Any:
    return {"user_id": f"{prefix}-{number}", "domain": "dating", "fields": {"age": 20 + number % 50}}


def people(prefix: str, count: int) -> Iterator[Any]:
    return (person(prefix, number) for number in range(count))


async def stored(client: Any, prefix: str, count: int) -> list[bool]:
    found: list[bool] = []
    for number in range(count):
        record = await settle(client.users.get(f"{prefix}-{number}", domain="dating"))
        found.append(record["fields"]["age"] == 20 + number % 50)
    return found


async def test_people_from_a_generator(either: Any) -> None:
    prefix, progress = uuid4().hex, list[int]()

    def note(report: UploadReport) -> None:
        progress.append(report.rows)

    report: UploadReport = await settle(either.users.upsert_many(people(prefix, 40), on_progress=note))
    assert (report.rows, report.accepted, report.rejected, report.errors) == (40, 40, 0, [])
    assert progress == list(range(1, 41))
    assert all(await stored(either, prefix, 40))


async def test_people_from_an_async_iterable(server: Server, key: str) -> None:
    prefix = uuid4().hex

    async def source() -> AsyncIterator[Any]:
        for row in people(prefix, 20):
            yield row

    async with AsyncCounterpart(key, server.url) as client:
        assert (await client.users.upsert_many(source())).accepted == 20
        assert all(await stored(client, prefix, 20))


@pytest.mark.parametrize("name", ["people.csv", "people.tsv.gz", "people.ndjson", "people.jsonl.gz"])
def test_people_from_files(client: Counterpart, tmp_path: Path, name: str) -> None:
    prefix, path = uuid4().hex, tmp_path / name
    mark = "\t" if ".tsv" in name else ","
    rows = [(f"{prefix}-{number}", f"{30 + number}M in Lisbon. I like tea.") for number in range(5)]
    table = "\n".join([f"id{mark}about", *(mark.join(row) for row in rows), ""])
    lines = "".join(json.dumps({"user_id": user_id, "context": text}) + "\n\n" for user_id, text in rows)
    content = (table if "sv" in name else lines).encode()
    path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    columns: Any = {"user_id": "id", "context": "about"} if "sv" in name else {}
    assert client.users.upsert_many(read_people(path, domain="dating", **columns)).accepted == 5
    assert client.users.get(f"{prefix}-3", domain="dating")["fields"]["age"] == 33


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"expected \.csv"):
        list(read_people(tmp_path / "people.xlsx"))
    (tmp_path / "bad.ndjson").write_text('{"user_id": "a"}\n{"user_id"\n')
    with pytest.raises(ValueError, match="line 2"):
        list(read_people(tmp_path / "bad.ndjson"))


async def test_refused_people_are_told_and_left_out(either: Any) -> None:
    prefix, told = uuid4().hex, list[RowError]()
    rows = [*people(prefix, 10)]
    rows[3] = {**rows[3], "fields": {"age": "old"}}
    rows[7] = {**rows[7], "domain": "chess"}
    report = await settle(either.users.upsert_many(rows, on_error=told.append))
    assert (report.rows, report.accepted, report.rejected) == (10, 8, 2)
    assert [(error.index, error.code) for error in told] == [
        (3, "invalid_field_value"),
        (7, "domain_not_found"),
    ]
    assert told == report.errors and told[0].row == rows[3]


def test_a_missing_scope_ends_the_upload(server: Server) -> None:
    with Counterpart(server.key("--scopes", "read"), server.url) as client, pytest.raises(ForbiddenError):
        client.users.upsert_many(people("none", 10))


async def test_no_more_rows_are_taken_than_are_under_way(either: Any) -> None:
    """Flat memory: when row n is taken from the source, at most `concurrency` earlier rows are unanswered."""
    taken, answered, ahead = 0, 0, list[int]()

    def source() -> Iterator[Any]:
        nonlocal taken
        for row in people(uuid4().hex, 120):
            ahead.append(taken - answered)
            taken += 1
            yield row

    def progress(report: UploadReport) -> None:
        nonlocal answered
        answered = report.rows

    await settle(either.users.upsert_many(source(), concurrency=5, on_progress=progress))
    assert (taken, answered) == (120, 120)
    assert 1 < max(ahead) <= 5


class StopError(Exception):
    pass


async def test_an_upload_goes_on_where_it_stopped(either: Any, tmp_path: Path) -> None:
    prefix, file = uuid4().hex, tmp_path / "upload.json"

    def breaking() -> Iterator[Any]:
        yield from people(prefix, 30)
        raise StopError

    with pytest.raises(StopError):
        await settle(either.users.upsert_many(breaking(), concurrency=4, checkpoint=file))
    done = json.loads(file.read_text())["done"]
    assert 30 - 4 <= done <= 30
    report = await settle(either.users.upsert_many(people(prefix, 50), concurrency=4, checkpoint=file))
    assert (report.rows, report.accepted) == (50, 50 - done)
    assert all(await stored(either, prefix, 50))
    assert (await settle(either.users.upsert_many(people(prefix, 50), checkpoint=file))).accepted == 0


def test_a_row_that_is_sent_again_after_a_crash_has_its_key(server: Server, key: str, tmp_path: Path) -> None:
    """The checkpoint of a crashed upload lags behind: its rows are replayed, not written anew."""
    prefix, file = uuid4().hex, tmp_path / "upload.json"
    with faulty(server.url) as proxy, Counterpart(key, proxy.url) as client:
        client.users.upsert_many(people(prefix, 6), checkpoint=file)
        file.write_text(json.dumps({**json.loads(file.read_text()), "done": 2}))
        assert client.users.upsert_many(people(prefix, 6), checkpoint=file).accepted == 4
        keys = [
            line for head in proxy.heads for line in head.lower().split(b"\r\n") if b"idempotency-key" in line
        ]
    assert len(keys) == 10 and len(set(keys)) == 6


async def test_an_upload_outlasts_faults(either: Any, server: Server) -> None:
    prefix = uuid4().hex
    with faulty(server.url) as proxy:
        faults: list[Fault] = [
            "drop",
            "half",
            Answer(429, "rate_limited", "0"),
            "reset_after",
            "drop_after",
        ] * 2
        proxy.harm(faults)
        either.users._transport._base_url = proxy.url
        report = await settle(quick(either).users.upsert_many(people(prefix, 30), concurrency=3))
        assert report.accepted == 30 and proxy.requests == 40
        assert all(await stored(either, prefix, 30))


async def test_feedback_by_the_thousand(either: Any) -> None:
    prefix = uuid4().hex
    await settle(either.users.upsert_many(people(prefix, 60)))
    items: list[Any] = [
        {"seeker_id": f"{prefix}-{n // 50}", "candidate_id": f"{prefix}-{10 + n % 50}", "outcome": "accepted"}
        for n in range(500)
    ] * 3
    items[1200] = {**items[1200], "outcome": "maybe"}
    items[5] = {**items[5], "candidate_id": "nobody"}
    items[7] = {"seeker_id": "a"}
    report = await settle(either.feedback.send_many(iter(items), domain="dating"))
    assert (report.rows, report.accepted, report.rejected) == (1500, 1497, 3)
    assert {(error.index, error.code) for error in report.errors} == {
        (5, "user_not_found"),
        (7, "invalid_request"),
        (1200, "unknown_outcome"),
    }
