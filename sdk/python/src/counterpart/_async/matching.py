"""Schema, feedback and training: the methods that are written by hand."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, overload

from .. import _operations as operations
from .. import types
from .._errors import TrainingFailedError
from .._options import RequestOptions
from .._uploads import Calls, Refusal, UploadProgress
from .._waiting import options_until, pause_until
from .clock import sleep
from .concurrency import AsyncSource
from .methods import FeedbackMethods, TrainingMethods
from .resource import AsyncResource
from .uploads import upload_feedback


class Schema(AsyncResource):
    @overload
    async def get(self, *, domain: str, options: RequestOptions | None = None) -> types.Schema: ...
    @overload
    async def get(
        self, *, domain: None = None, options: RequestOptions | None = None
    ) -> types.SchemaList: ...
    async def get(self, *, domain: str | None = None, options: RequestOptions | None = None) -> Any:
        """The fields of `domain`, or of all domains of the workspace. Raises DomainNotFoundError."""
        return await self._transport.call(operations.get_schema, query={"domain": domain}, options=options)


class Feedback(FeedbackMethods):
    async def send_many(
        self,
        items: AsyncSource[types.FeedbackItem],
        *,
        domain: str,
        concurrency: int = 2,
        start_at: int = 0,
        on_refused: Callable[[Refusal], None] | None = None,
        on_progress: Callable[[UploadProgress], None] | None = None,
        options: RequestOptions | None = None,
    ) -> UploadProgress:
        """Reports any number of outcomes, 1,000 a request, with flat memory.

        Parameters and errors are those of `users.upsert_many`. The later one of two outcomes of
        the same two people wins.
        """
        calls = Calls(on_progress, on_refused)
        return await upload_feedback(
            self._transport, items, domain, concurrency, start_at, calls, options or {}
        )


class Training(TrainingMethods):
    async def wait(
        self,
        run_id: str,
        *,
        on_progress: Callable[[types.TrainingRun], None] | None = None,
        timeout: float | None = None,
        options: RequestOptions | None = None,
    ) -> types.TrainingRun:
        """The run once it is `deployed` or `rejected`.

        `timeout`: seconds, then DeadlineExceededError. Raises TrainingFailedError where it failed or was
        cancelled.
        """
        end = None if timeout is None else time.monotonic() + timeout
        pause, seen = 0.1, None
        while True:
            run = await self.get(run_id, options=options_until(end, options))
            if on_progress is not None and (run["status"], run["progress"]) != seen:
                on_progress(run)
            seen = (run["status"], run["progress"])
            if run["status"] in ("failed", "cancelled"):
                raise TrainingFailedError(run)
            if run["status"] in ("deployed", "rejected"):
                return run
            await sleep(pause_until(end, pause, f"training run {run_id}"))
            pause = min(pause * 1.5, 5.0)
