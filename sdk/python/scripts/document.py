"""The parts of docs/openapi.json that the client is generated from."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

document_path = Path(__file__).parents[3] / "docs" / "openapi.json"
document: dict[str, Any] = json.loads(document_path.read_text())


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    described: dict[str, Any]

    @property
    def id(self) -> str:
        return self.described["operationId"]

    @property
    def name(self) -> str:
        """`upsert_user`"""
        return snake(self.id)

    @property
    def sdk(self) -> dict[str, Any]:
        """With `method`: `users.upsert`."""
        given = self.described["x-sdk"]
        return {"method": given} if isinstance(given, str) else given

    @property
    def method_path(self) -> list[str]:
        """`["model_aliases", "schedule_refits"]`"""
        return snake(self.sdk["method"]).split(".")

    @property
    def takes_idempotency_key(self) -> bool:
        return any(given["name"] == "Idempotency-Key" for given in self.parameters("header"))

    def parameters(self, place: str) -> list[dict[str, Any]]:
        return [given for given in self.described.get("parameters", []) if given["in"] == place]

    @property
    def body(self) -> dict[str, Any] | None:
        """Its schema."""
        contents = self.described.get("requestBody", {}).get("content", {})
        return next((content["schema"] for content in contents.values()), None)

    @property
    def is_form(self) -> bool:
        return "multipart/form-data" in self.described.get("requestBody", {}).get("content", {})

    @property
    def success(self) -> tuple[str, dict[str, Any]]:
        """Media type and schema of the answer."""
        answers = self.described["responses"]
        contents = next(answers[status]["content"] for status in sorted(answers) if status < "300")
        return next((kind, content["schema"]) for kind, content in contents.items())

    @property
    def codes(self) -> list[tuple[int, str]]:
        """The error codes that it may answer with, each with its status."""
        return [
            (int(status), code)
            for status, answer in self.described["responses"].items()
            for content in answer.get("content", {}).values()
            for part in content["schema"].get("allOf", [])
            if "error" in part.get("properties", {})
            for code in part["properties"]["error"]["properties"]["code"]["enum"]
        ]


methods = ("get", "post", "put", "patch", "delete")
operations = [
    Operation(method.upper(), path, described)
    for path, item in document["paths"].items()
    for method, described in item.items()
    if method in methods
]


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def class_name(code: str) -> str:
    return "".join(word.capitalize() for word in code.split("_")) + "Error"


def name_of(schema: dict[str, Any]) -> str | None:
    """The name of the component that the schema refers to."""
    reference: str | None = schema.get("$ref")
    return None if reference is None else reference.rsplit("/", 1)[1]


def resolved(schema: dict[str, Any]) -> dict[str, Any]:
    name = name_of(schema)
    return schema if name is None else document["components"]["schemas"][name]
