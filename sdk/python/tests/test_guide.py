"""The Python blocks of the guide and of the README run, in their order, against a real server."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from counterpart import Counterpart, UserNotFoundError

from .conftest import Server, repository, shop_events, shop_items

pages = [repository / "docs" / "guide" / "python-sdk.md", repository / "sdk" / "python" / "README.md"]


@pytest.mark.parametrize("page", pages, ids=lambda page: page.name)
def test_the_blocks_run(page: Path, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks that begin with a cell mark are left to test_example.py."""
    monkeypatch.chdir(tmp_path)
    key = server.key(tenant=server.tenant("dating"))
    (tmp_path / "people.csv.gz").write_bytes(gzip.compress(b"id,about\nbea,I like tea.\n"))
    blocks = re.findall(r"^```python\n(?!# %%)(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)
    assert blocks
    with Counterpart(key, server.url) as client:
        client.users.upsert(user_id="amelia", domain="dating", context="29F, Lisbon.")
        names: dict[str, Any] = {
            "client": client,
            "table": pd.DataFrame({"id": ["carl"], "about": ["I like walks."]}),
            "items": pd.DataFrame(shop_items()),
            "events": pd.DataFrame(shop_events(2)),
        }
        for block in blocks:
            code = block.replace("cp_live_…", key).replace("http://127.0.0.1:8080", server.url)
            exec(compile(code, page.name, "exec"), names)
            if "with Counterpart" in code:  # which has closed its client
                names["client"] = client
        if "done" in names:
            assert names["done"].stored == 1
            assert client.users.get("bea", domain="dating")["user_id"] == "bea"
            assert client.users.get("carl", domain="dating")["user_id"] == "carl"
            with pytest.raises(UserNotFoundError):
                client.users.get("nobody")
