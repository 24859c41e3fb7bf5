"""Behaviour: datasets, adaptations, models, generate, simulations, tokenizers, semantic ids."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from typing_extensions import Unpack

from .. import _operations as operations
from .. import types
from .._options import RequestOptions
from .._uploads import Calls, Refusal, UploadProgress
from .concurrency import AsyncSource
from .pages import AsyncPages
from .resource import AsyncResource
from .uploads import upload_appended


class Datasets(AsyncResource):
    @overload
    async def create(
        self, *, options: RequestOptions | None = None, **dataset: Unpack[types.ImportDatasetRows]
    ) -> types.Job: ...
    @overload
    async def create(
        self, *, options: RequestOptions | None = None, **dataset: Unpack[types.ImportDatasetLocation]
    ) -> types.Job: ...
    @overload
    async def create(
        self, *, options: RequestOptions | None = None, **dataset: Unpack[types.ImportDatasetLocations]
    ) -> types.Job: ...
    async def create(self, *, options: RequestOptions | None = None, **dataset: Any) -> types.Job:
        """Makes a dataset of `items` and `events` (at most 1 MiB), or of what lies at `source_uri`.

        Raises PayloadTooLargeError, DuplicateIdError, UnresolvedReferenceError, UnsupportedFormatError.
        """
        return await self._transport.call(operations.import_dataset, body=dataset, options=options)

    def list(
        self, *, limit: int = 100, options: RequestOptions | None = None
    ) -> AsyncPages[types.DatasetFields]:
        """Newest first. `limit`: rows a page, 1 to 100."""
        return AsyncPages(self._transport, operations.list_datasets, {"limit": limit}, options)

    async def get(self, dataset_id: str, *, options: RequestOptions | None = None) -> types.Dataset:
        """Raises DatasetNotFoundError."""
        return await self._transport.call(
            operations.get_dataset, path={"dataset_id": dataset_id}, options=options
        )

    async def delete(self, dataset_id: str, *, options: RequestOptions | None = None) -> types.DeletedDataset:
        """Raises DatasetNotFoundError, and ConflictError while it is used."""
        return await self._transport.call(
            operations.delete_dataset, path={"dataset_id": dataset_id}, options=options
        )

    async def statistics(
        self, dataset_id: str, *, options: RequestOptions | None = None
    ) -> types.DatasetStatistics:
        """Counts, events over time, the long tail, histories, sessions and the fields of items.

        Raises DatasetNotFoundError.
        """
        return await self._transport.call(
            operations.get_dataset_statistics, path={"dataset_id": dataset_id}, options=options
        )

    async def append_events(
        self,
        dataset_id: str,
        *,
        options: RequestOptions | None = None,
        **request: Unpack[types.AppendEventsRequest],
    ) -> types.Appended:
        """Appends `events` (at most 1 MiB), which wait for the next version. Sent again they are duplicates.

        Raises DatasetNotFoundError, ConflictError and UnresolvedReferenceError.
        """
        return await self._transport.call(
            operations.append_dataset_events, path={"dataset_id": dataset_id}, body=request, options=options
        )

    async def append_items(
        self,
        dataset_id: str,
        *,
        options: RequestOptions | None = None,
        **request: Unpack[types.AppendItemsRequest],
    ) -> types.Appended:
        """Appends `items` (at most 1 MiB), which wait for the next version. Sent again they are duplicates.

        Raises DatasetNotFoundError and ConflictError.
        """
        return await self._transport.call(
            operations.append_dataset_items, path={"dataset_id": dataset_id}, body=request, options=options
        )

    async def upload_events(
        self,
        dataset_id: str,
        events: AsyncSource[types.AppendEventsRequestEvent],
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
        return await upload_appended(
            self._transport, dataset_id, events, "events", concurrency, start_at, calls, options or {}
        )

    async def upload_items(
        self,
        dataset_id: str,
        items: AsyncSource[types.AppendItemsRequestItem],
        *,
        concurrency: int = 2,
        start_at: int = 0,
        on_refused: Callable[[Refusal], None] | None = None,
        on_progress: Callable[[UploadProgress], None] | None = None,
        options: RequestOptions | None = None,
    ) -> UploadProgress:
        """Appends any number of items, as `upload_events` does."""
        calls = Calls(on_progress, on_refused)
        return await upload_appended(
            self._transport, dataset_id, items, "items", concurrency, start_at, calls, options or {}
        )

    async def snapshot(self, dataset_id: str, *, options: RequestOptions | None = None) -> types.Job:
        """Cuts the next version: the newest one and what was appended since.

        Raises DatasetNotFoundError, and ConflictError if nothing waits.
        """
        return await self._transport.call(
            operations.snapshot_dataset, path={"dataset_id": dataset_id}, options=options
        )

    async def export(
        self,
        dataset_id: str,
        *,
        options: RequestOptions | None = None,
        **request: Unpack[types.ExportDatasetRequest],
    ) -> types.Job:
        """Writes the dataset as a file. The job's `result.download_url` suits `downloads.save`.

        Raises AccessDeniedError (its terms forbid exports) and UnsupportedFormatError.
        """
        return await self._transport.call(
            operations.export_dataset, path={"dataset_id": dataset_id}, body=request, options=options
        )


class Adaptations(AsyncResource):
    @overload
    async def create(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.AdaptRecommender]
    ) -> types.Job: ...
    @overload
    async def create(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.AdaptRetriever]
    ) -> types.Job: ...
    async def create(self, *, options: RequestOptions | None = None, **request: Any) -> types.Job:
        """Trains a model on a dataset. The job's `resource.id` is the model's id.

        Raises DatasetNotFoundError, AccessDeniedError, ModelNotFoundError, TokenizerNotReadyError.
        """
        return await self._transport.call(operations.adapt_model, body=request, options=options)


class Models(AsyncResource):
    def list(
        self, *, limit: int = 100, options: RequestOptions | None = None
    ) -> AsyncPages[types.ModelFields]:
        """Newest first. `limit`: rows a page, 1 to 100."""
        return AsyncPages(self._transport, operations.list_models, {"limit": limit}, options)

    async def get(self, model_id: str, *, options: RequestOptions | None = None) -> types.Model:
        """The model's card. Raises ModelNotFoundError."""
        return await self._transport.call(operations.get_model, path={"model_id": model_id}, options=options)

    def items(
        self,
        model_id: str,
        *,
        prefix: str | None = None,
        item_ids: Sequence[str] | None = None,
        limit: int = 100,
        options: RequestOptions | None = None,
    ) -> AsyncPages[types.ModelItem]:
        """The items that the model ranks, in the byte order of their ids. `prefix`: only ids that begin so.
        `item_ids`: only these, at most 100; unknown ids are left out. `limit`: rows a page, 1 to 100.

        Raises ModelNotFoundError, ModelNotReadyError.
        """
        query = {"prefix": prefix, "item_ids": item_ids, "limit": limit}
        path = {"model_id": model_id}
        return AsyncPages(self._transport, operations.list_model_items, query, options, path)

    async def predict(
        self, model_id: str, *, options: RequestOptions | None = None, **request: Unpack[types.PredictRequest]
    ) -> types.Prediction:
        """What comes next after `history`.

        Raises ModelNotReadyError, UnknownItemError, HistoryTooLongError, CapabilityMissingError.
        """
        return await self._transport.call(
            operations.predict, path={"model_id": model_id}, body=request, options=options
        )

    async def delete(self, model_id: str, *, options: RequestOptions | None = None) -> types.DeletedFiles:
        """Raises ModelNotFoundError, and ConflictError while it is used."""
        return await self._transport.call(
            operations.delete_model, path={"model_id": model_id}, options=options
        )

    async def embed(
        self, model_id: str, *, options: RequestOptions | None = None, **request: Unpack[types.EmbedRequest]
    ) -> types.Embedding:
        """The vector of `history`. Raises EmptyHistoryError beside what `predict` raises."""
        return await self._transport.call(
            operations.embed, path={"model_id": model_id}, body=request, options=options
        )

    async def similar_items(
        self, model_id: str, item_id: str, *, limit: int = 20, options: RequestOptions | None = None
    ) -> types.SimilarItems:
        """Items whose vectors have the largest cosine with that of `item_id`. `limit`: 1 to 100.

        Raises ModelNotReadyError, UnknownItemError, CapabilityMissingError.
        """
        return await self._transport.call(
            operations.list_similar_items,
            path={"model_id": model_id},
            query={"item_id": item_id, "limit": limit},
            options=options,
        )

    async def item_vectors(
        self, model_id: str, item_ids: Sequence[str], *, options: RequestOptions | None = None
    ) -> types.ItemVectors:
        """The vectors of 1 to 1,000 items, for an index of one's own.

        Raises ModelNotReadyError, UnknownItemError, DuplicateIdError, CapabilityMissingError.
        """
        return await self._transport.call(
            operations.get_item_vectors,
            path={"model_id": model_id},
            body={"item_ids": list(item_ids)},
            options=options,
        )

    async def predict_batch(
        self,
        model_id: str,
        *,
        options: RequestOptions | None = None,
        **request: Unpack[types.BatchPredictionRequest],
    ) -> types.Job:
        """Predictions for all people of the dataset, for `people`, or for those of the file at `source_uri`.

        The job's `result.download_url` suits `downloads.save`. Raises ModelNotReadyError,
        DatasetNotFoundError, UnknownItemError, UnknownFilterError, UnsupportedFormatError.
        """
        return await self._transport.call(
            operations.predict_batch, path={"model_id": model_id}, body=request, options=options
        )

    async def export(
        self,
        model_id: str,
        *,
        options: RequestOptions | None = None,
        **request: Unpack[types.ExportModelRequest],
    ) -> types.Job:
        """Writes the model's bundle as a file. The job's `result.download_url` suits `downloads.save`.

        Raises ModelNotReadyError and AccessDeniedError.
        """
        return await self._transport.call(
            operations.export_model, path={"model_id": model_id}, body=request, options=options
        )


