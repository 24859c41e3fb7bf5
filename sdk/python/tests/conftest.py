"""A real server of this repository on a free port, and keys for it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from counterpart import AsyncCounterpart, Counterpart

repository = Path(__file__).parents[3]
program = ["node", str(repository / "bin" / "counterpart.mjs")]
settings_of_the_service = re.compile(
    r"^(COUNTERPART_|LLM_|(HOST|PORT|PUBLIC_URL|DATABASE_URL|LOG_LEVEL|TEXT_ENCODER)$)"
)
environment = {name: value for name, value in os.environ.items() if not settings_of_the_service.match(name)}


@dataclass(frozen=True)
class Server:
    url: str
    data: Path

    def key(self, *arguments: str, tenant: str = "tests") -> str:
        """A new key; without arguments one that no rate limits."""
        rate = ("--rate", "100000", "--burst", "200000")
        made = operate(self.data, "keys", "create", "--tenant", tenant, *(arguments or rate))
        return str(made["key"])

    def operator_key(self) -> str:
        made = operate(self.data, "keys", "create", "--operator", "--rate", "100000", "--burst", "200000")
        return str(made["key"])

    def tenant(self, domains: str = "dating,hiring") -> str:
        """A new workspace; its name."""
        name = f"t-{uuid4().hex[:12]}"
        operate(self.data, "tenants", "create", name, "--domains", domains, "--email", "ops@example.com")
        return name


def operate(data: Path, *command: str) -> Any:
    """The JSON answer of an operator's command."""
    arguments = [*program, *command, "--data", str(data), "--json"]
    done = subprocess.run(arguments, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@contextmanager
def running_server(*arguments: str) -> Generator[Server, None, None]:
    folder = Path(tempfile.mkdtemp(prefix="counterpart-python-"))
    command = [*program, "serve", "--data", str(folder), "--port", "0", *arguments]
    log = folder.with_suffix(".log").open("wb")
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=log, env=environment, cwd=repository, start_new_session=True
    )
    try:
        assert process.stdout is not None
        read: list[bytes] = []
        url = None
        for line in process.stdout:
            read.append(line)
            found = re.search(rb"http://127\.0\.0\.1:\d+", line)
            if found:
                url = found[0].decode()
                break
        assert url is not None, b"".join(read).decode()
        # Its later output must be read, or it would stand still once the pipe is full.
        threading.Thread(target=process.stdout.read, daemon=True).start()
        server = Server(url, folder)
        operate(
            folder, "tenants", "create", "tests", "--domains", "dating,hiring", "--email", "ops@example.com"
        )
        yield server
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        log.close()
        Path(log.name).unlink()
        shutil.rmtree(folder, ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`-m "not server"` is the part that needs no service, for a second version of Python."""
    for item in items:
        if "server" in getattr(item, "fixturenames", ()):
            item.add_marker("server")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with running_server() as started:
        yield started


@pytest.fixture(scope="session")
def key(server: Server) -> str:
    return server.key()


@pytest.fixture
def client(server: Server, key: str) -> Iterator[Counterpart]:
    with Counterpart(key, server.url) as made:
        yield made


@pytest.fixture(params=["sync", "async"])
async def either(request: pytest.FixtureRequest, server: Server, key: str) -> Any:
    """Both clients after each other. `await settle(either.…)` serves both."""
    if request.param == "sync":
        with Counterpart(key, server.url) as made:
            yield made
    else:
        async with AsyncCounterpart(key, server.url) as made:
            yield made


@dataclass(frozen=True)
class Behaviour:
    """Datasets and models that the behavioural operations need, made once."""

    dataset_id: str
    model_id: str
    retriever_id: str
    tokenizer_id: str


small = {"width": 16, "heads": 2, "blocks": 1, "epochs": 2, "evaluation": "none"}


@pytest.fixture(scope="session")
def behaviour(server: Server, key: str) -> Behaviour:
    with Counterpart(key, server.url) as client:
        dataset = made_by(
            client, client.datasets.create(name="shop", items=shop_items(), events=shop_events())
        )
        tokenizer = made_by(client, client.tokenizers.create(dataset_id=dataset, name="shop"))
        model = client.adaptations.create(dataset_id=dataset, name="next", settings=small)  # type: ignore[arg-type]
        retriever = client.adaptations.create(
            dataset_id=dataset,
            name="generator",
            architecture="generative-retriever",
            tokenizer_id=tokenizer,
            settings=small,  # type: ignore[arg-type]
        )
        return Behaviour(dataset, made_by(client, model), made_by(client, retriever), tokenizer)


def made_by(client: Counterpart, job: Any) -> str:
    """The id of what a job made, once it has."""
    return client.jobs.wait(job["id"])["resource"]["id"]


def shop_items() -> list[Any]:
    names = (
        "Green tea",
        "Black tea",
        "Mint, loose",
        "Stoneware cup",
        "Glass cup",
        "Teapot",
        "Lamp",
        "Lantern",
    )
    return [{"item_id": f"item-{number}", "text": name} for number, name in enumerate(names)]


def shop_events(shoppers: int = 24, purchases: int = 5) -> list[Any]:
    return [
        {
            "event_id": f"ev-{person}-{step}",
            "person_id": f"shopper-{person}",
            "item_id": f"item-{(person * 3 + step * 2 + step // 4) % 8}",
            "kind": "purchase",
            "timestamp": f"2024-05-{1 + step:02}T09:{person:02}:00Z",
        }
        for person in range(shoppers)
        for step in range(purchases)
    ]
