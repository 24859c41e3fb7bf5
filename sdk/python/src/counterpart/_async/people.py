"""People and their matches: users, context, schema, match, feedback, training."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, overload

from typing_extensions import Unpack

from .. import _operations as operations
from .. import types
from .._errors import TrainingFailedError
from .._options import RequestOptions
from .._uploads import Calls, Refusal, StoredRow, UploadProgress
from .._waiting import options_until, pause_until
from .clock import sleep
from .concurrency import AsyncSource
from .pages import AsyncPages
from .resource import AsyncResource
from .uploads import upload_feedback, upload_people


class Users(AsyncResource):
    async def upsert(
        self, *, options: RequestOptions | None = None, **person: Unpack[types.UpsertUserRequest]
    ) -> types.UserRecord:
        """Writes one person: free text in `context`, values in `fields`, demands in `preferences`.

        Raises InvalidFieldValueError (a value that the domain does not take) and DomainNotFoundError.
        """
        return await self._transport.call(operations.upsert_user, body=person, options=options)

    async def upsert_many(
        self,
        people: AsyncSource[types.UpsertUserRequest],
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

        A row is sent again until it is answered, and the service writes it once. Of rows for the same person
        and domain the later one wins: they are never under way together. A row that the service refuses for
        itself (400, 404, 413, 422) goes to `on_refused`; without `on_refused`, and for any other error, the
        upload stops. `options` hold for each request. `idempotency_key` among them begins the key of each
        request: a further call with that key, the same people and `start_at` at a position writes no row
        again that the first call wrote. Raises UploadError; `__cause__` says why.
        """
        calls = Calls(on_progress, on_refused, on_stored)
        return await upload_people(
            self._transport, people, concurrency, start_at, records, calls, options or {}
        )

    @overload
    async def get(
        self, user_id: str, *, domain: str, alternatives: bool = False, options: RequestOptions | None = None
    ) -> types.UserRecord: ...
    @overload
    async def get(
        self,
        user_id: str,
        *,
        domain: None = None,
        alternatives: bool = False,
        options: RequestOptions | None = None,
    ) -> types.UserRecords: ...
    async def get(
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
        return await self._transport.call(
            operations.get_user,
            path={"user_id": user_id},
            query={"domain": domain, "alternatives": "true" if alternatives else None},
            options=options,
        )

    def list(
        self,
        *,
        domain: str,
        prefix: str | None = None,
        user_ids: Sequence[str] | None = None,
        limit: int = 100,
        options: RequestOptions | None = None,
    ) -> AsyncPages[types.UserSummary]:
        """People of `domain` in the order of their ids, with short fields.

        `prefix`: those whose id begins with it. `user_ids`: in place of `prefix` at most 100 ids; unknown
        ones are left out. `limit`: rows a page, 1 to 100.
        """
        query = {"domain": domain, "prefix": prefix, "user_ids": user_ids, "limit": limit}
        return AsyncPages(self._transport, operations.list_users, query, options)

    async def samples(self, domain: str, *, options: RequestOptions | None = None) -> types.DomainSamples:
        """The sample people of a domain that comes with the product. Nothing is stored.

        Raises NotFoundError for another domain.
        """
        return await self._transport.call(
            operations.list_domain_samples, path={"domain": domain}, options=options
        )

    async def export(self, user_id: str, *, options: RequestOptions | None = None) -> types.UserExport:
        """Everything known of the person, over all domains. Raises UserNotFoundError."""
        return await self._transport.call(operations.export_user, path={"user_id": user_id}, options=options)

    async def patch(
        self,
        user_id: str,
        *,
        domain: str,
        options: RequestOptions | None = None,
        **patch: Unpack[types.PatchUserRequest],
    ) -> types.UserRecord:
        """Changes what you gave of a person in `domain`: `fields` and `preferences`, and nothing else.

        None takes a value away; one that was read in a text shows again. Raises UserNotFoundError and
        InvalidFieldValueError.
        """
        return await self._transport.call(
            operations.patch_user,
            path={"user_id": user_id},
            query={"domain": domain},
            body=patch,
            options=options,
        )

    async def delete(
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
        return await self._transport.call(
            operations.delete_user,
            path={"user_id": user_id},
            query={"domain": domain, "block": blocked},
            options=options,
        )

    async def unblock(self, user_id: str, *, options: RequestOptions | None = None) -> types.LiftedBlock:
        """Lifts the block of an erased person. Raises UserNotFoundError where the id is not blocked."""
        return await self._transport.call(operations.unblock_user, path={"user_id": user_id}, options=options)


class Context(AsyncResource):
    async def append(
        self, *, options: RequestOptions | None = None, **item: Unpack[types.AppendContextRequest]
    ) -> types.ContextResult:
        """Adds a text to what is known of a person. A near-identical text is kept once."""
        return await self._transport.call(operations.append_context, body=item, options=options)


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


class Match(AsyncResource):
    async def run(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.MatchRequest]
    ) -> types.MatchResult:
        """Ranks candidates for the stored `user_id`, or for `profile`, which is read and not stored.

        `candidate_user_ids`: only these are candidates. `exclude_shown_days`: leaves out who was shown to the
        person within that many days. `weights`: factors from 0 to 10 of the points of terms, by name, as
        `schema.get` names them. `record=False`: the answer is not stored as shown; `get` and feedback
        do not know its `match_id`. Raises UserNotFoundError, UnknownFilterError, UnknownOutcomeError,
        LocationUnknownError, DuplicateIdError, ModelUnavailableError, InvalidFieldValueError for a field of
        `profile`, and InvalidRequestError for a weight of no term.
        """
        return await self._transport.call(operations.match, body=request, options=options)

    async def batch(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.MatchBatchRequest]
    ) -> types.Job:
        """The matches of all people of `domain`, of `user_ids`, or of those in the file at `source_uri`.

        The job's `result.download_url` suits `downloads.save`. Nothing is stored as shown unless `record` is
        true. Raises what `run` raises but for errors about the person, and UnsupportedFormatError.
        """
        return await self._transport.call(operations.match_batch, body=request, options=options)

    async def get(self, match_id: str, *, options: RequestOptions | None = None) -> types.MatchRecord:
        """What a match showed, and how it came about. Raises MatchNotFoundError."""
        return await self._transport.call(operations.get_match, path={"match_id": match_id}, options=options)