class ModelAliases(AsyncResource):
    async def list(self, *, options: RequestOptions | None = None) -> types.ModelAliasList:
        """All aliases of the workspace, by name."""
        return await self._transport.call(operations.list_model_aliases, options=options)

    async def get(self, name: str, *, options: RequestOptions | None = None) -> types.ModelAlias:
        """The model that the alias names now, and its last moves. Raises ModelNotFoundError."""
        return await self._transport.call(operations.get_model_alias, path={"name": name}, options=options)

    async def move(
        self, name: str, *, options: RequestOptions | None = None, **request: Unpack[types.MoveAliasRequest]
    ) -> types.ModelAlias:
        """Lets `alias:NAME` name a model from the next request on; creates the alias if there is none.

        Raises ModelNotFoundError, ModelNotReadyError, ConflictError.
        """
        return await self._transport.call(
            operations.move_model_alias, path={"name": name}, body=request, options=options
        )

    async def refit(
        self, name: str, *, options: RequestOptions | None = None, **request: Unpack[types.RefitRequest]
    ) -> types.Job:
        """Its model goes on with newer events; the alias moves if that is not worse.

        Raises ModelNotFoundError, DatasetNotFoundError, ConflictError.
        """
        return await self._transport.call(
            operations.refit_model, path={"name": name}, body=request, options=options
        )

    async def refit_schedule(
        self, name: str, *, options: RequestOptions | None = None
    ) -> types.RefitSchedule:
        """When its model is refitted by itself. Raises ModelNotFoundError."""
        return await self._transport.call(operations.get_refit_schedule, path={"name": name}, options=options)

    async def schedule_refits(
        self,
        name: str,
        *,
        options: RequestOptions | None = None,
        **request: Unpack[types.RefitScheduleRequest],
    ) -> types.RefitSchedule:
        """Refits it by itself from now on, after so many new events or hours. Raises ModelNotFoundError."""
        return await self._transport.call(
            operations.schedule_refits, path={"name": name}, body=request, options=options
        )

    async def remove_refit_schedule(
        self, name: str, *, options: RequestOptions | None = None
    ) -> types.RemovedRefitSchedule:
        """A refit that is under way goes on. Raises ModelNotFoundError."""
        return await self._transport.call(
            operations.remove_refit_schedule, path={"name": name}, options=options
        )

    async def remove(self, name: str, *, options: RequestOptions | None = None) -> types.RemovedAlias:
        """The model itself stays. Raises ModelNotFoundError."""
        return await self._transport.call(operations.remove_model_alias, path={"name": name}, options=options)


