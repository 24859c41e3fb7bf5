"""What the client raises. Each error code of the interface has a class of its own (`_error_codes.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from time import time
from typing import TYPE_CHECKING, Any

import httpx

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
        return (type(self), (self.status, self.code, self.message, self.details, self.request_id))


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


def retry_after_seconds(headers: Mapping[str, str]) -> float | None:
    """`Retry-After` in its two forms, seconds or a date; None where it is missing or ill-formed."""
    value = headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time())
    except (TypeError, ValueError):
        return None


def error_of_line(line: Mapping[str, Any], request_id: str | None) -> ApiError:
    """The typed error of a line of an answer."""
    from ._error_codes import error_classes

    error = line["error"]
    kind = error_classes.get(error["code"], ApiError)
    return kind(line["status"], error["code"], error["message"], error["details"], request_id)


def error_of(response: httpx.Response) -> ApiError:
    """The typed error of an answer other than 2xx."""
    from ._error_codes import error_classes

    status, request_id = response.status_code, response.headers.get("x-request-id")
    error: ApiError
    try:
        body: Any = response.json()
        code, message = str(body["error"]["code"]), str(body["error"]["message"])
        details: Mapping[str, Any] = body["error"]["details"]
        error = error_classes.get(code, ApiError)(
            status, code, message, details, str(body.get("request_id") or request_id)
        )
    except (KeyError, TypeError, ValueError):
        what = "The answer is not in the form of the interface; is base_url right, or a proxy in between?"
        error = ApiError(status, f"http_{status}", what, {}, request_id)
    error.retry_after = retry_after_seconds(response.headers)
    return error
