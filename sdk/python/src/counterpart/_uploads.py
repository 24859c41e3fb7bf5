"""What uploads of threads and of tasks have in common: the report and the checkpoint file."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from uuid import uuid4

from ._errors import ApiError

if TYPE_CHECKING:
    from .types import UpsertedLineUpsertedLine, UpsertedLineUpsertedLine1

kept_errors = 100

AnsweredLine: TypeAlias = "UpsertedLineUpsertedLine | UpsertedLineUpsertedLine1"
"""What became of one line: written (`status` 200), or refused (`error`)."""


@dataclass(frozen=True)
class RowError:
    index: int
    """Of the row in the source, from 0."""
    row: Mapping[str, Any]
    code: str
    message: str


@dataclass
class UploadReport:
    rows: int = 0
    """Rows of the source that are done with, those before the checkpoint included."""
    accepted: int = 0
    """Rows that this call wrote."""
    rejected: int = 0
    """Rows that the service refused."""
    errors: list[RowError] = field(default_factory=list[RowError])
    """The first 100 refusals; `on_error` gets all of them."""

    def refuse(self, error: RowError, on_error: Callable[[RowError], None] | None) -> None:
        self.rejected += 1
        if len(self.errors) < kept_errors:
            self.errors.append(error)
        if on_error is not None:
            on_error(error)


def refuses_the_row(error: ApiError) -> bool:
    """Whether the fault is the row's own. A missing scope or a lost connection ends the upload instead."""
    return error.status in (400, 404, 409, 413, 422) and not error.retryable


class Checkpoint:
    """Remembers in a file how many rows of the source are done with, and the upload's name.

    The name and a row's number and content make its Idempotency-Key. A row that was sent before a crash and
    is sent again after it therefore has the same key, and is written once.
    """

    def __init__(self, path: str | PathLike[str] | None, every: int = 500) -> None:
        self._path = None if path is None else Path(path)
        self._every = every
        self._saved = 0
        self.name = uuid4().hex
        self.done = 0
        if self._path is not None and self._path.exists():
            stored = json.loads(self._path.read_text())
            self.name, self.done = str(stored["upload"]), int(stored["done"])
            self._saved = self.done
        else:
            self.save()

    def advance(self, done: int) -> None:
        self.done = done
        if done - self._saved >= self._every:
            self.save()

    def save(self) -> None:
        """Replaces the file whole, so that a crash leaves the old or the new state."""
        if self._path is None:
            return
        partial = self._path.with_name(self._path.name + ".partial")
        with partial.open("w") as file:
            json.dump({"upload": self.name, "done": self.done}, file)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(self._path)
        self._saved = self.done

    def key(self, index: int, body: object) -> str:
        content = json.dumps(body, sort_keys=True, ensure_ascii=False)
        return sha256(f"{self.name}:{index}:{content}".encode(errors="surrogatepass")).hexdigest()[:40]
