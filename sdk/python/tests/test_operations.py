"""Every operation of the document, sent once by each client to a real server."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from time import sleep, time
from typing import Any
from uuid import uuid4

import pytest

from counterpart import ConflictError, DatasetNotFoundError, NotFoundError, Refusal
from counterpart.types import TrainingRun

from .conftest import Behaviour, Server, operate, repository, shop_events, shop_items
from .support import first_of, settle

document: Any = json.loads((repository / "docs" / "openapi.json").read_text())
people = [
    {
        "user_id": "ana",
        "context": "29F, Lisbon. I love long walks. Looking for something serious with a man 28-36.",
    },
    {"user_id": "bruno", "context": "31M in Lisbon. Looking for a serious relationship with a woman 26-34."},
    {
        "user_id": "carlos",
        "context": "33M in Lisbon. Climber. Looking for a serious relationship with a woman.",
    },
]


async def use_matching(client: Any) -> None:
    for person in people:
        record = await settle(client.users.upsert(domain="dating", **person))
        assert record["user_id"] == person["user_id"]
    lines = [{"domain": "dating", **person} for person in people]
    assert (await settle(client.users.upsert_many(lines))).stored == 3
    note = await settle(
        client.context.append(user_id="ana", domain="dating", source="chat", content="I want to get married.")
    )
    assert note["user_id"] == "ana"
    document = ("ana.md", b"# Ana, who likes tea")
    added = await settle(client.documents.append(user_id="ana", domain="dating", source="cv", file=document))
    assert added["document"]["format"] == "markdown"
    read = await settle(client.documents.read(domain="dating", file=("carla.md", b"# Carla, a woman of 31.")))
    assert read["profile"]["fields"] == {"age": 31, "gender": "woman"}
    assert (await settle(client.users.get("ana", domain="dating")))["fields"]["age"] == 29
    patched = await settle(client.users.patch("ana", domain="dating", fields={"age": 35}))
    assert patched["fields"]["age"] == 35
    patched = await settle(client.users.patch("ana", domain="dating", fields={"age": None}))
    assert patched["fields"]["age"] == 29
    assert set((await settle(client.users.get("ana")))["domains"]) == {"dating"}
    assert (await settle(client.schema.get(domain="dating")))["domain"] == "dating"
    result = await settle(client.match.run(user_id="ana", domain="dating", limit=100, explain=True))
    assert {"bruno", "carlos"} <= {match["user_id"] for match in result["matches"]}
    named = await settle(
        client.match.run(user_id="ana", domain="dating", candidate_user_ids=["bruno", "nobody"], explain=True)
    )
    assert [match["user_id"] for match in named["matches"]] == ["bruno"]
    assert named["not_candidates"] == [{"user_id": "nobody", "reason": "unknown"}]
    unstored = await settle(client.match.run(domain="dating", profile={"context": "A woman of 31."}))
    assert unstored.get("profile", {}).get("fields") == {"age": 31, "gender": "woman"}
    weighted = await settle(
        client.match.run(user_id="ana", domain="dating", limit=100, weights={"distance": 0}, explain=True)
    )
    names = {term["name"] for match in weighted["matches"] for term in match.get("terms", [])}
    assert names and "distance" not in names
    schema = await settle(client.schema.get(domain="dating"))
    assert "distance" in {term["name"] for term in schema["terms"]}
    unseen = await settle(client.match.run(user_id="ana", domain="dating", exclude_shown_days=30))
    assert unseen["matches"] == []
    batch = await settle(client.match.batch(domain="dating", user_ids=["ana", "no-such"], limit=2))
    assert (await settle(client.jobs.wait(batch["id"])))["result"]["failed"] == 1
    shown = await settle(client.match.get(named["match_id"]))
    assert [(match["user_id"], match["position"]) for match in shown["matches"]] == [("bruno", 1)]
    logged = await settle(client.match.list(user_id="ana", candidate_id="bruno").collect())
    assert named["match_id"] in [entry["match_id"] for entry in logged]
    lately = str(int((time() - 60) * 1000))
    event = await first_of(client.events.stream(types=["match.made"], user_id="ana", after=lately))
    assert (event["type"], event["data"]["user_id"]) == ("match.made", "ana")
    outcomes = [
        {"seeker_id": "ana", "candidate_id": "bruno", "outcome": "accepted", "match_id": result["match_id"]},
        {"seeker_id": "ana", "candidate_id": "carlos", "outcome": "rejected"},
    ]
    assert (await settle(client.feedback.send(domain="dating", items=outcomes)))["accepted"] == 2
    confirmed = await settle(client.feedback.send(domain="dating", shown=[{"match_id": result["match_id"]}]))
    assert (confirmed["accepted"], confirmed["shown_confirmed"], confirmed["errors"]) == (0, 1, [])
    withdrawal = await settle(client.outcomes.withdraw(domain="dating", seeker_id="ana", dry_run=True))
    assert (withdrawal["withdrawn"], withdrawal["run_id"]) == (2, None)
    named = await settle(client.users.list(domain="dating", user_ids=["ana", "nobody"]).collect())
    assert [person["user_id"] for person in named] == ["ana"]
    assert len(await settle(client.users.list(domain="dating", limit=2).collect())) > len(named)
    found = await settle(client.users.search(domain="dating", q="AN", filters={"gender": "woman"}))
    assert [(person["user_id"], person["title"]) for person in found["data"]] == [("ana", "ana")]
    assert found["complete"] and found["next_cursor"] is None
    assert len((await settle(client.users.samples("dating")))["data"]) > 0
    known = await settle(client.users.export("ana"))
    assert set(known["records"]) == {"dating"}
    assert [outcome["candidate_id"] for outcome in known["outcomes_as_seeker"]] == ["bruno", "carlos"]
    run = await settle(client.training.start(domain="dating", force=True))
    seen: list[str] = []

    def note_status(run: TrainingRun) -> None:
        seen.append(run["status"])

    ended = await settle(client.training.wait(run["run_id"], on_progress=note_status))
    assert ended["status"] == seen[-1]
    assert run["run_id"] in [run["run_id"] for run in await settle(client.training.list().collect())]
    if ended["status"] == "deployed":
        assert (await settle(client.training.deploy(run["run_id"])))["in_force"]
    else:
        with pytest.raises(Exception, match="conflict"):
            await settle(client.training.deploy(run["run_id"]))
    without = await settle(client.training.deploy_model(domain="dating", run_id=None))
    assert (without["run_id"], without["serving"]["tier"]) == (None, "domain")
    with pytest.raises(Exception, match="conflict"):
        await settle(client.training.cancel(run["run_id"]))
    outcomes_of_week = await settle(client.statistics.outcomes(domain="dating", days=7))
    assert len(outcomes_of_week["data"]) == 7
    assert len((await settle(client.statistics.matches(domain="dating")))["data"]) == 28
    exposure = await settle(client.statistics.exposure(domain="dating"))
    fields = await settle(client.statistics.fields(domain="dating"))
    # The sample of fields is kept for some minutes.
    assert exposure["people"] >= fields["people"] > 0


async def use_earlier(client: Any) -> None:
    await settle(client.earlier.ingest(user_id="gil", domain="dating", text="I'm 34 and live in Porto."))
    await settle(client.earlier.stream(user_id="gil", domain="dating", text="I moved to Lisbon."))
    items = [{"user_id": "ana", "candidate_id": "gil", "action": "accepted"}]
    batch_id = uuid4().hex
    batch = await settle(client.earlier.feedback_batch(batch_id=batch_id, domain="dating", items=items))
    assert batch["batch_id"] == batch_id
    for user_id in ("gil", "ana", "bruno", "carlos"):
        assert (await settle(client.users.delete(user_id, block=True)))["erased"]["records"] == 1
        assert (await settle(client.users.unblock(user_id)))["user_id"] == user_id


async def use_behaviour(client: Any, made: Behaviour, folder: Path) -> None:
    job = await settle(client.datasets.create(name="again", items=shop_items(), events=shop_events(2)))
    dataset_id = (await settle(client.jobs.wait(job["id"])))["resource"]["id"]
    assert (await settle(client.datasets.get(dataset_id)))["item_count"] == 8
    assert dataset_id in [dataset["id"] for dataset in await settle(client.datasets.list(limit=1).collect())]
    statistics = await settle(client.datasets.statistics(dataset_id))
    assert (await settle(client.datasets.trending(dataset_id, limit=2)))["dataset_id"] == dataset_id
    assert (statistics["items"], statistics["dataset_id"]) == (8, dataset_id)
    new = {"item_id": "item-new", "text": "New"}
    assert (await settle(client.datasets.append_items(dataset_id, items=[new])))["pending_items"] == 1
    event = {**shop_events(1)[0], "event_id": "event-new", "item_id": "item-new"}
    appended = await settle(client.datasets.append_events(dataset_id, events=[event]))
    assert (appended["appended"], appended["pending_events"]) == (1, 1)
    merges = [{"session_id": "s-81", "person_id": "ana"}]
    assert (await settle(client.datasets.merge_sessions(dataset_id, merges=merges)))["merged"] == 1
    assert (await settle(client.datasets.erase_session("s-81")))["session_id"] == "s-81"
    many = [{**event, "event_id": f"many-{number}"} for number in range(6000)]
    strange = {**event, "event_id": "strange", "item_id": "nowhere"}
    refused: list[int] = []

    def note(refusal: Refusal) -> None:
        refused.append(refusal.index)

    sent = [*many[:2], strange, *many]
    progress = await settle(client.datasets.upload_events(dataset_id, sent, on_refused=note))
    assert (progress.position, progress.stored, refused) == (6003, 6002, [2])
    uploaded = await settle(client.datasets.upload_items(dataset_id, [{"item_id": "extra", "text": ""}]))
    assert uploaded.stored == 1
    cut = await settle(client.datasets.snapshot(dataset_id))
    following = (await settle(client.jobs.wait(cut["id"])))["resource"]["id"]
    assert (await settle(client.datasets.get(following)))["item_count"] == 10
    assert (await settle(client.datasets.delete(following)))["erased"]["items"] == 10
    export = await settle(client.datasets.export(dataset_id, format="jsonl"))
    result = (await settle(client.jobs.wait(export["id"])))["result"]
    size = await settle(client.downloads.save(result["download_url"], folder / "dataset.jsonl"))
    assert size == result["bytes"] == (folder / "dataset.jsonl").stat().st_size
    assert export["id"] in [
        job["id"] for job in await settle(client.jobs.list(kind="dataset_export").collect())
    ]

    history = ["item-0", "item-3"]
    assert (await settle(client.models.get(made.model_id)))["status"] == "ready"
    assert made.model_id in [model["id"] for model in await settle(client.models.list().collect())]
    ranked = await settle(client.models.predict(made.model_id, history=history, context={"hour": 9}, limit=3))
    assert len(ranked["items"]) == 3
    found = await settle(client.models.items(made.model_id, item_ids=[*history, "none"]).collect())
    assert [item["item_id"] for item in found] == history
    by_prefix = await settle(client.models.items(made.model_id, prefix="item-", limit=3).collect())
    assert len(by_prefix) == 8
    moved = await settle(client.model_aliases.move("live", model_id=made.model_id))
    assert moved["model_id"] == made.model_id
    assert (await settle(client.model_aliases.get("live")))["moves"] == moved["moves"]
    assert (await settle(client.models.get("alias:live")))["id"] == made.model_id
    assert [alias["name"] for alias in (await settle(client.model_aliases.list()))["data"]] == ["live"]
    experiments = client.model_experiments
    begun = await settle(
        experiments.create(
            alias="live",
            name="same",
            design="split",
            arms=[{"name": name, "model_id": made.model_id} for name in ("now", "same")],
            success_kinds=["buy"],
            stop={"smallest_effect": 0.1},
        )
    )
    listed = await settle(experiments.list(alias="live").collect())
    assert listed[0]["id"] == begun["id"]
    assert (await settle(experiments.pause(begun["id"])))["state"] == "paused"
    assert (await settle(experiments.resume(begun["id"])))["state"] == "running"
    assert (await settle(experiments.promote(begun["id"], arm="same")))["promoted_arm"] == "same"
    with pytest.raises(ConflictError):
        await settle(experiments.stop(begun["id"]))
    assert (await settle(experiments.get(begun["id"])))["ended_by"] == "promotion"
    with pytest.raises(DatasetNotFoundError):
        await settle(client.model_aliases.refit("live", dataset_id="ds_none"))
    scheduled = await settle(client.model_aliases.schedule_refits("live", every_events=1000))
    assert scheduled["every_hours"] is None
    assert (await settle(client.model_aliases.refit_schedule("live")))["every_events"] == 1000
    assert (await settle(client.model_aliases.remove_refit_schedule("live")))["removed"]
    assert (await settle(client.model_aliases.remove("live")))["removed"]
    vector = await settle(client.models.embed(made.model_id, history=history))
    assert len(vector["embedding"]) == vector["dimensions"]
    segmenting = await settle(client.models.segments(made.model_id, k=2, min_events=1))
    assert (await settle(client.jobs.wait(segmenting["id"])))["result"]["k"] == 2
    similar = await settle(client.models.similar_items(made.model_id, "item-0", limit=2))
    assert len(similar["items"]) == 2
    others = await settle(client.models.find_similar_items(made.model_id, item_id="item-0", limit=1))
    assert others["items"][0]["item_id"] == similar["items"][0]["item_id"]
    vectors = await settle(client.models.item_vectors(made.model_id, history))
    assert [item["item_id"] for item in vectors["items"]] == history
    batch = await settle(client.models.predict_batch(made.model_id, limit=2))
    assert (await settle(client.jobs.wait(batch["id"])))["result"]["failed"] == 0
    exported = await settle(client.models.export(made.model_id))
    assert (await settle(client.jobs.wait(exported["id"])))["result"]["bytes"] > 0
    generated = await settle(client.generate.run(model_id=made.retriever_id, history=history, limit=3))
    assert len(generated["items"]) == 3

    assert (await settle(client.tokenizers.get(made.tokenizer_id)))["status"] == "ready"
    assert len(await settle(client.tokenizers.list().collect())) >= 1
    tree = await settle(client.tokenizers.codes(made.tokenizer_id))
    assert sum(child["items"] for child in tree["children"]) == tree["items"] > 0
    bundle = await settle(client.tokenizers.export(made.tokenizer_id))
    assert (await settle(client.jobs.wait(bundle["id"])))["result"]["bytes"] > 0
    items = [{"item_id": "item-0"}, {"item_id": "new", "title": "A brass lamp"}]
    ids = await settle(client.semantic_ids.assign(tokenizer_id=made.tokenizer_id, items=items[1:]))
    assert len(ids["semantic_ids"]) == 1

    simulation = await settle(
        client.simulations.create(
            model_id=made.model_id, histories=[history], steps=2, policy="popular", seed=1
        )
    )
    done = await settle(client.jobs.wait(simulation["id"]))
    assert (await settle(client.simulations.get(done["resource"]["id"])))["steps"] == 2
    assert done["resource"]["id"] in [row["id"] for row in await settle(client.simulations.list().collect())]
    assert isinstance((await settle(client.jobs.log(simulation["id"])))["data"], list)


async def use_jobs(client: Any, made: Behaviour) -> None:
    """Making and cancelling: the answer to a cancel is the job, or a conflict where it was quicker."""
    fit = await settle(client.tokenizers.create(dataset_id=made.dataset_id, name="cancelled"))
    adapt = await settle(client.adaptations.create(dataset_id=made.dataset_id, name="cancelled"))
    for job in (fit, adapt):
        try:
            await settle(client.jobs.cancel(job["id"]))
        except ConflictError:
            assert (await settle(client.jobs.get(job["id"])))["status"] == "succeeded"
        while (await settle(client.jobs.get(job["id"])))["status"] in ("queued", "running"):
            sleep(0.1)
    for job, delete in ((adapt, client.models.delete), (fit, client.tokenizers.delete)):
        assert (await settle(delete(job["resource"]["id"])))["id"] == job["resource"]["id"]


async def use_messages(client: Any) -> None:
    messages = client.messages
    identify: dict[str, Any] = {
        "domain": "dating",
        "fields": {"age": {"column": "traits.age", "as": "integer"}},
    }
    assert (await settle(messages.put_mapping(identify=identify)))["identify"] == identify
    assert (await settle(messages.get_mapping()))["identify"] == identify
    first, second, third = (uuid4().hex for _ in range(3))
    ida: dict[str, Any] = {"messageId": first, "userId": "ida", "traits": {"age": 29}}
    assert (await settle(messages.identify(**ida)))["stored"] == 1
    assert (await settle(messages.track(messageId=second, userId="ida", event="Seen")))["ignored"] == 1
    assert (await settle(messages.batch(batch=[{"type": "identify", **ida}])))["repeated"] == 1
    schema = "iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4"
    event = {"e": "se", "eid": third, "uid": "ida", "dtm": "1714759331120", "se_ca": "a", "se_ac": "Seen"}
    assert (await settle(messages.snowplow(schema=schema, data=[event])))["ignored"] == 1
    assert (await settle(messages.rejects()))["data"] == []
    assert (await settle(messages.connectors()))["data"] == []


async def use_webhooks(client: Any) -> None:
    made = await settle(client.webhooks.create(url="https://example.com/hook", events=["dataset.version"]))
    assert made["secret"].startswith("whsec_")
    tried = await settle(client.webhooks.test(made["id"]))
    assert tried["type"] == "webhook.test"
    assert not (await settle(client.webhooks.change(made["id"], enabled=False)))["enabled"]
    assert (await settle(client.webhooks.change(made["id"], enabled=True)))["enabled"]
    failed = await settle(client.webhooks.deliveries(made["id"], status="failed").collect())
    assert [delivery["id"] for delivery in failed] == [tried["id"]]
    assert (await settle(client.webhooks.replay(made["id"], tried["id"])))["status"] == "pending"
    assert (await settle(client.webhooks.rotate(made["id"])))["secret"] != made["secret"]
    assert made["id"] in [one["id"] for one in (await settle(client.webhooks.list()))["data"]]
    assert (await settle(client.webhooks.get(made["id"])))["url"] == "https://example.com/hook"
    assert (await settle(client.webhooks.remove(made["id"])))["removed"]


async def use_service(client: Any) -> None:
    assert await settle(client.service.health()) == {"status": "ok"}
    assert (await settle(client.service.readiness()))["status"] == "ready"
    assert "counterpart_http_requests_in_flight" in await settle(client.service.metrics())
    assert (await settle(client.service.interface()))["openapi"].startswith("3.")


async def use_administration(either: Any, server: Server) -> None:
    name = f"t-{uuid4().hex[:12]}"
    made = type(either)(server.operator_key(), server.url)
    try:
        admin = made.admin
        tenant = await settle(admin.create_tenant(name=name, email="ops@example.com", domains=["dating"]))
        tenant_id = tenant["id"]
        changed = await settle(admin.change_tenant(tenant_id, thresholds={"dating": 7}))
        assert changed["domains"][0]["threshold"] == 7
        assert (await settle(admin.get_tenant(tenant_id)))["name"] == name
        page = admin.list_tenants()
        names = (
            [row["name"] async for row in page] if hasattr(page, "__aiter__") else [r["name"] for r in page]
        )
        assert name in names
        created = await settle(admin.create_key(tenant_id, scopes=["read"]))
        assert created["key"].startswith("cp_live_")
        keys = admin.list_keys(tenant_id=tenant_id)
        ids = [row["id"] async for row in keys] if hasattr(keys, "__aiter__") else [row["id"] for row in keys]
        assert ids == [created["id"]]
        assert (await settle(admin.change_key(created["id"], name="the shop")))["name"] == "the shop"
        assert (await settle(admin.revoke_key(created["id"])))["state"] == "revoked"
        member = await settle(admin.add_member(tenant_id, email="Ana@example.com", role="viewer"))
        members = admin.list_members(tenant_id=tenant_id)
        rows = [row async for row in members] if hasattr(members, "__aiter__") else list(members)
        assert [(row["id"], row["email"]) for row in rows] == [(member["id"], "ana@example.com")]
        assert (await settle(admin.change_member(member["id"], scopes=["match"])))["role"] is None
        assert (await settle(admin.remove_member(member["id"])))["id"] == member["id"]
        sessions = admin.list_sessions(tenant_id=tenant_id)
        assert ([row async for row in sessions] if hasattr(sessions, "__aiter__") else list(sessions)) == []
        with pytest.raises(NotFoundError):
            await settle(admin.end_session("000000000000"))
        log = admin.list_audit_entries(tenant_id=tenant_id, action="key.revoke")
        entries = [row async for row in log] if hasattr(log, "__aiter__") else list(log)
        assert [row["target"]["id"] for row in entries] == [created["id"]]
        experiment = await settle(
            admin.create_experiment(
                tenant_id=tenant_id,
                domain="dating",
                name="general beside domain",
                design="split",
                arms=[{"name": "domain"}, {"name": "general", "tier": "general"}],
                primary_metric="positive_rate",
                stop={"smallest_effect": 0.1},
            )
        )
        assert (await settle(admin.get_experiment(experiment["id"])))["state"] == "running"
        page = admin.list_experiments(tenant_id=tenant_id)
        ids = [row["id"] async for row in page] if hasattr(page, "__aiter__") else [row["id"] for row in page]
        assert ids == [experiment["id"]]
        assert (await settle(admin.pause_experiment(experiment["id"])))["state"] == "paused"
        assert (await settle(admin.resume_experiment(experiment["id"])))["state"] == "running"
        assert (await settle(admin.stop_experiment(experiment["id"])))["ended_by"] == "operator"
        assert any(row["variable"] == "PORT" for row in (await settle(admin.settings()))["data"])
        assert (await settle(admin.system()))["version"] != ""
    finally:
        await settle(made.aclose() if hasattr(made, "aclose") else made.close())


async def use_domains(client: Any, server: Server) -> None:
    name = f"t-{uuid4().hex[:12]}"
    operate(server.data, "tenants", "create", name, "--domains", "dating", "--email", "ops@example.com")
    assert "dating" in [row["domain"] for row in (await settle(client.domains.list()))["data"]]
    read = await settle(client.domains.get("dating", version=1))
    checked = await settle(client.domains.check(source=read["source"], texts=["I am 31."]))
    assert checked["faults"] == []
    assert "age" in [found["field"] for found in checked["results"][0]["fields"]]
    made = type(client)(server.operator_key(), server.url)
    try:
        tenants = made.admin.list_tenants()
        rows = [row async for row in tenants] if hasattr(tenants, "__aiter__") else list(tenants)
        tenant_id = next(row["id"] for row in rows if row["name"] == name)
        source = read["source"].replace("version: 1", "version: 2")
        published = made.domains.publish(tenant_id, "dating", source=source, expected_version=1)
        assert (await settle(published))["schema_version"] == "dating.v2"
        with pytest.raises(ConflictError):
            await settle(made.domains.publish(tenant_id, "dating", source=read["source"], expected_version=1))
        assert (await settle(made.domains.list_of(tenant_id)))["data"][0]["version"] == 2
        assert (await settle(made.domains.get_of(tenant_id, "dating", version=1)))["in_force"] is False
    finally:
        await settle(made.aclose() if hasattr(made, "aclose") else made.close())


async def test_every_operation(
    either: Any, behaviour: Behaviour, server: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "counterpart")
    await use_matching(either)
    await use_earlier(either)
    await use_behaviour(either, behaviour, tmp_path)
    await use_jobs(either, behaviour)
    await use_webhooks(either)
    await use_messages(either)
    await use_administration(either, server)
    await use_domains(either, server)
    await use_service(either)
    sent = {
        (record.args[0], record.args[1])
        for record in caplog.records
        if record.name == "counterpart" and isinstance(record.args, tuple) and len(record.args) >= 3
    }
    documented = {(method.upper(), path) for path, methods in document["paths"].items() for method in methods}
    assert documented - sent == set()
