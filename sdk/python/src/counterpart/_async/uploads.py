"""Rows in, with bounded concurrency and flat memory, each row once, and later rows of a subject later."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any, Literal
from uuid import uuid4

from .. import _operations as operations
from .. import types
from .._errors import ApiError, UploadError
from .._lines import LineAnswers
from .._options import RequestOptions
from .._uploads import (
    Answer,
    Batch,
    BatchBounds,
    Calls,
    UploadProgress,
    check_bounds,
    check_source,
    events_bounds,
    items_bounds,
    line_of,
    outcomes_bounds,
    people_bounds,
    refused_line,
    refuses_the_row,
    tell,
)
from .concurrency import AsyncSource, Work, each, map_bounded
from .transport import AsyncTransport

# An upload outlasts a busy server and a short restart.
upload_defaults: RequestOptions = {"max_retries": 10, "timeout": 600.0}


async def upload_people(
    transport: AsyncTransport,
    people: AsyncSource[types.UpsertUserRequest],
    concurrency: int,
    start_at: int,
    query: Mapping[str, str | None],
    calls: Calls,
    options: RequestOptions,
) -> UploadProgress:
    name = options.get("idempotency_key") or uuid4().hex

    async def send(batch: Batch) -> Answer:
        return await send_people(transport, batch, name, query, options)

    return await upload(people, people_bounds, send, concurrency, start_at, calls)


async def upload_feedback(
    transport: AsyncTransport,
    items: AsyncSource[types.FeedbackItem],
    domain: str,
    concurrency: int,
    start_at: int,
    calls: Calls,
    options: RequestOptions,
) -> UploadProgress:
    name = options.get("idempotency_key") or uuid4().hex

    async def send(batch: Batch) -> Answer:
        return Answer(batch, await send_outcomes(transport, batch, name, domain, options))

    return await upload(items, outcomes_bounds, send, concurrency, start_at, calls)


async def send_people(
    transport: AsyncTransport,
    batch: Batch,
    name: str,
    query: Mapping[str, str | None],
    options: RequestOptions,
) -> Answer:
    """All attempts have the same lines and key, so the service writes each line once."""
    answers = LineAnswers(len(batch.rows))
    await transport.send(
        operations.upsert_users,
        query=query,
        content=b"".join(batch.lines),
        headers={"accept": "application/x-ndjson", "content-type": "application/x-ndjson"},
        options={**upload_defaults, **options, "idempotency_key": f"{name}-{batch.start}"},
        read=answers.read,
    )
    return Answer(batch, answers.in_order())


async def send_outcomes(
    transport: AsyncTransport, batch: Batch, name: str, domain: str, options: RequestOptions
) -> list[Any]:
    """Where the structure of one item makes the whole call a 400, each is sent by itself."""
    count = len(batch.rows)
    stored: list[Any] = [{"status": 200}] * count
    try:
        response = await transport.send(
            operations.send_feedback,
            content=b'{"domain":%s,"items":[%s]}' % (json.dumps(domain).encode(), b",".join(batch.lines)),
            headers={"content-type": "application/json"},
            options={
                **upload_defaults,
                **options,
                "idempotency_key": f"{name}-{batch.start}-{count}",
            },
        )
    except ApiError as error:
        if error.code != "invalid_request":
            raise
        if count == 1:
            return [refused_line(400, error.code, error.message)]
    else:
        for error in response.json()["errors"]:
            stored[error["index"]] = refused_line(422, error["code"], error["message"])
        return stored
    halves = (batch.part(0, count // 2), batch.part(count // 2, count))
    return [line for half in halves for line in await send_outcomes(transport, half, name, domain, options)]


async def upload_appended(
    transport: AsyncTransport,
    dataset_id: str,
    rows: AsyncSource[Mapping[str, Any]],
    list_name: Literal["events", "items"],
    concurrency: int,
    start_at: int,
    calls: Calls,
    options: RequestOptions,
) -> UploadProgress:
    bounds = events_bounds if list_name == "events" else items_bounds

    async def send(batch: Batch) -> Answer:
        return Answer(batch, await send_appended(transport, dataset_id, batch, list_name, options))

    return await upload(rows, bounds, send, concurrency, start_at, calls)


async def send_appended(
    transport: AsyncTransport,
    dataset_id: str,
    batch: Batch,
    list_name: Literal["events", "items"],
    options: RequestOptions,
) -> list[Any]:
    """Where the service refuses the rows, the halves are sent, down to the row."""
    count = len(batch.rows)
    append = operations.append_dataset_events if list_name == "events" else operations.append_dataset_items
    try:
        await transport.send(
            append,
            path={"dataset_id": dataset_id},
            content=b'{"%s":[%s]}' % (list_name.encode(), b",".join(batch.lines)),
            headers={"content-type": "application/json"},
            options={**upload_defaults, **options},
        )
    except ApiError as error:
        if not refuses_the_row(error):
            raise
        if count == 1:
            return [refused_line(error.status, error.code, error.message)]
    else:
        return [{"status": 200}] * count
    halves = (batch.part(0, count // 2), batch.part(count // 2, count))
    return [
        line
        for half in halves
        for line in await send_appended(transport, dataset_id, half, list_name, options)
    ]


async def in_batches(
    rows: AsyncGenerator[Mapping[str, Any], None], start_at: int, bounds: BatchBounds
) -> AsyncGenerator[Batch, None]:
    index, size, batch = 0, 0, Batch(start_at)
    async with aclosing(rows):
        async for row in rows:
            index += 1
            if index <= start_at:
                continue
            line = line_of(index - 1, row)
            subject = bounds.subject_of(row)
            if not bounds.admit(batch, size, line, subject):
                yield batch
                size, batch = 0, Batch(index - 1)
            batch.rows.append(row)
            batch.lines.append(line)
            batch.subjects.add(subject)
            size += len(line)
            if len(batch.rows) == bounds.rows:
                yield batch
                size, batch = 0, Batch(index)
    if batch.rows:
        yield batch


async def upload(
    source: AsyncSource[Mapping[str, Any]],
    bounds: BatchBounds,
    send: Work[Batch, Answer],
    concurrency: int,
    start_at: int,
    calls: Calls,
) -> UploadProgress:
    """Answers come in the order of the source, so all rows before the last one's are done."""
    check_source(source)
    check_bounds(concurrency, start_at)
    progress = UploadProgress(start_at, 0, 0)
    batches = in_batches(each(source), start_at, bounds)
    try:
        async with aclosing(map_bounded(batches, concurrency, send, lambda batch: batch.subjects)) as answers:
            async for answer in answers:
                refused = tell(answer, calls)
                count = len(answer.batch.rows)
                progress = UploadProgress(
                    answer.batch.start + count,
                    progress.stored + count - refused,
                    progress.refused + refused,
                )
                if calls.on_progress is not None:
                    calls.on_progress(progress)
    except UploadError:
        raise
    except Exception as error:
        raise UploadError(progress.position, error) from error
    return progress
