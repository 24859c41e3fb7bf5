"""Rows a second and resident memory of `users.upsert_many` over many rows, sync and async.

`python benchmarks/flat_memory.py [rows]`; the default is a million. The rows are generated. A server in a
process of its own answers each line and stores nothing, so the figures are those of the client alone.
Linux only: memory is read from /proc/self/statm.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection

from counterpart import AsyncCounterpart, Counterpart, UploadProgress
from counterpart.types import UpsertUserRequest

points = 10
page_mib = os.sysconf("SC_PAGE_SIZE") / 2**20


def answer_lines(started: Connection) -> None:
    """Serves POST /v1/users/batch on a free port until its process ends."""

    async def connection(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while head := await reader.readuntil(b"\r\n\r\n"):
            length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
            count = (await reader.readexactly(length)).count(b"\n")
            lines = b"".join(b'{"line":%d,"status":200,"user_id":"x"}\n' % (n + 1) for n in range(count))
            writer.write(
                b"HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\ncontent-length: %d\r\n\r\n%s"
                % (len(lines), lines)
            )
            await writer.drain()

    async def serve() -> None:
        async def until_closed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                await connection(reader, writer)
            except (asyncio.IncompleteReadError, ConnectionResetError):
                writer.close()

        server = await asyncio.start_server(until_closed, "127.0.0.1", 0)
        started.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(serve())


def people(count: int) -> Iterator[UpsertUserRequest]:
    for number in range(count):
        yield {
            "user_id": f"person-{number}",
            "domain": "dating",
            "context": "Teaches maths in Lisbon, likes long walks, tea and old films. " * 3,
            "fields": {"age": 20 + number % 50},
        }


class Table:
    """A line each tenth of the rows."""

    def __init__(self, client: str, count: int) -> None:
        self._client, self._step, self._next = client, count // points, count // points
        self._started, self._at = time.perf_counter(), 0

    def note(self, done: UploadProgress) -> None:
        if done.position < self._next:
            return
        now = time.perf_counter()
        pace = (done.position - self._at) / (now - self._started)
        with open("/proc/self/statm") as file:
            resident = int(file.read().split()[1]) * page_mib
        print(f"| {self._client} | {done.position:,} | {pace:,.0f} | {resident:.1f} |", flush=True)
        self._started, self._at, self._next = now, done.position, self._next + self._step


def use_sync(url: str, count: int) -> None:
    with Counterpart("cp_live_x", url) as client:
        client.users.upsert_many(people(count), on_progress=Table("sync", count).note)


async def use_async(url: str, count: int) -> None:
    async with AsyncCounterpart("cp_live_x", url) as client:
        await client.users.upsert_many(people(count), on_progress=Table("async", count).note)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    receiver, sender = multiprocessing.Pipe(duplex=False)
    server = multiprocessing.get_context("spawn").Process(target=answer_lines, args=(sender,), daemon=True)
    server.start()
    url = f"http://127.0.0.1:{receiver.recv()}"
    print("| client | rows | rows a second | resident MiB |\n|---|---|---|---|")
    use_sync(url, count)
    asyncio.run(use_async(url, count))
    server.terminate()


if __name__ == "__main__":
    main()
