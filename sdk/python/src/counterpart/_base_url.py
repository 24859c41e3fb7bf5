from __future__ import annotations

import httpx


def checked_base_url(base_url: str) -> str:
    """The address without a last slash. Raises ValueError without it, since it may hold a password."""
    expected = "base_url: expected http://host or https://host, possibly with port and path"
    try:
        url = httpx.URL(base_url)
    except httpx.InvalidURL:
        raise ValueError(expected) from None
    if url.scheme not in ("http", "https") or not url.host:
        raise ValueError(expected)
    if url.userinfo or url.query or url.fragment:
        raise ValueError(f"{expected}; a user, a query or a fragment has no place in it")
    return base_url.rstrip("/")
