"""What schemathesis lacks: how to send a body of lines, which the document describes as a text."""

import json

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def send_lines(context, value):
    return value.encode() if isinstance(value, str) else json.dumps(value).encode()
