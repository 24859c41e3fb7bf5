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
)
from ._options import RequestOptions
from ._sync.client import Counterpart
from ._uploads import AnsweredLine, RowError, UploadReport
from .rows import read_people

__all__ = [
    "AnsweredLine",
    "ApiError",
    "AsyncCounterpart",
    "ConnectionFailedError",
    "Counterpart",
    "CounterpartError",
    "DeadlineExceededError",
    "DownloadChangedError",
    "JobFailedError",
    "RequestOptions",
    "RowError",
    "TrainingFailedError",
    "UploadReport",
    "read_people",
    "types",
]
