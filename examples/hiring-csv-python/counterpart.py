"""One function over urllib for the HTTP interface of Counterpart."""

import json
import os
import time
import urllib.error
import urllib.request

URL = os.environ.get("COUNTERPART_URL", "http://127.0.0.1:8080")
ATTEMPTS = 5


class ApiError(Exception):
    """An error of the service: `code`, `status` and `request_id`, with which the operator finds it in the log."""

    def __init__(self, status: int, body: dict):
        self.status, self.code = status, body["error"]["code"]
        self.request_id = body.get("request_id")
        super().__init__(f"{self.code}: {body['error']['message']} ({self.request_id})")


def call(method: str, path: str, body: dict) -> dict:
    """The answer's body. Waits as long as the service asks when it is busy (429, 503). Raises ApiError."""
    key = os.environ.get("COUNTERPART_API_KEY")
    if not key:
        raise SystemExit("Set COUNTERPART_API_KEY to a key of your workspace.")
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    data = json.dumps(body).encode()
    for attempt in range(1, ATTEMPTS + 1):
        request = urllib.request.Request(f"{URL}/v1{path}", data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503) or attempt == ATTEMPTS:
                raise ApiError(error.code, json.load(error)) from None
            time.sleep(int(error.headers.get("Retry-After", "1")))
        except urllib.error.URLError as error:
            raise SystemExit(f"No answer from {URL}: {error.reason}. Does the service run?") from None
    raise AssertionError("not reached")
