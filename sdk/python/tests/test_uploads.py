"""Rows in: any source, bounded concurrency, flat memory, and going on after a stop."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpart import (
    AsyncCounterpart,
    Counterpart,
    ForbiddenError,
    InvalidFieldValueError,
    Refusal,
    StoredRow,
    UploadError,
    UploadProgress,
    UserNotFoundError,
    read_people,
)
from counterpart._async.concurrency import each, map_bounded
from counterpart._async.uploads import in_batches
from counterpart._operations import upsert_users
from counterpart._uploads import Batch, people_bounds

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
    prefix, progress, stored_rows = uuid4().hex, list[UploadProgress](), list[StoredRow]()
    done = await settle(
        either.users.upsert_many(
            people(prefix, 250), on_progress=progress.append, on_stored=stored_rows.append
        )
    )
    assert done == UploadProgress(position=250, stored=250, refused=0)
    assert [each.position for each in progress] == [100, 200, 250] and progress[-1] == done
    assert [row.index for row in stored_rows] == list(range(250))
    assert stored_rows[7].row == person(prefix, 7) and stored_rows[7].record is None
    assert all(await stored(either, prefix, 250))


async def test_records_of_what_was_stored(either: Any) -> None:
    """Also of large rows, whose requests are bounded by their bytes."""
    prefix, rows = uuid4().hex, list[StoredRow]()
    source = ({**person(prefix, number), "context": "I like tea. " * 2000} for number in range(45))
    await settle(either.users.upsert_many(source, records=True, on_stored=rows.append))
    assert [row.record and row.record["user_id"] for row in rows] == [f"{prefix}-{n}" for n in range(45)]


async def test_texts_are_read_in_full(either: Any) -> None:
    prefix, rows = uuid4().hex, list[StoredRow]()
    source = people(prefix, 3)
    await settle(either.users.upsert_many(source, records=True, reading="full", on_stored=rows.append))
    assert [row.record and row.record["user_id"] for row in rows] == [f"{prefix}-{n}" for n in range(3)]


async def test_a_dry_run_stores_nothing_and_says_what_would_be_refused(either: Any) -> None:
    prefix, refused = uuid4().hex, list[Any]()
    source = [person(prefix, 0), {**person(prefix, 1), "fields": {"age": 7}}]
    done = await settle(either.users.upsert_many(source, dry_run=True, on_refused=refused.append))
    assert (done.stored, done.refused, refused[0].code) == (1, 1, "invalid_field_value")
    with pytest.raises(UserNotFoundError):
        await stored(either, prefix, 1)


async def test_nothing_to_send(either: Any) -> None:
    assert await settle(either.users.upsert_many([])) == UploadProgress(0, 0, 0)


async def test_people_from_an_async_iterable(server: Server, key: str) -> None:
    prefix = uuid4().hex

    async def source() -> AsyncIterator[Any]:
        for row in people(prefix, 20):
            yield row

    async with AsyncCounterpart(key, server.url) as client:
        assert (await client.users.upsert_many(source())).stored == 20
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
    assert client.users.upsert_many(read_people(path, domain="dating", **columns)).stored == 5
    assert client.users.get(f"{prefix}-3", domain="dating")["fields"]["age"] == 33


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"expected \.csv"):
        list(read_people(tmp_path / "people.xlsx"))
    (tmp_path / "bad.ndjson").write_text('{"user_id": "a"}\n{"user_id"\n')
    with pytest.raises(ValueError, match="line 2"):
        list(read_people(tmp_path / "bad.ndjson"))


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("76561197980428155", True),
        ("0.1", True),
        ("0.10000000000000001", True),
        ("1e23", True),
        ("4.9E-324", True),
        ("-0.0", True),
        ("0.1234567890123456789012", False),
        ("1e400", False),
        ("1e-400", False),
    ],
)
def test_numbers_of_a_file_arrive_as_written_or_not_at_all(tmp_path: Path, text: str, kept: bool) -> None:
    (tmp_path / "a.ndjson").write_text(f'{{"user_id": "a", "fields": {{"n": {text}}}}}\n')
    if kept:
        [person] = read_people(tmp_path / "a.ndjson")
        assert Decimal(str(person.get("fields", {})["n"])) == Decimal(str(json.loads(text)))
    else:
        with pytest.raises(ValueError, match=r"line 1: .*more digits than a float keeps"):
            list(read_people(tmp_path / "a.ndjson"))


async def test_refused_people_are_told_and_left_out(either: Any) -> None:
    prefix, told = uuid4().hex, list[Refusal]()
    rows = [*people(prefix, 10)]
    rows[3] = {**rows[3], "fields": {"age": "old"}}
    rows[7] = {**rows[7], "domain": "chess"}
    done = await settle(either.users.upsert_many(rows, on_refused=told.append))
    assert done == UploadProgress(position=10, stored=8, refused=2)
    assert [(refusal.index, refusal.code) for refusal in told] == [
        (3, "invalid_field_value"),
        (7, "domain_not_found"),
    ]
    assert told[0].row == rows[3]


async def test_a_refused_row_stops_an_upload_that_does_not_hear_of_it(either: Any) -> None:
    prefix = uuid4().hex
    rows = [*people(prefix, 150)]
    rows[103] = {**rows[103], "fields": {"age": "old"}}
    with pytest.raises(UploadError, match="row 103 was refused") as caught:
        await settle(either.users.upsert_many(rows))
    assert (caught.value.position, caught.value.index) == (100, 103)
    assert isinstance(caught.value.__cause__, InvalidFieldValueError)
    assert str(caught.value.__cause__.request_id).startswith("req_")


def test_a_missing_scope_ends_the_upload(server: Server) -> None:
    with Counterpart(server.key("--scopes", "read"), server.url) as client:
        with pytest.raises(UploadError) as caught:
            client.users.upsert_many(people("none", 10), on_refused=print)
        assert isinstance(caught.value.__cause__, ForbiddenError) and caught.value.position == 0


@pytest.mark.parametrize("source", ["people.csv", Path("people.csv"), b"{}", {"user_id": "a"}, ["a"]])
async def test_sources_that_have_no_rows(either: Any, source: Any) -> None:
    with pytest.raises((TypeError, UploadError), match=r"expected (rows|a mapping)"):
        await settle(either.users.upsert_many(source))


async def test_a_row_that_is_no_json_is_named(either: Any) -> None:
    rows = [person("a", 1), {**person("b", 2), "fields": {"age": float("inf")}}]
    with pytest.raises(UploadError, match="row 1 is no JSON"):
        await settle(either.users.upsert_many(rows))
    for options in ({"concurrency": 0}, {"start_at": -1}):
        with pytest.raises(ValueError, match="expected"):
            await settle(either.users.upsert_many([], **options))


async def test_no_more_rows_are_taken_than_are_under_way(either: Any) -> None:
    """Flat memory: when a row is taken, at most `concurrency` requests of earlier rows are unanswered."""
    taken, answered, ahead = 0, 0, list[int]()

    def source() -> Iterator[Any]:
        nonlocal taken
        for row in people(uuid4().hex, 2000):
            ahead.append(taken - answered)
            taken += 1
            yield row

    def progress(done: UploadProgress) -> None:
        nonlocal answered
        answered = done.position

    await settle(either.users.upsert_many(source(), concurrency=5, on_progress=progress))
    assert (taken, answered) == (2000, 2000)
    assert 100 < max(ahead) < 600


subjects = st.lists(st.integers(0, 30), max_size=300)


@given(subjects, st.integers(0, 20), st.integers(1, 400))
async def test_requests_have_each_row_once_and_each_person_once(
    users: list[int], start_at: int, longest: int
) -> None:
    rows = [
        {"user_id": str(user), "domain": "d", "context": "x" * (number % longest * 100)}
        for number, user in enumerate(users)
    ]
    batches = [batch async for batch in in_batches(each(rows), start_at, people_bounds)]
    assert [row for batch in batches for row in batch.rows] == rows[start_at:]
    start = start_at
    for batch in batches:
        assert batch.start == start and 1 <= len(batch.rows) <= 100
        assert len({row["user_id"] for row in batch.rows}) == len(batch.rows)
        assert sum(map(len, batch.lines)) <= 1_000_000 or len(batch.rows) == 1
        start += len(batch.rows)
    for batch in batches:  # what goes on at a position makes the same requests
        again = [part async for part in in_batches(each(rows), batch.start, people_bounds)]
        assert [part.start for part in again] == [part.start for part in batches if part.start >= batch.start]


@given(subjects, st.integers(1, 5))
async def test_a_person_is_never_under_way_twice(users: list[int], concurrency: int) -> None:
    rows = [{"user_id": str(user), "domain": "d"} for user in users]
    under_way, most = Counter[Any](), Counter[str](people=0, requests=0)

    async def work(batch: Batch) -> Batch:
        under_way.update(batch.subjects)
        most["people"] = max([most["people"], *under_way.values()])
        most["requests"] += 1
        for _ in range(5):
            await asyncio.sleep(0)  # the other requests go on
        under_way.subtract(batch.subjects)
        return batch

    batches = in_batches(each(rows), 0, people_bounds)
    answers = map_bounded(batches, concurrency, work, lambda batch: batch.subjects)
    assert [row async for batch in answers for row in batch.rows] == rows
    assert most["people"] <= 1 and most["requests"] <= len(rows)


class StopError(Exception):
    pass


async def test_an_upload_goes_on_where_it_stopped(either: Any) -> None:
    prefix = uuid4().hex

    def breaking() -> Iterator[Any]:
        yield from people(prefix, 730)
        raise StopError

    with pytest.raises(UploadError) as caught:
        await settle(either.users.upsert_many(breaking(), concurrency=3))
    assert isinstance(caught.value.__cause__, StopError)
    position = caught.value.position
    assert 400 <= position <= 700 and position % 100 == 0
    done = await settle(either.users.upsert_many(people(prefix, 800), start_at=position))
    assert done == UploadProgress(800, 800 - position, 0)
    assert all(await stored(either, prefix, 800))


def keys_of(heads: list[bytes]) -> list[bytes]:
    lines = [line for head in heads for line in head.lower().split(b"\r\n")]
    return [line for line in lines if line.startswith(b"idempotency-key")]


def test_a_second_call_with_the_key_has_the_keys_of_the_first(server: Server, key: str) -> None:
    prefix = uuid4().hex
    options: Any = {"idempotency_key": f"import-{prefix}"}
    with faulty(server.url) as proxy, Counterpart(key, proxy.url) as client:
        client.users.upsert_many(people(prefix, 350), concurrency=1, options=options)
        client.users.upsert_many(people(prefix, 350), concurrency=1, start_at=200, options=options)
        keys = keys_of(proxy.heads)
    assert len(keys) == 6 and keys[4:] == keys[2:4] and len(set(keys)) == 4


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
        done = await settle(quick(either).users.upsert_many(people(prefix, 600), concurrency=3))
        assert done.stored == 600 and proxy.requests == 16
        assert len(set(keys_of(proxy.heads))) == 6
        assert all(await stored(either, prefix, 600))


@pytest.mark.skipif(
    not upsert_users.takes_idempotency_key, reason="the service does not honour the key of this operation"
)
async def test_a_row_that_is_sent_again_is_not_written_again(either: Any, server: Server, key: str) -> None:
    """The answer to a request is lost; before it is sent again, another client changes a person of it."""
    prefix = uuid4().hex
    with faulty(server.url) as proxy, Counterpart(key, server.url) as other:
        proxy.harm([Answer(503, "overloaded", "0", after=True)])
        either.users._transport._base_url = proxy.url

        def change(response: Any) -> None:
            if response.status_code == 503:
                other.users.upsert(user_id=f"{prefix}-3", domain="dating", fields={"age": 99})

        options: Any = {"on_response": change}
        done = await settle(quick(either).users.upsert_many(people(prefix, 10), options=options))
        assert (done.stored, proxy.requests) == (10, 2)
        assert other.users.get(f"{prefix}-3", domain="dating")["fields"]["age"] == 99


async def test_feedback_by_the_thousand(either: Any) -> None:
    prefix, told = uuid4().hex, list[Refusal]()
    await settle(either.users.upsert_many(people(prefix, 60)))
    items: list[Any] = [
        {"seeker_id": f"{prefix}-{n // 50}", "candidate_id": f"{prefix}-{10 + n % 50}", "outcome": "accepted"}
        for n in range(500)
    ] * 3
    items[1200] = {**items[1200], "outcome": "maybe"}
    items[5] = {**items[5], "candidate_id": "nobody"}
    items[7] = {"seeker_id": "a"}
    done = await settle(either.feedback.send_many(iter(items), domain="dating", on_refused=told.append))
    assert done == UploadProgress(position=1500, stored=1497, refused=3)
    assert [(refusal.index, refusal.code) for refusal in told] == [
        (5, "user_not_found"),
        (7, "invalid_request"),
        (1200, "unknown_outcome"),
    ]
    with pytest.raises(UploadError, match="row 5 was refused"):
        await settle(either.feedback.send_many(items, domain="dating"))
