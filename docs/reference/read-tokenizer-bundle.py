"""Reads a tokenizer's bundle with nothing but Python: python3 read-tokenizer-bundle.py BUNDLE.tar.gz ITEM_ID ..."""
import hashlib
import json
import sys
import tarfile


def read(path):
    with tarfile.open(path) as archive:
        return {member.name: archive.extractfile(member).read() for member in archive if member.isfile()}


def verify(files):
    sums = dict(line.split("  ", 1)[::-1] for line in files["SHA256SUMS"].decode().splitlines())
    for name, body in files.items():
        if name != "SHA256SUMS" and sums.get(name) != hashlib.sha256(body).hexdigest():
            sys.exit(f"{name} is not what SHA256SUMS says")


def main(path, *wanted):
    files = read(path)
    verify(files)
    manifest = json.loads(files["manifest.json"])
    items = map(json.loads, files["items.jsonl"].decode().splitlines())
    codes = {item["item_id"]: item for item in items}
    print(manifest["name"], manifest["sizes"], len(codes), "items, sums verified", file=sys.stderr)
    for item_id in wanted:
        print(json.dumps(codes[item_id]))


main(*sys.argv[1:])
