# Generated from _async by scripts/generate.py; do not edit by hand.
from __future__ import annotations

import time
from collections.abc import Callable

from .. import types
from .._errors import JobFailedError
from .._options import RequestOptions
from .._waiting import options_until, pause_until
from .clock import sleep
from .methods import JobsMethods


class Jobs(JobsMethods):
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
