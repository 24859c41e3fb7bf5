"""The key reaches the server's header and nothing else."""

from __future__ import annotations

import logging
import traceback
from typing import Any

import httpx
import pytest

from counterpart import ConnectionFailedError, Counterpart, CounterpartError, UserNotFoundError

from .conftest import Server
from .fault_proxy import Answer, faulty
from .support import quick, settle


async def test_logs_never_have_the_key(
    either: Any, server: Server, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)  # of all loggers: httpx and httpcore too
    with faulty(server.url) as proxy:
        proxy.harm(["drop", "half", Answer(429, "rate_limited", "0")])
        either.users._transport._base_url = proxy.url
        with pytest.raises(UserNotFoundError) as caught:
            await settle(quick(either).users.get("a person"))
    assert "GET /v1/users/{user_id} attempt 4: 404" in caplog.text
    ours = "\n".join(record.getMessage() for record in caplog.records if record.name == "counterpart")
    assert "person" not in ours
    shown = caplog.text + repr(either) + "".join(traceback.format_exception(caught.value))
    assert key not in shown and key.removeprefix("cp_live_") not in shown


def test_errors_hold_no_request(server: Server, key: str) -> None:
    with faulty(server.url) as proxy, Counterpart(key, proxy.url) as client:
        proxy.harm(["drop"])
        with pytest.raises(ConnectionFailedError) as caught:
            quick(client, max_retries=0).schema.get()
    assert caught.value.__cause__ is None and caught.value.__context__ is None
    assert key not in repr(vars(caught.value))


@pytest.mark.parametrize("bad", ["", "two words", "line\nbreak", "schlüssel"])
def test_a_key_that_fits_no_header(bad: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COUNTERPART_API_KEY", raising=False)
    with pytest.raises(ValueError) as caught:
        Counterpart(bad)
    assert bad == "" or bad not in str(caught.value)


def test_a_header_that_cannot_be_sent(server: Server, key: str) -> None:
    with Counterpart(key, server.url) as client, pytest.raises(CounterpartError) as caught:
        client.schema.get(options={"request_id": "line\nbreak"})
    assert key not in str(caught.value)


def test_the_environment_has_key_and_address(
    server: Server, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COUNTERPART_API_KEY", key)
    monkeypatch.setenv("COUNTERPART_BASE_URL", server.url + "/")
    with Counterpart() as client:
        assert client.service.health() == {"status": "ok"}


async def test_the_raw_answer_and_a_request_id_of_ones_own(either: Any) -> None:
    seen: list[httpx.Response] = []
    options: Any = {"on_response": seen.append, "request_id": "mine-1"}
    await settle(either.schema.get(options=options))
    assert [(answer.status_code, answer.headers["x-request-id"]) for answer in seen] == [(200, "mine-1")]
    assert "ratelimit" in seen[0].headers and seen[0].json()["data"]


async def test_any_path(either: Any) -> None:
    body = {"user_id": "raw", "domain": "dating", "fields": {"age": 30}}
    answer = await settle(either.request("post", "/v1/users", body=body))
    assert (answer.status_code, answer.json()["user_id"]) == (200, "raw")
    found = await settle(either.request("GET", "/v1/users/raw", query={"domain": "dating"}))
    assert found.json()["fields"]["age"] == 30 and "x-request-id" in found.headers
    with pytest.raises(UserNotFoundError):
        await settle(either.request("DELETE", "/v1/users/nobody"))
    with pytest.raises(ValueError, match="begins with /"):
        await settle(either.request("GET", "v1/users"))


async def test_any_printable_id(either: Any) -> None:
    for user_id in ("a/b", "a b?c#d%2F", "é", "東京", "..a", "a&b=c"):
        await settle(either.users.upsert(user_id=user_id, domain="dating", fields={"age": 30}))
        assert (await settle(either.users.get(user_id, domain="dating")))["user_id"] == user_id
        assert (await settle(either.users.delete(user_id)))["user_id"] == user_id
    for user_id in ("", ".", ".."):
        with pytest.raises(ValueError):
            await settle(either.users.get(user_id))


async def test_pages(either: Any) -> None:
    for number in range(3):
        await settle(either.datasets.create(name=f"page-{number}", items=[{"item_id": "a", "text": "a"}]))
    one = [job["id"] for job in await settle(either.jobs.list(limit=1).collect())]
    all_at_once = [job["id"] for job in await settle(either.jobs.list().collect())]
    assert one[:3] == all_at_once[:3] and len(one) == len(set(one)) >= 3
