from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, overload

from .. import _operations as operations
from .. import types
from .._options import RequestOptions
from .._uploads import Calls, Refusal, StoredRow, UploadProgress
from .concurrency import AsyncSource
from .methods import UsersMethods
from .uploads import upload_people


class Users(UsersMethods):
    async def upsert_many(
        self,
        people: AsyncSource[types.UpsertUserRequest],
        *,
        concurrency: int = 8,
        start_at: int = 0,
        records: bool = False,
        reading: Literal["fast", "full"] | None = None,
        dry_run: bool = False,
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
        `on_stored` have the person's record. `reading`: `fast` (the service's default) stores rows at once by
        structure and rules, and a job reads their texts in full behind it; `full` reads each text in full
        before its row is stored. `dry_run`: rows are only checked. Nothing is stored, and `on_refused` has
        the error that a row would meet; texts are not read.

        A row is sent again until it is answered, and the service writes it once. The later one of two rows
        for the same person and domain wins: they are never under way together. A row that the service refuses
        for itself (400, 404, 413, 422) goes to `on_refused`; without `on_refused`, and for any other error,
        the upload stops. `options` hold for each request. `idempotency_key` among them begins the key of each
        request: a further call with that key, the same people and `start_at` at a position writes no row
        again that the first call wrote. Raises UploadError; `__cause__` says why.
        """
        calls = Calls(on_progress, on_refused, on_stored)
        query = {
            "records": "true" if records else None,
            "reading": reading,
            "dry_run": "true" if dry_run else None,
        }
        return await upload_people(
            self._transport, people, concurrency, start_at, query, calls, options or {}
        )

    @overload
    async def get(
        self,
        user_id: str,
        *,
        domain: str,
        alternatives: bool = False,
        explain: bool = False,
        options: RequestOptions | None = None,
    ) -> types.UserRecord: ...
    @overload
    async def get(
        self,
        user_id: str,
        *,
        domain: None = None,
        alternatives: bool = False,
        explain: bool = False,
        options: RequestOptions | None = None,
    ) -> types.UserRecords: ...
    async def get(
        self,
        user_id: str,
        *,
        domain: str | None = None,
        alternatives: bool = False,
        explain: bool = False,
        options: RequestOptions | None = None,
    ) -> Any:
        """The record in `domain`, or the records of all domains. Raises UserNotFoundError.

        `alternatives`: a record also has the values that another source overrode. `explain`: it also has what
        its texts may say and what was not taken, with the reasons.
        """
        return await self._transport.call(
            operations.get_user,
            path={"user_id": user_id},
            query={
                "domain": domain,
                "alternatives": "true" if alternatives else None,
                "explain": "true" if explain else None,
            },
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
