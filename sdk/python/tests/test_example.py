"""The script of the guide runs from the first cell to the last, and what it says is so."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from .conftest import Server, repository

script = Path(__file__).parents[1] / "examples" / "csv_to_trained_ranking.py"


def test_from_a_csv_to_a_trained_ranking(server: Server, tmp_path: Path) -> None:
    key = server.key("--rate", "100000", "--burst", "200000", tenant=server.tenant("dating"))
    own = {"COUNTERPART_API_KEY": key, "COUNTERPART_BASE_URL": server.url, "MPLBACKEND": "agg"}
    done = subprocess.run(
        [sys.executable, str(script)],
        cwd=tmp_path,
        env={**os.environ, **own, "MPLCONFIGDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    print(done.stdout)
    assert "198 people written" in done.stdout
    assert re.search(r"^deployed - ", done.stdout, re.MULTILINE)
    figures = re.search(r"AUC ([\d.]+) -> ([\d.]+)", done.stdout)
    assert figures is not None and float(figures[2]) > float(figures[1])
    assert (tmp_path / "ranking.png").read_bytes().startswith(b"\x89PNG")


def test_the_guide_shows_code_of_the_script() -> None:
    """Each Python block of the guide that begins with a cell mark stands in the script as it is."""
    guide = (repository / "docs" / "guide" / "python-sdk.md").read_text()
    blocks = re.findall(r"^```python\n(# %%.*?)^```", guide, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 4
    for block in blocks:
        assert block.strip() in script.read_text()
