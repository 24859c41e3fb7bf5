"""Every error code that can be provoked, from a real server; the others are answered by the faulty proxy."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from counterpart import ApiError, ConflictError, Counterpart, JobFailedError, NotFoundError
from counterpart._error_codes import error_classes

from .conftest import Behaviour, Server, shop_items
from .fault_proxy import Answer, faulty
from .support import altering, quick, transport_of, unknown_operation


@dataclass
class World:
    server: Server
    key: str
    client: Any
    made: Behaviour
    folder: Path

    def with_key(self, *arguments: str) -> Any:
        return Counterpart(self.server.key(*arguments), self.server.url, max_retries=0)

    def altered(self, **headers: str) -> Any:
        return Counterpart(self.key, self.server.url, http_client=altering(**headers))

    def failed_job(self, **dataset: Any) -> None:
        """A fault that the data of a job has is in the job, or in the answer where it is seen at once."""
        self.client.datasets.create(name="bad", **dataset)

    def cancelled(self, job: Any) -> str:
        self.client.jobs.cancel(job["id"])
        return job["resource"]["id"]

    def download_url(self) -> str:
        job = self.client.datasets.export(self.made.dataset_id, format="jsonl")
        return self.client.jobs.wait(job["id"])["result"]["download_url"]


def person(world: World, **more: Any) -> Any:
    return world.client.users.upsert(user_id="eve", domain="dating", **{"fields": {"age": 30}, **more})


def match(world: World, **more: Any) -> Any:
    person(world)
    return world.client.match.run(user_id="eve", domain="dating", **more)


def blocked(world: World) -> Any:
    world.client.users.delete("blocked-person", block=True)
    return world.client.users.upsert(user_id="blocked-person", domain="dating")


def no_export(world: World) -> Any:
    job = world.client.datasets.create(name="closed", items=shop_items(), access={"export": False})
    dataset_id = world.client.jobs.wait(job["id"])["resource"]["id"]
    return world.client.datasets.export(dataset_id, format="jsonl")


def same_key_twice(world: World) -> None:
    options: Any = {"idempotency_key": "the-same-key"}
    person(world, options=options)
    person(world, options=options, fields={"age": 31})


def too_fast(world: World) -> None:
    slow = world.with_key("--rate", "1", "--burst", "1")
    for _ in range(50):
        slow.schema.get()


def not_ready_model(world: World) -> Any:
    job = world.client.adaptations.create(dataset_id=world.made.dataset_id, name="cancelled")
    return world.client.models.predict(world.cancelled(job), history=[])


def not_ready_tokenizer(world: World) -> Any:
    """A fit that failed is told from one that has not ended by the tokenizer's status alone."""
    (world.server.data / "imports").mkdir(exist_ok=True)
    (world.server.data / "imports" / "ill-formed.jsonl").write_text("no JSON\n")
    catalog = {"uri": "file:ill-formed.jsonl", "format": "jsonl"}
    fit = world.client.tokenizers.create(name="ill-formed", catalog=catalog)
    with pytest.raises(JobFailedError, match=fit["job_id"]):
        world.client.jobs.wait(fit["job_id"])
    return world.client.tokenizers.export(fit["tokenizer_id"])


def beyond_the_end(world: World) -> None:
    client = world.altered(range="bytes=999999999-")
    list(client.downloads.stream(world.download_url()))


def event(item_id: str) -> Any:
    stamp = "2024-05-01T09:00:00Z"
    return {"event_id": "e", "person_id": "p", "item_id": item_id, "kind": "view", "timestamp": stamp}


