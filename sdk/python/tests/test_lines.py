"""People as lines: their order and numbers, faulty ones, and answers that end early."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from counterpart import ConnectionFailedError, Counterpart, UnauthorizedError

from .support import quick, stream


def person(number: int, age: int = 30) -> Any:
    return {"user_id": f"line-{number}", "domain": "dating", "fields": {"age": age}}


async def test_lines_of_several_requests(either: Any) -> None:
    people = (person(number, 7 if number == 150 else 30) for number in range(1, 251))
    answers = [answer async for answer in stream(either.users.upsert_batch(people))]
    assert [answer["line"] for answer in answers] == list(range(1, 251))
    assert [answer["line"] for answer in answers if answer["status"] != 200] == [150]
    assert answers[149]["error"]["code"] == "invalid_field_value"


def answering(*bodies: str) -> tuple[Counterpart, list[int]]:
    """A client whose requests get these bodies, and how many lines each request had."""
    left, sent = list(bodies), list[int]()

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(len(request.content.splitlines()))
        body = httpx.ByteStream(left.pop(0).encode())
        return httpx.Response(200, stream=body, headers={"content-type": "application/x-ndjson"})

    made = Counterpart("cp_live_x", http_client=httpx.Client(transport=httpx.MockTransport(answer)))
    return quick(made, max_retries=1), sent


def line(number: int) -> str:
    return json.dumps({"line": number, "status": 200, "user_id": "x"}) + "\n"


def ended(number: int, status: int, code: str) -> str:
    error: dict[str, Any] = {"code": code, "message": "…", "details": {}}
    return json.dumps({"next_line": number, "status": status, "error": error}) + "\n"


def test_what_was_not_acknowledged_is_sent_again() -> None:
    client, sent = answering(line(1) + ended(2, 503, "overloaded"), line(1) + '{"line":', line(1))
    answers = list(client.users.upsert_batch(person(number) for number in range(3)))
    assert [answer["line"] for answer in answers] == [1, 2, 3]
    assert sent == [3, 2, 1]


def test_the_retries_without_progress_are_bounded() -> None:
    client, sent = answering("<html>", "<html>")
    with pytest.raises(ConnectionFailedError):
        list(client.users.upsert_batch([person(1)]))
    assert sent == [1, 1]


def test_an_end_that_no_retry_mends() -> None:
    client, sent = answering(line(1) + ended(2, 401, "unauthorized"))
    answers = client.users.upsert_batch([person(1), person(2)])
    assert next(answers)["line"] == 1
    with pytest.raises(UnauthorizedError):
        next(answers)
    assert sent == [2]