class Generate(AsyncResource):
    async def run(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.GenerateRequest]
    ) -> types.Generation:
        """Generates the semantic IDs of next items. Raises CapabilityMissingError, EmptyHistoryError."""
        return await self._transport.call(operations.generate, body=request, options=options)


class Simulations(AsyncResource):
    @overload
    async def create(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.SimulateHistories]
    ) -> types.Job: ...
    @overload
    async def create(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.SimulateDataset]
    ) -> types.Job: ...
    async def create(self, *, options: RequestOptions | None = None, **request: Any) -> types.Job:
        """Rolls out what people would take under a policy. The job's `resource.id` is the simulation's id."""
        return await self._transport.call(operations.simulate, body=request, options=options)

    def list(
        self, *, limit: int = 100, options: RequestOptions | None = None
    ) -> AsyncPages[types.SimulationFields]:
        """Newest first. `limit`: rows a page, 1 to 100."""
        return AsyncPages(self._transport, operations.list_simulations, {"limit": limit}, options)

    async def get(self, simulation_id: str, *, options: RequestOptions | None = None) -> types.Simulation:
        """Raises SimulationNotFoundError."""
        return await self._transport.call(
            operations.get_simulation, path={"simulation_id": simulation_id}, options=options
        )


class Tokenizers(AsyncResource):
    @overload
    async def create(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.FitTokenizerOnDataset]
    ) -> types.Job: ...
    @overload
    async def create(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.FitTokenizerOnCatalogue]
    ) -> types.FitResult: ...
    async def create(self, *, options: RequestOptions | None = None, **request: Any) -> Any:
        """Fits a tokenizer on a dataset (the answer is a job), or on the catalogue at a URI."""
        return await self._transport.call(operations.fit_tokenizer, body=request, options=options)

    def list(
        self, *, limit: int = 100, options: RequestOptions | None = None
    ) -> AsyncPages[types.TokenizerFields]:
        """Newest first. `limit`: rows a page, 1 to 100."""
        return AsyncPages(self._transport, operations.list_tokenizers, {"limit": limit}, options)

    async def get(self, tokenizer_id: str, *, options: RequestOptions | None = None) -> types.Tokenizer:
        """Raises TokenizerNotFoundError."""
        return await self._transport.call(
            operations.get_tokenizer, path={"tokenizer_id": tokenizer_id}, options=options
        )

    async def delete(self, tokenizer_id: str, *, options: RequestOptions | None = None) -> types.DeletedFiles:
        """Raises TokenizerNotFoundError, and ConflictError while it is used."""
        return await self._transport.call(
            operations.delete_tokenizer, path={"tokenizer_id": tokenizer_id}, options=options
        )

    async def codes(
        self, tokenizer_id: str, *, prefix: str | None = None, options: RequestOptions | None = None
    ) -> types.CodeTree:
        """The codes that follow a prefix such as `12-4`, with the number of items below each.

        Raises TokenizerNotFoundError and TokenizerNotReadyError.
        """
        return await self._transport.call(
            operations.get_tokenizer_codes,
            path={"tokenizer_id": tokenizer_id},
            query={"prefix": prefix},
            options=options,
        )

    async def export(
        self,
        tokenizer_id: str,
        *,
        options: RequestOptions | None = None,
        **request: Unpack[types.ExportTokenizerRequest],
    ) -> types.Job:
        """Writes the bundle as a file. Raises TokenizerNotReadyError and AccessDeniedError."""
        return await self._transport.call(
            operations.export_tokenizer, path={"tokenizer_id": tokenizer_id}, body=request, options=options
        )


class SemanticIds(AsyncResource):
    async def assign(
        self, *, options: RequestOptions | None = None, **request: Unpack[types.SemanticIdsRequest]
    ) -> types.SemanticIds:
        """The codes of 1 to 1,000 items. Raises TokenizerNotReadyError, DuplicateIdError."""
        return await self._transport.call(operations.assign_semantic_ids, body=request, options=options)