tier = {"light_ml": {"model": "tenant"}}
provoked: dict[str, Callable[[World], Any]] = {
    "invalid_request": lambda world: match(world, limit=0),
    "unauthorized": lambda world: Counterpart("cp_live_unknown", world.server.url).schema.get(),
    "forbidden": lambda world: world.with_key("--scopes", "read").users.upsert(user_id="a", domain="dating"),
    "access_denied": no_export,
    "not_found": lambda world: transport_of(world.client).call(unknown_operation("GET", "/v1/nothing")),
    "method_not_allowed": lambda world: transport_of(world.client).call(
        unknown_operation("PUT", "/v1/users")
    ),
    "user_not_found": lambda world: world.client.users.get("nobody"),
    "domain_not_found": lambda world: world.client.schema.get(domain="chess"),
    "dataset_not_found": lambda world: world.client.datasets.get("ds_none"),
    "match_not_found": lambda world: world.client.match.get("match_none"),
    "model_not_found": lambda world: world.client.models.get("model_none"),
    "tokenizer_not_found": lambda world: world.client.tokenizers.get("tok_none"),
    "job_not_found": lambda world: world.client.jobs.get("job_none"),
    "simulation_not_found": lambda world: world.client.simulations.get("sim_none"),
    "run_not_found": lambda world: world.client.training.get("run_none"),
    "webhook_not_found": lambda world: world.client.webhooks.get("wh_none"),
    "delivery_not_found": lambda world: world.client.webhooks.replay(
        world.client.webhooks.create(url="https://example.com/hook")["id"], "whd_none"
    ),
    "below_threshold": lambda world: world.client.training.start(domain="hiring"),
    "conflict": lambda world: world.client.jobs.cancel(
        next(iter(world.client.jobs.list(status="succeeded")))["id"]
    ),
    "erased": blocked,
    "model_not_ready": not_ready_model,
    "tokenizer_not_ready": not_ready_tokenizer,
    "payload_too_large": lambda world: person(world, context="long " * 60_000),
    "unreadable_document": lambda world: world.client.documents.read(
        domain="dating", file=("cv.pdf", b"%PDF-1.7 cut off")
    ),
    "unsupported_media_type": lambda world: world.altered(content_type="text/plain").users.upsert(
        user_id="a", domain="dating"
    ),
    "range_not_satisfiable": beyond_the_end,
    "idempotency_key_reused": same_key_twice,
    "duplicate_id": lambda world: world.failed_job(items=[*shop_items(), *shop_items()]),
    "unresolved_reference": lambda world: world.failed_job(items=shop_items(), events=[event("other")]),
    "unknown_item": lambda world: world.client.models.predict(world.made.model_id, history=["other"]),
    "history_too_long": lambda world: world.client.models.predict(
        world.made.model_id, history=["item-0"] * 5000
    ),
    "capability_missing": lambda world: world.client.generate.run(
        model_id=world.made.model_id, history=["item-0"]
    ),
    "empty_history": lambda world: world.client.models.embed(world.made.model_id, history=[]),
    "nothing_to_judge": lambda world: world.client.simulations.create(
        model_id=world.made.model_id, dataset_id=world.made.dataset_id, steps=1, policy="popular"
    ),
    "unsupported_format": lambda world: world.client.datasets.export(world.made.dataset_id, format="xml"),
    "invalid_field_value": lambda world: person(world, fields={"age": "old"}),
    "unknown_filter": lambda world: match(world, filters={"shoe_size": 40}),
    "unknown_outcome": lambda world: match(world, filters={"exclude_outcomes": ["maybe"]}),
    "model_unavailable": lambda world: match(world, stages=tier),
    "location_unknown": lambda world: match(world, filters={"location_within_km": 10}),
    "enrichment_unavailable": lambda world: world.client.earlier.ingest(
        user_id="eve", domain="dating", text="I like tea", enrich=True
    ),
    "rate_limited": too_fast,
}
# A healthy server with room to spare never answers with these. The proxy does.
injected = {"idempotency_in_progress", "internal", "overloaded", "warming_up", "dependency_unavailable"}


@pytest.fixture
def world(server: Server, key: str, client: Counterpart, behaviour: Behaviour, tmp_path: Path) -> World:
    return World(server, key, client, behaviour, tmp_path)


def test_every_code_of_the_document_is_provoked_or_injected() -> None:
    assert set(error_classes) == set(provoked) | injected


@pytest.mark.parametrize("code", list(provoked))
def test_provoked(world: World, code: str) -> None:
    with pytest.raises(ApiError) as caught:
        provoked[code](world)
    assert_typed(caught.value, code)


@pytest.mark.parametrize("code", sorted(injected))
def test_injected(server: Server, key: str, code: str) -> None:
    status = 409 if code == "idempotency_in_progress" else 500 if code == "internal" else 503
    with faulty(server.url) as proxy:
        proxy.harm([Answer(status, code, "0")] * 3)
        with Counterpart(key, proxy.url) as client, pytest.raises(ApiError) as caught:
            quick(client, max_retries=2).schema.get()
    assert_typed(caught.value, code)
    assert proxy.requests == 3


def assert_typed(error: ApiError, code: str) -> None:
    assert error.code == code
    assert type(error) is error_classes[code]
    assert error.request_id is not None and error.request_id.startswith("req_")
    assert error.message and error.request_id in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.code, again.request_id) == (type(error), code, error.request_id)


def test_the_details_name_the_fault(world: World) -> None:
    with pytest.raises(ApiError) as caught:
        match(world, limit=0)
    assert caught.value.details["issues"][0]["path"] == "limit"


def test_families(client: Counterpart) -> None:
    with pytest.raises(NotFoundError):
        client.users.get("nobody")
    assert not issubclass(ConflictError, NotFoundError)


def test_an_answer_of_something_else(server: Server, key: str) -> None:
    with faulty(server.url) as proxy:
        proxy.harm([Answer(404, None, None)])
        with (
            Counterpart(key, proxy.url) as client,
            pytest.raises(ApiError, match="proxy in between") as caught,
        ):
            client.schema.get()
    assert caught.value.code == "http_404"
