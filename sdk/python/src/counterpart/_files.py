from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

import httpx

File: TypeAlias = "bytes | tuple[str, bytes] | PathLike[str]"
"""A file of a request: its path, its name and bytes, or its bytes. The name says the format of a text."""


def form_of(body: Mapping[str, Any]) -> tuple[bytes, str]:
    """The bytes of a form, and its media type with the boundary."""
    fields = {name: value for name, value in body.items() if isinstance(value, str)}
    files = {name: _part(value) for name, value in body.items() if name not in fields}
    form = httpx.Request("POST", "http://form", data=fields, files=files)
    return form.read(), form.headers["content-type"]


def _part(file: File) -> tuple[str, bytes]:
    if isinstance(file, bytes):
        return "file", file
    if isinstance(file, tuple):
        return file
    return Path(file).name, Path(file).read_bytes()
