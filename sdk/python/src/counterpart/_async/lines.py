"""People as lines of JSON, and what the service answers to each."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

from .. import _operations as operations
from .. import types
from .._error_of import error_of_line
from .._errors import ConnectionFailedError, CounterpartError
from .._options import RequestOptions
from .._uploads import AnsweredLine
from .clock import sleep
from .concurrency import AsyncSource, each
from .transport import AsyncTransport

# httpx reads no answer before it has sent the whole body, and the server reads only so far ahead of the
# answers that were read. A request of this size is within that bound, so neither waits for the other.
lines_a_call = 100
bytes_a_call = 250_000


async def upsert_lines(
    transport: AsyncTransport,
    people: AsyncSource[types.UpsertUserRequest],
    records: bool,
    options: RequestOptions,
) -> AsyncGenerator[AnsweredLine, None]:
    done = 0
    async for part in in_parts(each(people)):
        retries = 0
        while part:
            answers, fault = await send_lines(transport, part, records, options)
            for answer in answers:
                answer["line"] += done
                yield answer
            done += len(answers)
            part = part[len(answers) :]
            if fault is None:
                continue
            retries = 0 if answers else retries
            wait = transport.policy(options).delay(retries, fault, None, random.random)
            if wait is None:
                raise fault
            retries += 1
            await sleep(wait)


async def send_lines(
    transport: AsyncTransport, part: list[bytes], records: bool, options: RequestOptions
) -> tuple[list[Any], CounterpartError | None]:
    """The lines that were answered, and why the others were not."""
    response = await transport.send(
        operations.upsert_users,
        query={"records": "true" if records else None},
        content=b"".join(part),
        headers={"accept": "application/x-ndjson", "content-type": "application/x-ndjson"},
        options=options,
    )
    answers: list[Any] = []
    try:
        for text in response.content.splitlines():
            answer = json.loads(text)
            if "next_line" in answer:
                return answers, error_of_line(answer, response.headers.get("x-request-id"))
            if answer["line"] != len(answers) + 1:
                break
            answers.append(answer)
    except (KeyError, TypeError, ValueError):
        pass
    if len(answers) == len(part):
        return answers, None
    return answers, ConnectionFailedError("upsertUsers: the answer was cut off or is not in lines")


async def in_parts(people: AsyncIterator[types.UpsertUserRequest]) -> AsyncIterator[list[bytes]]:
    part: list[bytes] = []
    size = 0
    async for person in people:
        line = json.dumps(person, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode() + b"\n"
        if part and size + len(line) > bytes_a_call:
            yield part
            part, size = [], 0
        part.append(line)
        size += len(line)
        if len(part) == lines_a_call:
            yield part
            part, size = [], 0
    if part:
        yield part
