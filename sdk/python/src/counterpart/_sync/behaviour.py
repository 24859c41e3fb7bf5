# Generated from _async by scripts/generate.py; do not edit by hand.
"""Datasets, models and tokenizers: the methods that are written by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from typing_extensions import Unpack

from .. import _operations as operations
from .. import types
from .._options import RequestOptions
from .._uploads import Calls, Refusal, UploadProgress
from .concurrency import Source
from .methods import DatasetsMethods, ModelsMethods, TokenizersMethods
from .uploads import upload_appended


class Datasets(DatasetsMethods):
    def upload_events(
        self,
        dataset_id: str,
        events: Source[types.AppendEventsRequestEvent],
        *,
        concurrency: int = 2,
        start_at: int = 0,
        on_refused: Callable[[Refusal], None] | None = None,
        on_progress: Callable[[UploadProgress], None] | None = None,
        options: RequestOptions | None = None,
    ) -> UploadProgress:
        """Appends any number of events, 1 MB a request, with flat memory.

        An event sent again changes nothing, so an upload may begin again from the start. The items must be
        there. Parameters and errors are those of `users.upsert_many`.
        """
        calls = Calls(on_progress, on_refused)
        return upload_appended(
            self._transport, dataset_id, events, "events", concurrency, start_at, calls, options or {}
        )

    def upload_items(
        self,
        dataset_id: str,
        items: Source[types.AppendItemsRequestItem],
        *,
        concurrency: int = 2,
        start_at: int = 0,
        on_refused: Callable[[Refusal], None] | None = None,
        on_progress: Callable[[UploadProgress], None] | None = None,
        options: RequestOptions | None = None,
    ) -> UploadProgress:
        """Appends any number of items, as `upload_events` does."""
        calls = Calls(on_progress, on_refused)
        return upload_appended(
            self._transport, dataset_id, items, "items", concurrency, start_at, calls, options or {}
        )


class Models(ModelsMethods):
    def item_vectors(
        self, model_id: str, item_ids: Sequence[str], *, options: RequestOptions | None = None
    ) -> types.ItemVectors:
        """The vectors of 1 to 1,000 items, for an index of one's own.

        Raises ModelNotReadyError, UnknownItemError, DuplicateIdError, CapabilityMissingError.
        """
        return self._transport.call(
            operations.get_item_vectors,
            path={"model_id": model_id},
            body={"item_ids": list(item_ids)},
            options=options,
        )


class Tokenizers(TokenizersMethods):
    @overload
    def create(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.FitTokenizerOnDataset]
    ) -> types.Job: ...
    @overload
    def create(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.FitTokenizerOnCatalogue]
    ) -> types.FitResult: ...
    def create(self, *, options: RequestOptions | None = None, **request: Any) -> Any:
        """Fits a tokenizer on a dataset (the answer is a job), or on the catalogue at a URI."""
        return self._transport.call(operations.fit_tokenizer, body=request, options=options)
