"""Answers to lines: answers that end early, are cut off, or refuse a line for a while."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from counterpart import (
    ConnectionFailedError,
    Counterpart,
    OverloadedError,
    Refusal,
    StoredRow,
    UnauthorizedError,
    UploadError,
)

from .support import quick


def person(number: int) -> Any:
    return {"user_id": f"line-{number}", "domain": "dating", "fields": {"age": 30}}


def answering(*bodies: str, max_retries: int = 1) -> tuple[Callable[..., Any], list[tuple[str, bytes]]]:
    """Sends three people to a client whose requests get these bodies; key and body of each request."""
    left, sent = list(bodies), list[tuple[str, bytes]]()

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append((request.headers["idempotency-key"], request.content))
        body = httpx.ByteStream(left.pop(0).encode())
        return httpx.Response(200, stream=body, headers={"content-type": "application/x-ndjson"})

    client = Counterpart("cp_live_x", http_client=httpx.Client(transport=httpx.MockTransport(answer)))
    people = quick(client).users

    def send(**calls: Any) -> Any:
        return people.upsert_many(map(person, (1, 2, 3)), options={"max_retries": max_retries}, **calls)

    return send, sent


def line(number: int, status: int = 200, code: str = "", **details: Any) -> str:
    if status == 200:
        return json.dumps({"line": number, "status": 200, "user_id": f"line-{number}"}) + "\n"
    error = {"code": code, "message": "…", "details": details}
    return json.dumps({"line": number, "status": status, "error": error}) + "\n"


def ended(number: int, status: int, code: str) -> str:
    return line(number, status, code).replace('"line"', '"next_line"')


whole = line(1) + line(2) + line(3)


@pytest.mark.parametrize(
    "first",
    [
        line(1) + ended(2, 503, "overloaded"),
        line(1) + '{"line":',
        line(1),
        "",
        "<html>",
        "[" * 100_000,
        "[]",
        line(1) + line(2, 409, "idempotency_in_progress") + line(3),
        line(1) + line(2) + line(3, 503, "dependency_unavailable"),
        line(1, 429, "rate_limited", retry_after_ms=1) + line(2) + line(3),
    ],
)
def test_lines_without_an_answer_are_sent_again_under_the_same_key(first: str) -> None:
    send, sent = answering(first, whole)
    rows = list[StoredRow]()
    assert send(on_stored=rows.append).stored == 3
    assert [row.index for row in rows] == [0, 1, 2]
    assert len(sent) == 2 and sent[0] == sent[1]


def test_answers_of_several_attempts_add_up() -> None:
    send, sent = answering(line(1), line(2), line(3), max_retries=2)
    assert send().stored == 3 and len(sent) == 3


def test_the_retries_are_bounded() -> None:
    send, sent = answering("<html>", line(1))
    with pytest.raises(UploadError) as caught:
        send()
    assert isinstance(caught.value.__cause__, ConnectionFailedError) and len(sent) == 2


def test_an_end_that_no_retry_mends() -> None:
    send, sent = answering(line(1) + ended(2, 401, "unauthorized"))
    with pytest.raises(UploadError) as caught:
        send()
    assert isinstance(caught.value.__cause__, UnauthorizedError) and len(sent) == 1


def test_a_line_asks_for_a_longer_wait_than_any_upload_has() -> None:
    send, sent = answering(line(1) + line(2, 503, "overloaded", retry_after_ms=600_000) + line(3))
    with pytest.raises(UploadError) as caught:
        send()
    assert isinstance(caught.value.__cause__, OverloadedError) and len(sent) == 1
    assert caught.value.__cause__.retry_after == 600


def test_what_was_stored_stays_so_and_a_refusal_may_end() -> None:
    """The person of line 1 was erased between two attempts; the domain of line 2 was enabled."""
    refused = list[Refusal]()
    send, _ = answering(
        line(1) + line(2, 404, "domain_not_found"), line(1, 409, "conflict") + line(2) + line(3)
    )
    assert send(on_refused=refused.append).stored == 3 and refused == []


def test_an_acknowledged_person_who_was_erased_meanwhile() -> None:
    refused = list[Refusal]()
    send, _ = answering("", line(1, 409, "conflict") + line(2) + line(3))
    assert send(on_refused=refused.append).stored == 2
    assert [(refusal.index, refusal.code) for refusal in refused] == [(0, "conflict")]
