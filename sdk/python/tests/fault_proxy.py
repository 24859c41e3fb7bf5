"""A proxy on loopback that harms requests in a given order: one fault a request, then it is honest."""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections.abc import Generator, Iterable
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

Name: TypeAlias = Literal["pass", "drop", "drop_after", "half", "reset", "reset_after", "delay"]


@dataclass(frozen=True)
class Answer:
    """Answered by the proxy: before the server sees the request, or (`after`) in place of its answer."""

    status: int
    code: str | None
    retry_after: str | None
    after: bool = False

    def encode(self) -> bytes:
        error = {
            "error": {"code": self.code, "message": "the proxy says so", "details": dict[str, object]()},
            "request_id": "req_proxy",
        }
        body = b"<html>" if self.code is None else json.dumps(error).encode()
        lines = [f"HTTP/1.1 {self.status} Fault", f"content-length: {len(body)}", "connection: close"]
        lines += ["content-type: application/json", "x-request-id: req_proxy"] if self.code else []
        lines += [] if self.retry_after is None else [f"retry-after: {self.retry_after}"]
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


Fault: TypeAlias = "Name | Answer"


@dataclass
class FaultProxy:
    target: tuple[str, int]
    listener: socket.socket
    faults: list[Fault] = field(default_factory=list["Fault"])
    requests: int = 0
    heads: list[bytes] = field(default_factory=list[bytes])
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def harm(self, faults: Iterable[Fault]) -> None:
        """The faults of the next requests, one after the other."""
        self.faults.extend(faults)

    def serve(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._connection, args=(connection,), daemon=True).start()

    def _connection(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            reader = connection.makefile("rb")
            while True:
                message = read_message(reader)
                if message is None or not self._exchange(connection, message):
                    return

    def _exchange(self, connection: socket.socket, request: bytes) -> bool:
        """Whether the connection may go on."""
        with self.lock:
            self.requests += 1
            self.heads.append(request.split(b"\r\n\r\n", 1)[0])
            fault: Fault = self.faults.pop(0) if self.faults else "pass"
        if isinstance(fault, Answer):
            if fault.after:
                self._forward(request)
            connection.sendall(fault.encode())
            return False
        if fault == "delay":
            time.sleep(0.02)
        if fault in ("drop", "reset"):
            close(connection, reset=fault == "reset")
            return False
        answer = self._forward(request)
        if fault in ("drop_after", "reset_after"):
            close(connection, reset=fault == "reset_after")
            return False
        connection.sendall(answer[: len(answer) - len(answer) // 3] if fault == "half" else answer)
        return fault != "half"

    def _forward(self, request: bytes) -> bytes:
        with socket.create_connection(self.target) as upstream:
            upstream.sendall(request)
            return read_message(upstream.makefile("rb")) or b""


def read_message(reader: object) -> bytes | None:
    """One request or answer with its body; None at the end of the connection."""
    readline, read = getattr(reader, "readline"), getattr(reader, "read")  # noqa: B009
    head, length, chunked = b"", 0, False
    while True:
        line: bytes = readline()
        if line == b"":
            return None
        head += line
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
        chunked = chunked or (name.lower() == b"transfer-encoding" and b"chunked" in value)
        if line == b"\r\n":
            break
    if not chunked:
        return head + read(length)
    while True:
        size: bytes = readline()
        head += size + read(int(size, 16) + 2)
        if int(size, 16) == 0:
            return head


def close(connection: socket.socket, *, reset: bool) -> None:
    if reset:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
    else:
        connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def faulty(url: str) -> Generator[FaultProxy, None, None]:
    parts = urlsplit(url)
    listener = socket.create_server(("127.0.0.1", 0))
    proxy = FaultProxy((parts.hostname or "", parts.port or 0), listener)
    threading.Thread(target=proxy.serve, daemon=True).start()
    try:
        yield proxy
    finally:
        with suppress(OSError):
            listener.shutdown(socket.SHUT_RDWR)
        listener.close()
