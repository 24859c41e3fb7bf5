# Generated from _async by scripts/generate.py; do not edit by hand.
"""People and their matches: users, context, schema, match, feedback, training."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from os import PathLike
from typing import Any, overload

from typing_extensions import Unpack

from .. import _operations as operations
from .. import types
from .._errors import TrainingFailedError
from .._options import RequestOptions
from .._uploads import AnsweredLine, RowError, UploadReport
from .._waiting import options_until, pause_until
from .clock import sleep
from .concurrency import Source
from .lines import upsert_lines
from .pages import Pages
from .resource import Resource
from .uploads import upload_feedback, upload_people


class Users(Resource):
    def upsert(
        self, *, options: RequestOptions | None = None, **person: Unpack[types.UpsertUserRequest]
    ) -> types.UserRecord:
        """Writes one person: free text in `context`, values in `fields`, demands in `preferences`.

        Raises InvalidFieldValueError (a value that the domain does not take) and DomainNotFoundError.
        """
        return self._transport.call(operations.upsert_user, body=person, options=options)

    def upsert_many(
        self,
        people: Source[types.UpsertUserRequest],
        *,
        concurrency: int = 8,
        checkpoint: str | PathLike[str] | None = None,
        on_error: Callable[[RowError], None] | None = None,
        on_progress: Callable[[UploadReport], None] | None = None,
        options: RequestOptions | None = None,
    ) -> UploadReport:
        """Writes any number of people with flat memory.

        A person that the service refuses (400, 404, 413, 422) is reported and left out; any other error ends
        the upload. `concurrency`: calls under way at once, 1 or more. `checkpoint`: a file that remembers how
        far the upload came; the same call with the same file and people goes on from there.
        """
        return upload_people(
            self._transport, people, concurrency, checkpoint, on_error, on_progress, options or {}
        )

    def upsert_batch(
        self,
        lines: Source[types.UpsertUserRequest],
        *,
        records: bool = False,
        options: RequestOptions | None = None,
    ) -> Generator[AnsweredLine, None]:
        """Writes any number of people and yields the answer to each, in their order, with flat memory.

        An answer has the number of its line, from 1, and `status`: 200 once the person is durable (with
        `records` the answer has the `record`), otherwise `error` says why this one was refused. About 100
        lines go in one request, and `options` hold for each request. What was not acknowledged is sent again;
        once the retries are used up, the error is raised.
        """
        return upsert_lines(self._transport, lines, records, options or {})

    @overload
    def get(
        self, user_id: str, *, domain: str, options: RequestOptions | None = None
    ) -> types.UserRecord: ...
    @overload
    def get(
        self, user_id: str, *, domain: None = None, options: RequestOptions | None = None
    ) -> types.UserRecords: ...
    def get(self, user_id: str, *, domain: str | None = None, options: RequestOptions | None = None) -> Any:
        """The record in `domain`, or the records of all domains. Raises UserNotFoundError."""
        return self._transport.call(
            operations.get_user, path={"user_id": user_id}, query={"domain": domain}, options=options
        )

    def export(self, user_id: str, *, options: RequestOptions | None = None) -> types.UserExport:
        """Everything known of the person, over all domains. Raises UserNotFoundError."""
        return self._transport.call(operations.export_user, path={"user_id": user_id}, options=options)

    def delete(
        self, user_id: str, *, domain: str | None = None, options: RequestOptions | None = None
    ) -> types.DeleteUserResult:
        """Erases the person in `domain`, or in all domains, with outcomes and vectors.

        Raises UserNotFoundError. Where the first answer was lost and a further attempt finds nobody, that
        counts as done; `erased` then says 0, since only the lost answer had the figures.
        """
        return self._transport.call(
            operations.delete_user, path={"user_id": user_id}, query={"domain": domain}, options=options
        )


class Context(Resource):
    def append(
        self, *, options: RequestOptions | None = None, **item: Unpack[types.AppendContextRequest]
    ) -> types.ContextResult:
        """Adds a text to what is known of a person. A near-identical text is kept once."""
        return self._transport.call(operations.append_context, body=item, options=options)


class Schema(Resource):
    @overload
    def get(self, *, domain: str, options: RequestOptions | None = None) -> types.Schema: ...
    @overload
    def get(self, *, domain: None = None, options: RequestOptions | None = None) -> types.SchemaList: ...
    def get(self, *, domain: str | None = None, options: RequestOptions | None = None) -> Any:
        """The fields of `domain`, or of all domains of the workspace. Raises DomainNotFoundError."""
        return self._transport.call(operations.get_schema, query={"domain": domain}, options=options)


class Match(Resource):
    def run(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.MatchRequest]
    ) -> types.MatchResult:
        """Ranks candidates for a person.

        `candidate_user_ids`: only these are candidates. `exclude_shown_days`: leaves out who was shown to the
        person within that many days. Raises UserNotFoundError, UnknownFilterError, UnknownOutcomeError,
        LocationUnknownError, DuplicateIdError and ModelUnavailableError.
        """
        return self._transport.call(operations.match, body=request, options=options)

    def get(self, match_id: str, *, options: RequestOptions | None = None) -> types.MatchRecord:
        """What a match showed, and how it came about. Raises MatchNotFoundError."""
        return self._transport.call(operations.get_match, path={"match_id": match_id}, options=options)


class Feedback(Resource):
    def send(
        self, *, options: RequestOptions | None = None, **feedback: Unpack[types.FeedbackRequest]
    ) -> types.FeedbackSummary:
        """Reports 1 to 1,000 outcomes. Each item is judged alone; `errors` names those that were left out."""
        return self._transport.call(operations.send_feedback, body=feedback, options=options)

    def send_many(
        self,
        items: Source[types.FeedbackItem],
        *,
        domain: str,
        concurrency: int = 2,
        checkpoint: str | PathLike[str] | None = None,
        on_error: Callable[[RowError], None] | None = None,
        on_progress: Callable[[UploadReport], None] | None = None,
        options: RequestOptions | None = None,
    ) -> UploadReport:
        """Reports any number of outcomes, 1,000 a call, with flat memory.

        The parameters are those of `users.upsert_many`.
        """
        return upload_feedback(
            self._transport, items, domain, concurrency, checkpoint, on_error, on_progress, options or {}
        )


class Training(Resource):
    def start(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.TrainRequest]
    ) -> types.TrainingRun:
        """Starts a run, or returns the one that is under way. Raises BelowThresholdError without `force`."""
        return self._transport.call(operations.train, body=request, options=options)

    def list(
        self, *, domain: str | None = None, limit: int = 100, options: RequestOptions | None = None
    ) -> Pages[types.TrainingRun]:
        """Runs, newest first. `limit`: rows a page, 1 to 100."""
        query = {"domain": domain, "limit": limit}
        return Pages(self._transport, operations.list_training_runs, query, options)

    def get(self, run_id: str, *, options: RequestOptions | None = None) -> types.TrainingRun:
        """Raises RunNotFoundError."""
        return self._transport.call(operations.get_training_run, path={"run_id": run_id}, options=options)

    def deploy(self, run_id: str, *, options: RequestOptions | None = None) -> types.TrainingRun:
        """Puts a run that was once deployed in force again. Raises ConflictError for any other run."""
        return self._transport.call(operations.deploy_training_run, path={"run_id": run_id}, options=options)

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
