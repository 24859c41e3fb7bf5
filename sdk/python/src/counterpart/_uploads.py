"""The common parts of uploads of threads and of tasks: rows, their requests, and their results."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any

from ._error_of import error_of_line
from ._errors import ApiError, UploadError

if TYPE_CHECKING:
    from .types import AnswerWarning, UserRecord


@dataclass(frozen=True)
class UploadProgress:
    position: int
    """All rows before it (from 0, those before `start_at` included) are done: stored, or refused."""
    stored: int
    """Rows that this call stored."""
    refused: int
    """Rows that the service refused for themselves."""


@dataclass(frozen=True)
class Refusal:
    """A row that the service refused for itself."""

    index: int
    """Place of the row in the source, from 0."""
    row: Mapping[str, Any]
    code: str
    message: str
    details: Mapping[str, Any]


@dataclass(frozen=True)
class StoredRow:
    """A row that is durable."""

    index: int
    """Place of the row in the source, from 0."""
    row: Mapping[str, Any]
    record: UserRecord | None
    """The person as the service has them; only with `records=True`."""
    warnings: list[AnswerWarning]


@dataclass(frozen=True)
class Batch:
    """The rows of one request."""

    start: int
    """Number of its first row in the source, from 0."""
    rows: list[Mapping[str, Any]] = field(default_factory=list[Mapping[str, Any]])
    lines: list[bytes] = field(default_factory=list[bytes])
    """The rows as JSON."""
    subjects: set[Hashable] = field(default_factory=set[Hashable])
    """Targets of the rows. Requests with a common subject are not in flight together."""

    def part(self, start: int, end: int) -> Batch:
        return Batch(self.start + start, self.rows[start:end], self.lines[start:end], self.subjects)


@dataclass(frozen=True)
class BatchBounds:
    """Bounds of one request. The same rows from the same start always make the same requests."""

    rows: int
    subject_of: Callable[[Mapping[str, Any]], Hashable]
    subject_once: bool
    """Whether a request has at most one row of a subject."""
    bytes: int = 1_000_000
    """Size of the rows as JSON; a single row may have more."""

    def admit(self, batch: Batch, size: int, line: bytes, subject: Hashable) -> bool:
        """Whether a row still has room in the batch of `size` bytes."""
        if batch.rows and size + len(line) > self.bytes:
            return False
        return not (self.subject_once and subject in batch.subjects)


# A person stands once in a request. Otherwise an earlier row that is sent again would win over a later one.
people_bounds = BatchBounds(
    100, lambda row: (str(row.get("user_id")), str(row.get("domain"))), subject_once=True
)
# The most that POST /v1/feedback takes; its items are applied in their order.
outcomes_bounds = BatchBounds(
    1000, lambda row: (str(row.get("seeker_id")), str(row.get("candidate_id"))), subject_once=False
)

# The service keeps a request whole or not at all.
events_bounds = BatchBounds(5000, lambda row: str(row.get("event_id")), subject_once=False)
items_bounds = BatchBounds(5000, lambda row: str(row.get("item_id")), subject_once=False)


@dataclass(frozen=True)
class Answer:
    batch: Batch
    lines: list[Any]
    """One for each row: `status` 200, or `error`."""


@dataclass(frozen=True)
class Calls:
    """The functions of the caller that are called during an upload."""

    on_progress: Callable[[UploadProgress], None] | None
    on_refused: Callable[[Refusal], None] | None
    on_stored: Callable[[StoredRow], None] | None = None


def line_of(index: int, row: Mapping[str, Any]) -> bytes:
    """The row as a line of JSON. Raises TypeError or ValueError, which name the row."""
    if not isinstance(row, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"row {index} is a {type(row).__name__}; expected a mapping, such as a dictionary")
    try:
        text = json.dumps(dict(row), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode() + b"\n"
    except TypeError as error:
        raise TypeError(f"row {index} is no JSON: {error}") from None
    except ValueError as error:
        raise ValueError(f"row {index} is no JSON: {error}") from None


def check_source(source: object) -> None:
    """Raises TypeError for what can be iterated but has no rows."""
    if isinstance(source, (str, bytes, PathLike)):
        raise TypeError("expected rows; read those of a file with read_people(path)")
    if hasattr(source, "columns"):
        raise TypeError("expected rows; read those of a frame with frames.people(frame)")
    if isinstance(source, Mapping):
        raise TypeError("expected rows; put a single one into a list")


def check_bounds(concurrency: int, start_at: int) -> None:
    if concurrency < 1:
        raise ValueError(f"concurrency is {concurrency}; expected 1 or more")
    if start_at < 0:
        raise ValueError(f"start_at is {start_at}; expected 0 or more")


def refuses_the_row(error: ApiError) -> bool:
    """Whether the fault is the row's own. A missing scope or a lost connection ends the upload instead.

    409 `conflict` is one: the person was erased after an attempt whose answer was lost had stored them.
    """
    return error.status in (400, 404, 409, 413, 422) and not error.retryable


def refused_line(status: int, code: str, message: str) -> dict[str, Any]:
    return {"status": status, "error": {"code": code, "message": message, "details": {}}}


def tell(answer: Answer, calls: Calls) -> int:
    """How many rows were refused. Raises UploadError for a refusal that the caller does not hear of."""
    refused = 0
    for offset, (row, line) in enumerate(zip(answer.batch.rows, answer.lines, strict=True)):
        index = answer.batch.start + offset
        if line["status"] == 200:
            if calls.on_stored is not None:
                calls.on_stored(StoredRow(index, row, line.get("record"), line.get("warnings", [])))
            continue
        error = error_of_line(line, line.get("request_id"))
        if calls.on_refused is None or not refuses_the_row(error):
            raise UploadError(answer.batch.start, error, index) from error
        refused += 1
        calls.on_refused(Refusal(index, row, error.code, error.message, error.details))
    return refused
