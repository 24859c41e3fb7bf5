"""The generated files are current, every operation has its methods, and the built wheel works by itself."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from .conftest import Server, repository

package = Path(__file__).parents[1]


def test_generated_files_are_current() -> None:
    command = [sys.executable, str(package / "scripts" / "generate.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_operation_has_a_method() -> None:
    document = json.loads((repository / "docs" / "openapi.json").read_text())
    ids = {operation["operationId"] for item in document["paths"].values() for operation in item.values()}
    names = {re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower() for name in ids}
    for folder in ("_async", "_sync"):
        text = "\n".join(path.read_text() for path in (package / "src" / "counterpart" / folder).glob("*.py"))
        used = set(re.findall(r"\boperations\.(\w+)", text))
        used |= set(re.findall(r"from \.\._operations import (\w+)", text))
        assert names == used


script = """
import asyncio, sys
from counterpart import AsyncCounterpart, Counterpart
url, key = sys.argv[1:]
with Counterpart(key, url) as client:
    client.users.upsert(user_id="wheel", domain="dating", fields={"age": 30})
async def main():
    async with AsyncCounterpart(key, url) as client:
        print((await client.users.get("wheel", domain="dating"))["fields"]["age"])
asyncio.run(main())
"""


# A user's own strict type check sees this of the installed package.
typed = """
from typing import assert_type
from counterpart import Counterpart, Refusal, UploadError, UploadProgress, UserNotFoundError, read_people
from counterpart.types import MatchResult

def note(refusal: Refusal) -> None:
    print(refusal.index, refusal.code)

def use(client: Counterpart) -> None:
    try:
        done = client.users.upsert_many(read_people("people.csv"), on_refused=note)
        assert_type(done, UploadProgress)
        result = client.match.run(user_id="a", domain="dating", limit=3)
        assert_type(result, MatchResult)
        assert_type(result["matches"][0]["score"], float)
        assert_type(client.users.get("a", domain="dating")["user_id"], str)
    except UploadError as error:
        assert_type(error.position, int)
    except UserNotFoundError as error:
        assert_type(error.status, int)
    client.match.run(user_id=1, domain="dating")  # pyright: ignore[reportArgumentType]
"""
# Each extra brings what its frames need, and nothing of the other.
of_frames = """
import {library}
from counterpart import frames
frame = {library}.DataFrame({{"id": ["a", "b"], "age": [30, None]}})
print([person["user_id"] for person in frames.people(frame, domain="dating", user_id="id")])
"""
frame_libraries = {"pandas", "polars", "narwhals"}


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(folder), str(package)],
        check=True,
        capture_output=True,
    )
    return folder


def installed(folder: Path, requirement: str) -> tuple[str, set[str]]:
    """Python of a new environment that has the requirement, and the names of what is installed there."""
    venv.create(folder / "venv", with_pip=True)
    python = str(folder / "venv" / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", requirement], check=True)
    listed = subprocess.run(
        [python, "-m", "pip", "list", "--format", "json"], capture_output=True, check=True
    )
    return python, {entry["name"] for entry in json.loads(listed.stdout)}


def run(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("ending", ["whl", "tar.gz"])
def test_the_package_works_in_an_empty_environment(
    server: Server, key: str, dist: Path, tmp_path: Path, ending: str
) -> None:
    (built,) = dist.glob(f"*.{ending}")
    python, names = installed(tmp_path, str(built))
    assert run([python, "-c", script, server.url, key], tmp_path) == "30\n"
    assert frame_libraries & names == set()
    if ending == "whl":
        assert "counterpart/py.typed" in zipfile.ZipFile(built).namelist()
        (tmp_path / "use.py").write_text(typed.replace("from typing import", "from typing_extensions import"))
        (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict", "include": ["use.py"]}')
        run([sys.executable, "-m", "pyright", "--pythonpath", python, "--pythonversion", "3.10"], tmp_path)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_the_extra_of_a_frame_library(dist: Path, tmp_path: Path, library: str) -> None:
    (wheel,) = dist.glob("*.whl")
    python, names = installed(tmp_path, f"{wheel}[{library}]")
    assert frame_libraries & names == {library, "narwhals"}
    assert run([python, "-c", of_frames.format(library=library)], tmp_path) == "['a', 'b']\n"
