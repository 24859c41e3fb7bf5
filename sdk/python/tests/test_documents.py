"""A file becomes a form: its name says the format, and its text is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from counterpart import Counterpart, UnreadableDocumentError

pytestmark = pytest.mark.server


def test_a_document_by_its_path_and_by_its_bytes(client: Counterpart, tmp_path: Path) -> None:
    path = tmp_path / "ana.md"
    path.write_text("# About\n\nI am a 31 year old woman from Lisbon.")
    done = client.documents.append(user_id="ana", domain="dating", source="cv", file=path)
    assert done["document"]["format"] == "markdown"
    assert "age" in done["fields_updated"]
    again = client.documents.append(
        user_id="ana", domain="dating", source="cv", file=("ana.txt", path.read_bytes())
    )
    assert again["document"]["format"] == "text"


def test_a_document_that_cannot_be_read(client: Counterpart) -> None:
    with pytest.raises(UnreadableDocumentError) as raised:
        client.documents.append(user_id="ana", domain="dating", source="cv", file=b"%PDF-1.7 and no more")
    assert raised.value.details == {"reason": "broken"}
