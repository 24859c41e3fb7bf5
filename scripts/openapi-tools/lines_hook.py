"""Bodies of lines and streams of events, which the document describes as texts, as schemathesis takes them."""

import json

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def send_lines(context, value):
    return value.encode() if isinstance(value, str) else json.dumps(value).encode()


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """Each event of a stream is an object, whose `data` is JSON of the form that `contentSchema` has."""
    for operations in raw_schema["paths"].values():
        for operation in operations.values():
            for response in operation.get("responses", {}).values():
                stream = response.get("content", {}).get("text/event-stream")
                if stream is not None:
                    data = {
                        "type": "string",
                        "contentMediaType": "application/json",
                        "contentSchema": stream["schema"]["contentSchema"],
                    }
                    stream["schema"] = {"type": "object", "required": ["data"], "properties": {"data": data}}
