from __future__ import annotations


def checked_key(key: str) -> str:
    """The key, fit for a header. Raises ValueError, which never quotes it."""
    if key == "":
        raise ValueError("No API key: give api_key, or set COUNTERPART_API_KEY.")
    if not all("!" <= character <= "~" for character in key):
        raise ValueError("The API key has a space, a line break or a character outside ASCII.")
    return key
