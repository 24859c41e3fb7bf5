"""The key reaches the server's header and nothing else."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path
from typing import Any

import httpx
import pytest

from counterpart import (
    AccessDeniedError,
    ConnectionFailedError,
    Counterpart,
    CounterpartError,
    UserNotFoundError,
)

from .conftest import Behaviour, Server
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
    assert "a%20person" not in caplog.text and "HTTP Request: GET" in caplog.text
    shown = caplog.text + repr(either) + "".join(traceback.format_exception(caught.value))
    assert key not in shown and key.removeprefix("cp_live_") not in shown


def test_errors_hold_no_request(server: Server, key: str) -> None:
    with faulty(server.url) as proxy, Counterpart(key, proxy.url) as client:
        proxy.harm(["drop"])
        with pytest.raises(ConnectionFailedError) as caught:
            quick(client, max_retries=0).schema.get()
    assert caught.value.__cause__ is None and caught.value.__context__ is None
    assert key not in repr(vars(caught.value))


async def test_logs_never_have_a_download_token(
    either: Any, behaviour: Behaviour, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    job = await settle(either.datasets.export(behaviour.dataset_id, format="jsonl"))
    url: str = (await settle(either.jobs.wait(job["id"])))["result"]["download_url"]
    caplog.set_level(logging.DEBUG)
    await settle(either.downloads.save(url, tmp_path / "export"))
    with pytest.raises(AccessDeniedError):
        await settle(either.downloads.save(url + "x", tmp_path / "export"))
    assert caplog.text.count("/v1/downloads/{token}") >= 2
    assert url.rsplit("/", 1)[1] not in caplog.text


def test_the_lines_of_other_users_of_httpx_stay_as_they_are(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "httpx")
    httpx.get(f"{server.url}/v1/downloads/mine")
    assert f"GET {server.url}/v1/downloads/mine" in caplog.text


@pytest.mark.parametrize(
    "bad",
    [
        "127.0.0.1:8080",
        "ftp://host",
        "http://",
        "http://host:port",
        "http://me:secret@host",
        "http://h/?secret=1",
    ],
)
def test_a_base_url_that_is_no_address(bad: str) -> None:
    with pytest.raises(ValueError, match="base_url: expected") as caught:
        Counterpart("cp_live_x", bad)
    assert "secret" not in str(caught.value) and caught.value.__cause__ is None


@pytest.mark.parametrize(
    "bad", ["", "cp_live_x\n", "cp_live_x\r\nX-Other: y", "two words", "line\nbreak", "schlüssel"]
)
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
        await settle(either.request("DELETE", "/v1/users/nobody", query={"domain": "dating"}))
    with pytest.raises(ValueError, match="begins with /"):
        await settle(either.request("GET", "v1/users"))


async def test_any_printable_id(either: Any) -> None:
    for user_id in (
        "a/b",
        "a b?c#d%2F",
        "é",
        "東京",
        "..a",
        "a&b=c",
        "../v1/schema",
        "./.",
        "{user_id}",
        "e\u0301",
        "é😀" * 100,
    ):
        await settle(either.users.upsert(user_id=user_id, domain="dating", fields={"age": 30}))
        assert (await settle(either.users.get(user_id, domain="dating")))["user_id"] == user_id
        assert (await settle(either.users.delete(user_id)))["user_id"] == user_id
    for user_id in ("", ".", "..", "\ud800"):
        with pytest.raises(ValueError):
            await settle(either.users.get(user_id))


async def test_pages(either: Any) -> None:
    for number in range(3):
        await settle(either.datasets.create(name=f"page-{number}", items=[{"item_id": "a", "text": "a"}]))
    one = [job["id"] for job in await settle(either.jobs.list(limit=1).collect())]
    all_at_once = [job["id"] for job in await settle(either.jobs.list().collect())]
    assert one[:3] == all_at_once[:3] and len(one) == len(set(one)) >= 3
