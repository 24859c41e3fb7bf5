# Generated from _async by scripts/generate.py; do not edit by hand.
"""People and their matches: what users, schema, feedback and training have by hand."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, overload

from .. import _operations as operations
from .. import types
from .._errors import TrainingFailedError
from .._options import RequestOptions
from .._uploads import Calls, Refusal, StoredRow, UploadProgress
from .._waiting import options_until, pause_until
from .clock import sleep
from .concurrency import Source
from .methods import FeedbackMethods, TrainingMethods, UsersMethods
from .resource import Resource
from .uploads import upload_feedback, upload_people


class Users(UsersMethods):
    def upsert_many(
        self,
        people: Source[types.UpsertUserRequest],
        *,
        concurrency: int = 8,
        start_at: int = 0,
        records: bool = False,
        on_stored: Callable[[StoredRow], None] | None = None,
        on_refused: Callable[[Refusal], None] | None = None,
        on_progress: Callable[[UploadProgress], None] | None = None,
        options: RequestOptions | None = None,
    ) -> UploadProgress:
        """Writes any number of people with flat memory, up to 100 a request.

        `people`: any iterable of them; `read_people` reads files, `frames.people` frames. `concurrency`:
        requests under way at once, 1 or more. `start_at`: rows to leave out, 0 or more; the `position` of the
        UploadError or of the progress of an upload that stopped. `on_stored` and `on_refused` are called for
        each row, `on_progress` after each request, all in the order of the source. `records`: the rows of
        `on_stored` have the person's record.

        A row is sent again until it is answered, and the service writes it once. The later one of two rows
        for the same person and domain wins: they are never under way together. A row that the service refuses
        for itself (400, 404, 413, 422) goes to `on_refused`; without `on_refused`, and for any other error,
        the upload stops. `options` hold for each request. `idempotency_key` among them begins the key of each
        request: a further call with that key, the same people and `start_at` at a position writes no row
        again that the first call wrote. Raises UploadError; `__cause__` says why.
        """
        calls = Calls(on_progress, on_refused, on_stored)
        return upload_people(self._transport, people, concurrency, start_at, records, calls, options or {})

    @overload
    def get(
        self, user_id: str, *, domain: str, alternatives: bool = False, options: RequestOptions | None = None
    ) -> types.UserRecord: ...
    @overload
    def get(
        self,
        user_id: str,
        *,
        domain: None = None,
        alternatives: bool = False,
        options: RequestOptions | None = None,
    ) -> types.UserRecords: ...
    def get(
        self,
        user_id: str,
        *,
        domain: str | None = None,
        alternatives: bool = False,
        options: RequestOptions | None = None,
    ) -> Any:
        """The record in `domain`, or the records of all domains. Raises UserNotFoundError.

        `alternatives`: a record also has the values that another source overrode.
        """
        return self._transport.call(
            operations.get_user,
            path={"user_id": user_id},
            query={"domain": domain, "alternatives": "true" if alternatives else None},
            options=options,
        )

    def delete(
        self,
        user_id: str,
        *,
        domain: str | None = None,
        block: bool | None = None,
        options: RequestOptions | None = None,
    ) -> types.DeleteUserResult:
        """Erases the person in `domain`, or in all domains, with outcomes and vectors.

        With `block` nothing is stored for the id from then on (ErasedError), until `unblock`.

        Raises UserNotFoundError. Where the first answer was lost and a further attempt finds nobody, that
        counts as done; `erased` then says 0, since only the lost answer had the figures.
        """
        blocked = None if block is None else str(block).lower()
        return self._transport.call(
            operations.delete_user,
            path={"user_id": user_id},
            query={"domain": domain, "block": blocked},
            options=options,
        )


class Schema(Resource):
    @overload
    def get(self, *, domain: str, options: RequestOptions | None = None) -> types.Schema: ...
    @overload
    def get(self, *, domain: None = None, options: RequestOptions | None = None) -> types.SchemaList: ...
    def get(self, *, domain: str | None = None, options: RequestOptions | None = None) -> Any:
        """The fields of `domain`, or of all domains of the workspace. Raises DomainNotFoundError."""
        return self._transport.call(operations.get_schema, query={"domain": domain}, options=options)


class Feedback(FeedbackMethods):
    def send_many(
        self,
        items: Source[types.FeedbackItem],
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
        return upload_feedback(self._transport, items, domain, concurrency, start_at, calls, options or {})


class Training(TrainingMethods):
    def wait(
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
            run = self.get(run_id, options=options_until(end, options))
            if on_progress is not None and (run["status"], run["progress"]) != seen:
                on_progress(run)
            seen = (run["status"], run["progress"])
            if run["status"] in ("failed", "cancelled"):
                raise TrainingFailedError(run)
            if run["status"] in ("deployed", "rejected"):
                return run
            sleep(pause_until(end, pause, f"training run {run_id}"))
            pause = min(pause * 1.5, 5.0)
