"""An acknowledged write happened exactly once whatever became of its attempts; any other at most once."""

from __future__ import annotations

import os
import random
from typing import Any
from uuid import uuid4

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from counterpart import (
    AsyncCounterpart,
    ConnectionFailedError,
    Counterpart,
    CounterpartError,
    StoredRow,
    UploadError,
    UserNotFoundError,
)

from .conftest import Server, shop_items
from .fault_proxy import Answer, Fault, faulty
from .support import quick, settle

busy = [
    Answer(429, "rate_limited", "0"),
    Answer(503, "overloaded", "0"),
    Answer(408, "invalid_request", None),
]
lost: list[Fault] = [
    Answer(503, "overloaded", "0", after=True),
    Answer(500, "internal", None, after=True),
    Answer(502, None, None),
]
passing: list[Fault] = ["pass", "drop", "drop_after", "half", "reset", "reset_after", "delay", *busy, *lost]
faults_of_a_call = st.lists(st.sampled_from(passing), max_size=5)
thorough = settings(
    max_examples=int(os.environ.get("COUNTERPART_TEST_FAULT_RUNS", "10")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    derandomize=True,
)


def made_datasets(client: Counterpart, name: str) -> int:
    return sum(dataset["name"] == name for dataset in client.datasets.list())


def settled_jobs(client: Counterpart) -> None:
    """A dataset stands in the list once its job has ended."""
    for job in client.jobs.list(kind="dataset_import"):
        if job["status"] in ("queued", "running"):
            client.jobs.wait(job["id"])


async def acknowledged(call: Any) -> bool:
    try:
        await settle(call())
    except CounterpartError:
        return False
    return True


@pytest.mark.parametrize("kind", ["sync", "async"])
@thorough
@given(faults=faults_of_a_call, retries=st.integers(0, 6))
async def test_a_dataset_is_made_once(
    server: Server, key: str, kind: str, faults: list[Fault], retries: int
) -> None:
    """Datasets have no id of the caller's: a second arrival would make a second version of the name."""
    name = f"once-{uuid4().hex}"
    with faulty(server.url) as proxy, Counterpart(key, server.url) as honest:
        proxy.harm(faults)
        client: Any = Counterpart(key, proxy.url) if kind == "sync" else AsyncCounterpart(key, proxy.url)
        quick(client, max_retries=retries)
        done = await acknowledged(lambda: client.datasets.create(name=name, items=shop_items()))
        await settle(client.close() if kind == "sync" else client.aclose())
        settled_jobs(honest)
        count = made_datasets(honest, name)
        assert count == 1 if done else count <= 1
        if retries > len(faults):
            assert done


@thorough
@given(st.lists(st.tuples(st.sampled_from(["upsert", "delete", "feedback"]), faults_of_a_call), max_size=8))
def test_a_history_of_writes_ends_as_its_model(
    server: Server, key: str, history: list[tuple[str, list[Fault]]]
) -> None:
    """The server's state is that of a dictionary which had each acknowledged write once."""
    user_id, candidate = uuid4().hex, uuid4().hex
    with (
        faulty(server.url) as proxy,
        Counterpart(key, server.url) as honest,
        Counterpart(key, proxy.url) as client,
    ):
        quick(client)
        honest.users.upsert(user_id=candidate, domain="dating", fields={"age": 33})
        age: int | None = None
        for number, (write, faults) in enumerate(history):
            proxy.faults[:] = faults
            if write == "upsert":
                client.users.upsert(user_id=user_id, domain="dating", fields={"age": 20 + number})
                age = 20 + number
            elif write == "delete" and age is not None:
                assert client.users.delete(user_id)["user_id"] == user_id
                age = None
            elif write == "feedback" and age is not None:
                item: Any = {"seeker_id": user_id, "candidate_id": candidate, "outcome": "accepted"}
                assert client.feedback.send(domain="dating", items=[item])["accepted"] == 1
            assert stored_age(honest, user_id) == age


def stored_age(client: Counterpart, user_id: str) -> int | None:
    try:
        return client.users.get(user_id, domain="dating")["fields"]["age"]
    except UserNotFoundError:
        return None


def test_without_the_kept_key_the_property_fails(server: Server, key: str) -> None:
    """The control: a new key an attempt makes a dataset twice, so the check above can fail."""

    def forget(request: httpx.Request) -> None:
        request.headers["idempotency-key"] = uuid4().hex

    http = httpx.Client(event_hooks={"request": [forget]})
    name = f"twice-{uuid4().hex}"
    with faulty(server.url) as proxy, Counterpart(key, server.url) as honest:
        proxy.harm(["drop_after"])
        quick(Counterpart(key, proxy.url, http_client=http)).datasets.create(name=name, items=shop_items())
        settled_jobs(honest)
        assert made_datasets(honest, name) == 2
    http.close()


def test_a_delete_whose_answer_was_lost_counts_as_done(server: Server, key: str) -> None:
    with faulty(server.url) as proxy, Counterpart(key, proxy.url) as client:
        client.users.upsert(user_id="gone", domain="dating", fields={"age": 30})
        proxy.harm(["drop_after"])
        done = quick(client).users.delete("gone")
        assert (done["user_id"], done["erased"]["records"]) == ("gone", 0)
        # Without a domain, datasets might have the person too, and the answer is never 404.
        with pytest.raises(UserNotFoundError):
            client.users.delete("gone", domain="dating")
        proxy.harm([Answer(429, "rate_limited", "0")])
        with pytest.raises(UserNotFoundError):  # the refused attempt cannot have erased anybody
            client.users.delete("gone", domain="dating")


def test_the_attempts_of_a_call_share_one_key(server: Server, key: str) -> None:
    with faulty(server.url) as proxy, Counterpart(key, proxy.url) as client:
        proxy.harm(["drop", "half", Answer(503, "overloaded", "0")])
        quick(client).users.upsert(user_id="keyed", domain="dating", fields={"age": 30})
        keys = {
            line for head in proxy.heads for line in head.lower().split(b"\r\n") if b"idempotency-key" in line
        }
        assert (proxy.requests, len(keys)) == (4, 1)


@pytest.mark.parametrize("fault", ["drop", "half", "reset_after"])
def test_faults_beyond_the_retries_are_told(server: Server, key: str, fault: Any) -> None:
    with faulty(server.url) as proxy, Counterpart(key, proxy.url) as client:
        proxy.harm([fault] * 3)
        with pytest.raises(ConnectionFailedError):
            quick(client, max_retries=2).schema.get()
        assert proxy.requests == 3


def test_a_download_goes_on_where_it_broke(server: Server, key: str) -> None:
    rows: list[Any] = [
        {"item_id": f"i-{number}", "text": random.Random(number).randbytes(40).hex()}
        for number in range(5000)
    ]
    with faulty(server.url) as proxy, Counterpart(key, server.url) as client:
        job = client.jobs.wait(client.datasets.create(name="large", items=rows)["id"])
        export = client.jobs.wait(client.datasets.export(job["resource"]["id"], format="jsonl")["id"])
        assert export["result"] is not None
        whole = b"".join(client.downloads.stream(export["result"]["download_url"]))
        proxy.harm(["half", "drop", "half", "reset"])
        token = export["result"]["download_url"].rsplit("/", 1)[1]
        with Counterpart(key, proxy.url) as harmed:
            assert b"".join(quick(harmed).downloads.stream(token)) == whole
        assert proxy.requests == 5
        assert not any(b"authorization" in head.lower() for head in proxy.heads)


rows_of_few = st.lists(st.integers(0, 12), min_size=1, max_size=40)


@pytest.mark.parametrize("kind", ["sync", "async"])
@thorough
@given(
    users=rows_of_few,
    faults=st.lists(st.sampled_from(passing), max_size=8),
    retries=st.sampled_from([0, 2, 10]),
    concurrency=st.integers(1, 4),
)
async def test_an_upload_ends_as_its_model(
    server: Server, key: str, kind: str, users: list[int], faults: list[Fault], retries: int, concurrency: int
) -> None:
    """Each row is told once, in the order of the source; of rows for one person the later one holds.

    An upload that stopped has written every row before its position, and goes on from there.
    """
    prefix, told = uuid4().hex, list[int]()
    rows = [
        {"user_id": f"{prefix}-{user}", "domain": "dating", "fields": {"age": 20 + number}}
        for number, user in enumerate(users)
    ]
    with faulty(server.url) as proxy, Counterpart(key, server.url) as honest:
        proxy.harm(faults)
        client: Any = Counterpart(key, proxy.url) if kind == "sync" else AsyncCounterpart(key, proxy.url)

        def note(row: StoredRow) -> None:
            told.append(row.index)

        async def send(start_at: int, max_retries: int) -> int:
            sent = quick(client).users.upsert_many(
                rows,
                concurrency=concurrency,
                start_at=start_at,
                on_stored=note,
                options={"max_retries": max_retries},
            )
            done = await settle(sent)
            return done.position

        position = 0
        try:
            position = await send(0, retries)
        except UploadError as error:
            assert retries <= len(faults) and error.position < len(rows)
            position = error.position
            for user in set(users):
                assert_one_of(honest, rows, f"{prefix}-{user}", position)
            proxy.faults.clear()
            assert told == list(range(position))
            position = await send(position, 10)
        await settle(client.close() if kind == "sync" else client.aclose())
        assert position == len(rows) and told == list(range(len(rows)))
        for user in set(users):
            assert_one_of(honest, rows, f"{prefix}-{user}", len(rows))


def assert_one_of(client: Counterpart, rows: list[Any], user_id: str, position: int) -> None:
    """The person is as the last row before `position` has them, or as a later row has."""
    own = [(number, row["fields"]["age"]) for number, row in enumerate(rows) if row["user_id"] == user_id]
    before = [age for number, age in own if number < position]
    allowed = before[-1:] + [age for number, age in own if number >= position]
    age = stored_age(client, user_id)
    assert age in allowed or (age is None and not before)
