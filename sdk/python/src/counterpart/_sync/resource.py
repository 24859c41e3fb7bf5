# Generated from _async by scripts/generate.py; do not edit by hand.
from __future__ import annotations

from .transport import Transport


class Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport
