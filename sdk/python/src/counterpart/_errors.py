"""The errors of the client. Each error code of the interface has a class of its own (`_error_codes.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .types import Job, TrainingRun


class CounterpartError(Exception):
    """Parent of everything that the client raises on its own."""


class ApiError(CounterpartError):
    """An answer other than 2xx."""

    def __init__(
        self, status: int, code: str, message: str, details: Mapping[str, Any], request_id: str | None
    ) -> None:
        super().__init__(f"{status} {code}: {message} (request {request_id})")
        self.status = status
        self.code = code
        """One of `ErrorCode`, or `http_<status>` where the answer is not in the form of the interface."""
        self.message = message
        self.details = dict(details)
        self.request_id = request_id
        self.retry_after: float | None = None
        """Seconds that the server asks to wait before the next attempt."""

    @property
    def retryable(self) -> bool:
        return self.status in (408, 429) or self.status >= 500 or self.code == "idempotency_in_progress"

    def __reduce__(self) -> tuple[Any, ...]:
        made_of = (self.status, self.code, self.message, self.details, self.request_id)
        return (type(self), made_of, {"retry_after": self.retry_after})


class ConnectionFailedError(CounterpartError):
    """No whole answer came: the connection failed, broke or stood still, or the answer was cut off."""


class DeadlineExceededError(CounterpartError, TimeoutError):
    """The deadline of the call passed; `__cause__` is the last attempt's fault, where there was one."""


class DownloadChangedError(CounterpartError):
    """The bytes of a download do not belong together: the file changed, or its SHA-256 is another."""


class JobFailedError(CounterpartError):
    """A job that was waited for failed or was cancelled."""

    def __init__(self, job: Job) -> None:
        error = job["error"]
        why = "" if error is None else f": {error['code']}: {error['message']}"
        super().__init__(f"Job {job['id']} ({job['kind']}) {job['status']}{why}")
        self.job = job


class TrainingFailedError(CounterpartError):
    """A training run that was waited for failed or was cancelled."""

    def __init__(self, run: TrainingRun) -> None:
        super().__init__(f"Training run {run['run_id']} {run['status']}: {run['reason']}")
        self.run = run


class UploadError(CounterpartError):
    """An upload stopped early; `__cause__` says why.

    All rows before `position` are done: go on with `start_at=error.position`.
    """

    def __init__(self, position: int, reason: BaseException, index: int | None = None) -> None:
        where = "" if index is None else f"row {index} was refused: "
        done = f"all rows before row {position} (from 0) are done"
        super().__init__(f"The upload stopped; {done}: {where}{type(reason).__name__}: {reason}")
        self.position = position
        self.index = index
        """The row that was refused, where one was; from 0."""
        self._reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.position, self._reason, self.index))