class Feedback(AsyncResource):
    async def send(
        self, *, options: RequestOptions | None = None, **feedback: Unpack[types.FeedbackRequest]
    ) -> types.FeedbackSummary:
        """Reports 1 to 1,000 outcomes. Each item is judged alone; `errors` names those that were left out.

        `shown` confirms which answers of `match` were really seen; beside it `items` may be left out.
        """
        return await self._transport.call(operations.send_feedback, body=feedback, options=options)

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

        Parameters and errors are those of `users.upsert_many`. Of outcomes of the same two people the later
        one wins.
        """
        calls = Calls(on_progress, on_refused)
        return await upload_feedback(
            self._transport, items, domain, concurrency, start_at, calls, options or {}
        )


class Outcomes(AsyncResource):
    async def withdraw(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.WithdrawRequest]
    ) -> types.Withdrawal:
        """Takes outcomes back as if they had never been sent, and trains on what is left.

        All given conditions hold; at least one stands beside `domain`. `dry_run=True` only counts. Repeat it
        while `remaining` is not 0. Raises NotFoundError for a key of another tenant.
        """
        return await self._transport.call(operations.withdraw_outcomes, body=request, options=options)


class Training(AsyncResource):
    async def start(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.TrainRequest]
    ) -> types.TrainingRun:
        """Starts a run, or returns the one that is under way. Raises BelowThresholdError without `force`."""
        return await self._transport.call(operations.train, body=request, options=options)

    def list(
        self, *, domain: str | None = None, limit: int = 100, options: RequestOptions | None = None
    ) -> AsyncPages[types.TrainingRun]:
        """Runs, newest first. `limit`: rows a page, 1 to 100."""
        query = {"domain": domain, "limit": limit}
        return AsyncPages(self._transport, operations.list_training_runs, query, options)

    async def get(self, run_id: str, *, options: RequestOptions | None = None) -> types.TrainingRunDetail:
        """The run, with what its model learned (`terms`). Raises RunNotFoundError."""
        return await self._transport.call(
            operations.get_training_run, path={"run_id": run_id}, options=options
        )

    async def deploy(self, run_id: str, *, options: RequestOptions | None = None) -> types.TrainingRun:
        """Puts a run that was once deployed in force again. Raises ConflictError for any other run."""
        return await self._transport.call(
            operations.deploy_training_run, path={"run_id": run_id}, options=options
        )

    async def deploy_model(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.DeployRequest]
    ) -> types.ServingModel:
        """Chooses the run whose model serves `domain`. `run_id=None`: no model of your own.

        Without a model of your own the shared model of the domain or its prior ranks. Returns what serves
        from the next match on. Raises RunNotFoundError, and ConflictError for a run that was never deployed.
        """
        return await self._transport.call(operations.deploy_model, body=request, options=options)

    async def cancel(self, run_id: str, *, options: RequestOptions | None = None) -> types.TrainingRun:
        """Cancels a waiting run, and asks a running one to stop. Raises ConflictError for an ended one."""
        return await self._transport.call(
            operations.cancel_training_run, path={"run_id": run_id}, options=options
        )

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


class Statistics(AsyncResource):
    """Counts of a domain, kept beside the data. `days`: 1 to 365; the last one is today (UTC)."""

    async def outcomes(
        self, *, domain: str, days: int = 28, options: RequestOptions | None = None
    ) -> types.OutcomeStatistics:
        """Outcomes by day and label, and the funnel from shown to mutual."""
        query = {"domain": domain, "days": days}
        return await self._transport.call(operations.get_outcome_statistics, query=query, options=options)

    async def matches(
        self, *, domain: str, days: int = 28, options: RequestOptions | None = None
    ) -> types.MatchStatistics:
        """Recorded matches by day, what they showed, and their scores."""
        query = {"domain": domain, "days": days}
        return await self._transport.call(operations.get_match_statistics, query=query, options=options)

    async def exposure(
        self, *, domain: str, days: int = 28, options: RequestOptions | None = None
    ) -> types.ExposureStatistics:
        """How unequally people are shown, and the share of newcomers."""
        query = {"domain": domain, "days": days}
        return await self._transport.call(operations.get_exposure_statistics, query=query, options=options)

    async def fields(self, *, domain: str, options: RequestOptions | None = None) -> types.FieldStatistics:
        """Which fields people have values of, by a sample."""
        query = {"domain": domain}
        return await self._transport.call(operations.get_field_statistics, query=query, options=options)
