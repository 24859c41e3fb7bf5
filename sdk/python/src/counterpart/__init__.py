"""Client of Counterpart, the open, self-hosted matching service.

`Counterpart` for threads, `AsyncCounterpart` for asyncio; both have the same methods.
"""

from . import _error_codes, types
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

# Named, or a strict type check of a user's program would not find them.
__all__ += _error_codes.__all__
