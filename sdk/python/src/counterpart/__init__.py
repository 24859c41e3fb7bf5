"""Client of Counterpart, the open, self-hosted matching service.

`Counterpart` for threads, `AsyncCounterpart` for asyncio; both have the same methods.
"""

from . import types
from ._async.client import AsyncCounterpart
from ._error_codes import *  # noqa: F403  one class for each error code
from ._errors import (
    ApiError,
    ConnectionFailedError,
    CounterpartError,
    DeadlineExceededError,
    DownloadChangedError,
    JobFailedError,
    TrainingFailedError,
    UploadError,
)
from ._options import RequestOptions
from ._sync.client import Counterpart
from ._uploads import Refusal, StoredRow, UploadProgress
from .rows import read_people

__all__ = [
    "ApiError",
    "AsyncCounterpart",
    "ConnectionFailedError",
    "Counterpart",
    "CounterpartError",
    "DeadlineExceededError",
    "DownloadChangedError",
    "JobFailedError",
    "Refusal",
    "RequestOptions",
    "StoredRow",
    "TrainingFailedError",
    "UploadError",
    "UploadProgress",
    "read_people",
    "types",
]
