from __future__ import annotations

from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterpart import ConnectionFailedError, Counterpart, CounterpartError, DeadlineExceededError
from counterpart._error_of import error_of, retry_after_seconds
from counterpart._errors import ApiError
from counterpart._retry import RetryPolicy

from .conftest import Server
from .fault_proxy import Answer, faulty
from .support import settle

policy = RetryPolicy()
unit = st.floats(0, 1, exclude_max=True)
statuses = st.sampled_from([400, 401, 404, 408, 409, 422, 429, 500, 502, 503])


def fault(status: int, retry_after: float | None) -> ApiError:
    error = ApiError(status, "code", "", {}, None)
    error.retry_after = retry_after
    return error


@given(st.integers(0, 10), statuses, st.none() | st.floats(0, 400), st.none() | st.floats(0, 200), unit)
def test_delay(retries: int, status: int, retry_after: float | None, left: float | None, part: float) -> None:
    wait = policy.delay(retries, fault(status, retry_after), left, lambda: part)
    asked = retry_after or 0.0
    longest = min(policy.cap, policy.base * 2**retries)
    if wait is not None:
        assert status in (408, 429) or status >= 500
        assert retries < policy.max_retries
        assert asked <= wait <= asked + longest
        assert left is None or wait < left
    elif retries < policy.max_retries and (status in (408, 429) or status >= 500):
        assert left is not None and left <= asked + longest
        assert asked == 0 or asked >= left


def test_a_long_wait_is_waited_for_up_to_the_deadline() -> None:
    assert policy.delay(0, fault(429, 3600.0), 3601.0, lambda: 0.9) == pytest.approx(3600.225)
    assert policy.delay(0, fault(429, 3600.0), 3600.1, lambda: 0.9) == pytest.approx(3600.05)
    assert policy.delay(0, fault(429, 3600.0), None, lambda: 0.0) == 3600
    assert policy.delay(0, fault(429, 3600.0), 3600.0, lambda: 0.0) is None
    assert policy.delay(0, fault(429, float("inf")), None, lambda: 0.0) is None


def test_the_exact_wait_counts_and_the_header_where_there_is_none() -> None:
    def asked(details: str) -> float | None:
        content = (
            f'{{"error": {{"code": "overloaded", "message": "", "details": {details}}}, "request_id": "r"}}'
        )
        return error_of(httpx.Response(503, text=content, headers={"retry-after": "62"})).retry_after

    assert asked('{"retry_after_ms": 61001}') == 61.001
    assert asked("{}") == 62
    assert asked('{"retry_after_ms": "soon"}') == 62


@given(st.integers(0, 3), unit)
def test_full_jitter_takes_any_part_of_the_longest_wait(retries: int, part: float) -> None:
    error = ConnectionFailedError("gone")
    assert policy.delay(retries, error, None, lambda: part) == pytest.approx(part * policy.base * 2**retries)


def test_other_faults_are_not_tried_again() -> None:
    assert policy.delay(0, CounterpartError("hopeless"), None, lambda: 0.5) is None
    in_progress = ApiError(409, "idempotency_in_progress", "", {}, None)
    assert policy.delay(0, in_progress, None, lambda: 0.5) is not None


def test_retry_after_has_two_forms() -> None:
    assert retry_after_seconds({"retry-after": "7"}) == 7
    assert retry_after_seconds({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0
    assert retry_after_seconds({"retry-after": "9" * 400}) == float("inf")
    assert retry_after_seconds({"retry-after": "-1"}) is None
    assert retry_after_seconds({"retry-after": "1.5"}) is None
    assert retry_after_seconds({"retry-after": "Fri, 31 Dec 9999 23:59:59 -0000"}) != 0
    future = retry_after_seconds({"retry-after": "Wed, 21 Oct 2999 07:28:00 GMT"})
    assert future is not None and future > 1e9
    assert retry_after_seconds({"retry-after": "soon"}) is None
    assert retry_after_seconds({}) is None


@pytest.mark.parametrize("asked", ["60", "Wed, 21 Oct 2999 07:28:00 GMT", "9" * 400])
async def test_no_attempt_begins_past_the_deadline(either: Any, server: Server, asked: str) -> None:
    """A server that asks for 60 s of patience gets one attempt from a call that has 30."""
    with faulty(server.url) as proxy:
        proxy.harm([Answer(503, "overloaded", asked)])
        either.users._transport._base_url = proxy.url
        with pytest.raises(ApiError, match="overloaded"):
            await settle(either.schema.get(options={"timeout": 30}))
        assert proxy.requests == 1


async def test_a_server_that_is_silent_until_the_deadline(either: Any) -> None:
    """The listener takes the connection and never answers."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as silent:
        either.users._transport._base_url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises((DeadlineExceededError, ConnectionFailedError)):
            await settle(either.schema.get(options={"timeout": 0.2, "max_retries": 1}))


async def test_waiting_for_a_job_ends_at_its_timeout(either: Any, server: Server, key: str) -> None:
    with pytest.raises(DeadlineExceededError):
        job = await settle(either.datasets.create(name="waits", items=[{"item_id": "a", "text": "a"}]))
        await settle(either.jobs.wait(job["id"], timeout=0.0))


def test_the_server_is_away() -> None:
    with (
        Counterpart("key", "http://127.0.0.1:9", max_retries=0) as client,
        pytest.raises(ConnectionFailedError),
    ):
        client.schema.get()
