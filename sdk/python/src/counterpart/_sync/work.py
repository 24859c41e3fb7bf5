# Generated from _async by scripts/generate.py; do not edit by hand.
"""Jobs, the files that they make, and the service itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from typing_extensions import Unpack

from .. import _operations as operations
from .. import types
from .._errors import JobFailedError
from .._options import RequestOptions
from .._waiting import options_until, pause_until
from .clock import sleep
from .pages import Pages
from .resource import Resource


class Jobs(Resource):
    def list(
        self,
        *,
        kind: str | None = None,
        status: str | None = None,
        limit: int = 100,
        options: RequestOptions | None = None,
    ) -> Pages[types.JobFields]:
        """Newest first. `limit`: rows a page, 1 to 100."""
        query = {"kind": kind, "status": status, "limit": limit}
        return Pages(self._transport, operations.list_jobs, query, options)

    def get(self, job_id: str, *, options: RequestOptions | None = None) -> types.Job:
        """Raises JobNotFoundError."""
        return self._transport.call(operations.get_job, path={"job_id": job_id}, options=options)

    def log(self, job_id: str, *, options: RequestOptions | None = None) -> types.JobLog:
        """What the job reported over time, oldest first. Raises JobNotFoundError."""
        return self._transport.call(operations.get_job_log, path={"job_id": job_id}, options=options)

    def cancel(self, job_id: str, *, options: RequestOptions | None = None) -> types.Job:
        """Cancels a waiting job, and asks a running one to end. Raises ConflictError where it has ended."""
        return self._transport.call(operations.cancel_job, path={"job_id": job_id}, options=options)

    def wait(
        self,
        job_id: str,
        *,
        on_progress: Callable[[types.Job], None] | None = None,
        timeout: float | None = None,
        options: RequestOptions | None = None,
    ) -> types.Job:
        """The job once it has succeeded.

        `on_progress` is called whenever status or progress changed. `timeout`: seconds, then
        DeadlineExceededError, and the job goes on. Raises JobFailedError where it failed or was cancelled.
        """
        end = None if timeout is None else time.monotonic() + timeout
        pause, seen = 0.1, None
        while True:
            job = self.get(job_id, options=options_until(end, options))
            if on_progress is not None and (job["status"], job["progress"]) != seen:
                on_progress(job)
            seen = (job["status"], job["progress"])
            if job["status"] in ("failed", "cancelled"):
                raise JobFailedError(job)
            if job["status"] == "succeeded":
                return job
            sleep(pause_until(end, pause, f"job {job_id}"))
            pause = min(pause * 1.5, 5.0)


class Earlier(Resource):
    """Operations of the earlier interface, which still work. New code uses users, context and feedback."""

    def ingest(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.IngestRequest]
    ) -> types.UserRecord:
        """Deprecated: `users.upsert`."""
        return self._transport.call(operations.ingest, body=request, options=options)

    def stream(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.StreamRequest]
    ) -> types.ContextResult:
        """Deprecated: `context.append`."""
        return self._transport.call(operations.stream, body=request, options=options)

    def feedback_batch(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.FeedbackBatchRequest]
    ) -> types.FeedbackBatchSummary:
        """Deprecated: `feedback.send`."""
        return self._transport.call(operations.send_feedback_batch, body=request, options=options)


class Service(Resource):
    """The process itself. These operations need no key."""

    def health(self, *, options: RequestOptions | None = None) -> dict[str, Any]:
        """Whether the process lives."""
        return self._transport.call(operations.get_health, options=options)

    def readiness(self, *, options: RequestOptions | None = None) -> dict[str, Any]:
        """Whether it can work. Raises WarmingUpError or OverloadedError after the retries."""
        return self._transport.call(operations.get_readiness, options=options)

    def metrics(self, *, options: RequestOptions | None = None) -> str:
        """Figures in the text format of Prometheus."""
        return (self._transport.send(operations.get_metrics, options=options)).text

    def interface(self, *, options: RequestOptions | None = None) -> dict[str, Any]:
        """The OpenAPI document of the server."""
        return self._transport.call(operations.get_interface, options=options)
