"""Rows in, with bounded concurrency, flat memory and a checkpoint."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from os import PathLike
from typing import Any, TypeVar

from .. import _operations as operations
from .. import types
from .._errors import ApiError
from .._options import RequestOptions
from .._uploads import Checkpoint, RowError, UploadReport, refuses_the_row
from .concurrency import AsyncSource, each, map_bounded
from .transport import AsyncTransport

# Rows a call. One, until people can be sent as a batch; then only this number and send_people change.
people_a_call = 1
# The most that POST /v1/feedback takes.
outcomes_a_call = 1000
# An upload outlasts a busy server and a short restart.
upload_retries = 10

Row = TypeVar("Row", bound=Mapping[str, Any])


@dataclass(frozen=True)
class Batch:
    start: int
    """Number of its first row in the source."""
    rows: list[Any]


@dataclass(frozen=True)
class Answer:
    batch: Batch
    refused: list[tuple[int, str, str]]
    """Index in the batch, code, message."""


async def upload_people(
    transport: AsyncTransport,
    people: AsyncSource[types.UpsertUserRequest],
    concurrency: int,
    checkpoint_path: str | PathLike[str] | None,
    on_error: Callable[[RowError], None] | None,
    on_progress: Callable[[UploadReport], None] | None,
    options: RequestOptions,
) -> UploadReport:
    checkpoint = Checkpoint(checkpoint_path)

    async def send(batch: Batch) -> Answer:
        return await send_people(transport, batch, checkpoint, {"max_retries": upload_retries, **options})

    batches = in_batches(each(people), checkpoint.done, people_a_call)
    answers = map_bounded(batches, concurrency, send)
    return await report_of(answers, checkpoint, on_error, on_progress)


async def upload_feedback(
    transport: AsyncTransport,
    items: AsyncSource[types.FeedbackItem],
    domain: str,
    concurrency: int,
    checkpoint_path: str | PathLike[str] | None,
    on_error: Callable[[RowError], None] | None,
    on_progress: Callable[[UploadReport], None] | None,
    options: RequestOptions,
) -> UploadReport:
    checkpoint = Checkpoint(checkpoint_path)

    async def send(batch: Batch) -> Answer:
        chosen: RequestOptions = {"max_retries": upload_retries, **options}
        body = {"domain": domain, "items": batch.rows}
        return await send_rows(transport, batch, checkpoint, body, chosen)

    batches = in_batches(each(items), checkpoint.done, outcomes_a_call)
    answers = map_bounded(batches, concurrency, send)
    return await report_of(answers, checkpoint, on_error, on_progress)


async def send_people(
    transport: AsyncTransport, batch: Batch, checkpoint: Checkpoint, options: RequestOptions
) -> Answer:
    """The transport of `users.upsert_many`: one call for the batch, and what became of each row."""
    (person,) = batch.rows
    chosen: RequestOptions = {**options, "idempotency_key": checkpoint.key(batch.start, person)}
    try:
        await transport.call(operations.upsert_user, body=person, options=chosen)
    except ApiError as error:
        if not refuses_the_row(error):
            raise
        return Answer(batch, [(0, error.code, error.message)])
    return Answer(batch, [])


async def send_rows(
    transport: AsyncTransport,
    batch: Batch,
    checkpoint: Checkpoint,
    body: Mapping[str, Any],
    options: RequestOptions,
) -> Answer:
    """Sends outcomes. Where the structure of one makes the whole call a 400, each is sent by itself."""
    chosen: RequestOptions = {**options, "idempotency_key": checkpoint.key(batch.start, body)}
    try:
        summary = await transport.call(operations.send_feedback, body=body, options=chosen)
        return Answer(
            batch, [(error["index"], error["code"], error["message"]) for error in summary["errors"]]
        )
    except ApiError as error:
        if error.code != "invalid_request":
            raise
        if len(batch.rows) == 1:
            return Answer(batch, [(0, error.code, error.message)])
    refused: list[tuple[int, str, str]] = []
    middle = len(batch.rows) // 2
    for start, rows in ((0, batch.rows[:middle]), (middle, batch.rows[middle:])):
        half = Batch(batch.start + start, rows)
        answer = await send_rows(transport, half, checkpoint, {**body, "items": rows}, options)
        refused += [(start + index, code, message) for index, code, message in answer.refused]
    return Answer(batch, refused)


async def in_batches(rows: AsyncIterator[Row], skip: int, size: int) -> AsyncIterator[Batch]:
    index, batch = 0, Batch(skip, [])
    async for row in rows:
        index += 1
        if index <= skip:
            continue
        batch.rows.append(row)
        if len(batch.rows) == size:
            yield batch
            batch = Batch(index, [])
    if batch.rows:
        yield batch


async def report_of(
    answers: AsyncGenerator[Answer, None],
    checkpoint: Checkpoint,
    on_error: Callable[[RowError], None] | None,
    on_progress: Callable[[UploadReport], None] | None,
) -> UploadReport:
    """Answers come in the order of the source, so all rows before the last one's are done with."""
    report = UploadReport(rows=checkpoint.done)
    try:
        async with aclosing(answers):
            async for answer in answers:
                start, rows = answer.batch.start, answer.batch.rows
                for index, code, message in answer.refused:
                    report.refuse(RowError(start + index, rows[index], code, message), on_error)
                report.rows = start + len(rows)
                report.accepted += len(rows) - len(answer.refused)
                checkpoint.advance(report.rows)
                if on_progress is not None:
                    on_progress(report)
    finally:
        checkpoint.save()
    return report
