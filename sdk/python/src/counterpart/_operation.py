from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote


@dataclass(frozen=True)
class Operation:
    """One operation of the HTTP interface, as docs/openapi.json has it."""

    id: str
    method: str
    path: str
    """With `{names}` of path parameters; this pattern, never the filled path, stands in logs."""
    takes_idempotency_key: bool
    is_form: bool = False
    """Whether its body is a form with a file, and not JSON."""

    def address(self, parameters: Mapping[str, str]) -> str:
        """The path with its parameters percent-encoded.

        Raises ValueError for an empty id and for `.` and `..`, which no path can carry.
        """
        for name, value in parameters.items():
            if value in ("", ".", ".."):
                raise ValueError(
                    f"{name} is {value!r}; an id has 1 to 256 characters and is neither . nor .."
                )
        return self.path.format_map({name: quote(value, safe="") for name, value in parameters.items()})


class RawOperation(Operation):
    """A request to any path, for what this version of the client has no method for."""

    def __init__(self, method: str) -> None:
        super().__init__("request", method, "{path}", method == "POST")

    def address(self, parameters: Mapping[str, str]) -> str:
        """The given path as it is; it begins with a slash."""
        if not parameters["path"].startswith("/"):
            raise ValueError("path: expected one that begins with /, such as /v1/users")
        return parameters["path"]
