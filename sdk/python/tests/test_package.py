"""The generated files are current, every operation has its methods, and the built wheel works by itself."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import venv
from pathlib import Path

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


def test_the_wheel_works_in_an_empty_environment(server: Server, key: str, tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--outdir", str(tmp_path / "dist"), str(package)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(wheel)], check=True)
    command = [python, "-c", script, server.url, key]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.stdout, done.returncode) == ("30\n", 0), done.stderr
    listed = subprocess.run(
        [python, "-m", "pip", "list", "--format", "json"], capture_output=True, check=True
    )
    assert {"pandas", "polars", "narwhals"} & {entry["name"] for entry in json.loads(listed.stdout)} == set()
    marker = "import counterpart; from pathlib import Path"
    marker += "; print(Path(counterpart.__file__).with_name('py.typed').is_file())"
    assert (
        subprocess.run([python, "-c", marker], capture_output=True, text=True, check=True).stdout == "True\n"
    )
