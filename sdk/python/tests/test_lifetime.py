"""Connections that stay open after a cancelled call, a close, a fork; answers of many threads at once."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import threading
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from uuid import uuid4

import httpx
import pytest

from counterpart import (
    ApiError,
    AsyncCounterpart,
    ConnectionFailedError,
    Counterpart,
    UploadError,
)

from .conftest import Server
from .fault_proxy import Answer, faulty
from .support import quick, settle, transport_of


@contextmanager
def answering(
    status: int, body: bytes = b"", **headers: str
) -> Generator[tuple[str, list[dict[str, str]]], None, None]:
    """A server that gives one answer to everything; its address, and the headers that it was sent."""
    seen = list[dict[str, str]]()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append({name.lower(): value for name, value in self.headers.items()})
            self.send_response(status)
            for name, value in {**headers, "content_length": str(len(body))}.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", seen
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_not_followed(status: int) -> None:
    """Not even by an httpx client that follows them: the key would go along."""
    with answering(200, b"{}", content_type="application/json") as (other, seen_there):
        with (
            answering(status, location=f"{other}/v1/schema") as (url, seen),
            httpx.Client(follow_redirects=True) as http,
            Counterpart("cp_live_x", url, http_client=http) as client,
        ):
            with pytest.raises(ApiError, match=f"http_{status}"):
                client.schema.get()
            with pytest.raises(ApiError, match=f"http_{status}"):
                list(client.downloads.stream(f"{url}/v1/downloads/token"))
        assert len(seen) == 2 and seen_there == []
        assert "authorization" in seen[0] and "authorization" not in seen[1]


@pytest.mark.parametrize("body", [b"<html>Sign in to the network</html>", b"", b"[" * 200_000, b'{"a":'])
async def test_an_answer_of_another_program(either: Any, body: bytes) -> None:
    with answering(200, body, content_type="text/html") as (url, seen):
        either.users._transport._base_url = url
        with pytest.raises(ConnectionFailedError, match="no JSON"):
            await settle(quick(either, max_retries=1).schema.get())
    assert len(seen) == 2


@pytest.mark.parametrize(
    "body", [b"[" * 200_000, b"[1]", b'{"error":1}', b'{"error":{"code":"x","message":"","details":[1]}}']
)
async def test_an_error_of_another_program(either: Any, body: bytes) -> None:
    with answering(418, body, content_type="application/json") as (url, _):
        either.users._transport._base_url = url
        with pytest.raises(ApiError) as caught:
            await settle(either.schema.get())
    assert (caught.value.status, caught.value.code) == (418, "http_418")


@pytest.fixture
def silent() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(60)
        yield listener


async def accepted(listener: socket.socket) -> socket.socket:
    """The next connection, once a whole request has come by it."""
    connection, _ = await asyncio.to_thread(listener.accept)
    connection.settimeout(60)
    text = b""
    while b"\r\n\r\n" not in text:
        text += await asyncio.to_thread(connection.recv, 65536)
    return connection


async def ended(connection: socket.socket) -> bool:
    """True once the other side has closed it; TimeoutError where it does not."""
    with connection:
        try:
            while await asyncio.to_thread(connection.recv, 65536):
                pass
        except ConnectionResetError:
            pass
    return True


@pytest.mark.parametrize("head", [b"", b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf"])
@pytest.mark.parametrize("kind", ["call", "upload", "download"])
async def test_a_cancelled_read_leaves_nothing(silent: socket.socket, head: bytes, kind: str) -> None:
    async with AsyncCounterpart("cp_live_x", f"http://127.0.0.1:{silent.getsockname()[1]}") as client:
        before = asyncio.all_tasks()

        async def download() -> None:
            async for _ in client.downloads.stream("token"):
                pass

        calls: Any = {
            "call": client.schema.get,
            "upload": lambda: client.users.upsert_many([{"user_id": "a", "domain": "dating"}]),
            "download": download,
        }
        task = asyncio.ensure_future(calls[kind]())
        connection = await accepted(silent)
        connection.sendall(head)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert asyncio.all_tasks() == before
        assert await ended(connection)
        assert open_connections(client) == []


def open_connections(client: Any) -> list[Any]:
    pool = transport_of(client).http._transport._pool
    return [connection for connection in pool.connections if not connection.is_idle()]


async def test_a_cancelled_wait_leaves_nothing(server: Server, key: str) -> None:
    with faulty(server.url) as proxy:
        proxy.harm([Answer(503, "overloaded", "50")] * 2)
        async with AsyncCounterpart(key, proxy.url) as client:
            before, answered = asyncio.all_tasks(), asyncio.Event()

            def note(_: httpx.Response) -> None:
                answered.set()

            task = asyncio.ensure_future(client.schema.get(options={"on_response": note}))
            await answered.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert asyncio.all_tasks() == before and open_connections(client) == []
    assert proxy.requests == 1


async def test_a_call_that_ran_out_of_time_leaves_nothing(silent: socket.socket) -> None:
    async with AsyncCounterpart("cp_live_x", f"http://127.0.0.1:{silent.getsockname()[1]}") as client:
        before = asyncio.all_tasks()
        with pytest.raises((ConnectionFailedError, TimeoutError)):
            await client.schema.get(options={"timeout": 0.1})
        assert asyncio.all_tasks() == before and open_connections(client) == []


async def test_an_upload_that_stops_leaves_no_task(server: Server, key: str) -> None:
    async with AsyncCounterpart(key, server.url) as client:
        before = asyncio.all_tasks()
        rows: list[Any] = [{"user_id": uuid4().hex, "domain": "dating"} for _ in range(500)]
        with pytest.raises(UploadError):
            rows[50] = {"user_id": 1}
            await client.users.upsert_many(rows)
        assert asyncio.all_tasks() == before


async def test_use_after_close(either: Any) -> None:
    await settle(either.close() if isinstance(either, Counterpart) else either.aclose())
    with pytest.raises(RuntimeError, match="closed"):
        await settle(either.schema.get())
    with pytest.raises(UploadError, match="closed"):
        await settle(either.users.upsert_many([{"user_id": "a", "domain": "dating"}]))


async def test_a_client_that_was_given_stays_open(server: Server, key: str) -> None:
    with httpx.Client() as http:
        with Counterpart(key, server.url, http_client=http) as client:
            client.schema.get()
        assert not http.is_closed
    async with httpx.AsyncClient() as asynchronous:
        async with AsyncCounterpart(key, server.url, http_client=asynchronous) as client:
            await client.schema.get()
        assert not asynchronous.is_closed


def test_many_threads_share_a_client(client: Counterpart) -> None:
    """Each thread gets the answers to its own requests, by one pool of connections."""
    prefix = uuid4().hex

    def use(thread: int) -> None:
        for number in range(15):
            user_id, request_id = f"{prefix}-{thread}-{number}", f"{thread}.{number}"
            seen = list[httpx.Response]()
            client.users.upsert(user_id=user_id, domain="dating", fields={"age": 20 + thread})
            record = client.users.get(
                user_id, domain="dating", options={"request_id": request_id, "on_response": seen.append}
            )
            assert (record["user_id"], record["fields"]["age"]) == (user_id, 20 + thread)
            assert [answer.headers["x-request-id"] for answer in seen] == [request_id]

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(use, range(16)))


script = """
import os, sys
from counterpart import Counterpart
url, key = sys.argv[1:]
client = Counterpart(key, url)
client.users.upsert(user_id="forked", domain="dating", fields={"age": 30})

def use(name):
    for number in range(40):
        user_id = f"{name}-{number}"
        assert client.users.upsert(user_id=user_id, domain="dating")["user_id"] == user_id
    client.close()

child = os.fork()
if child == 0:
    try:
        use("child")
    except BaseException as error:
        print(repr(error), file=sys.stderr)
        os._exit(1)
    os._exit(0)
use("parent")
assert os.waitpid(child, 0)[1] == 0
"""


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="the system has no fork")
def test_parent_and_child_of_a_fork_use_one_client(server: Server, key: str) -> None:
    command = [sys.executable, "-c", script, server.url, key]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
