"""Ranks items with an exported model, without Counterpart. Needs numpy and onnxruntime.

python read-model-bundle.py BUNDLE.tar.gz ITEM_ID ITEM_ID …    (a history, oldest first; none: by popularity)

Of a model that reads the times between events, `scores` also takes the times of the history, and of one that reads
the context of a prediction, such as the device, its values by name.
"""

import hashlib
import json
import math
import struct
import sys
import tarfile

import numpy as np
import onnxruntime


def read_bundle(path):
    with tarfile.open(path) as tar:
        files = {member.name: tar.extractfile(member).read() for member in tar}
    for line in files["SHA256SUMS"].decode().splitlines():
        digest, name = line.split("  ", 1)
        assert hashlib.sha256(files[name]).hexdigest() == digest, f"{name} is damaged"
    return files


# The simpler models of a blend by name: their links, how many of the last items they read, the decay, the scale.
PARTS = {
    "ease_recent": ("ease", 8, 1, 300),
    "ease_history": ("ease", 60, 20, 300),
    "neighbours": ("neighbours", 8, 1, 30),
    "markov": ("markov", 1, 1, 100),
    "own_frequency": ("own", 500, 10_000, 100),
}


def bucket(seconds):
    """The bucket of a gap between events; 0 is an unknown one."""
    return 0 if math.isnan(seconds) else min(31, 1 + math.ceil(math.log2(1 + max(0, seconds))))


def shares(value, feature):
    """The columns of a value of a context, and how much of it each has; an unknown value has none."""
    columns = feature["columns"]
    if feature["type"] == "category":
        return [(column, 1) for name, column in zip(feature["values"], columns) if name == str(value)]
    knots = feature["knots"]
    upper = next((at for at, knot in enumerate(knots) if knot >= value), None)
    if not upper:
        return [(columns[-1 if upper is None else 0], 1)]
    share = (value - knots[upper - 1]) / (knots[upper] - knots[upper - 1])
    return [(columns[upper - 1], 1 - share), (columns[upper], share)]


def tensors(raw):
    """The arrays of a safetensors file by name, all float32, and its metadata."""
    (size,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8 : 8 + size])
    arrays = ((name, one["shape"], 8 + size + one["data_offsets"][0]) for name, one in header.items() if name[0] != "_")
    named = {name: np.frombuffer(raw, "<f4", math.prod(shape), at).reshape(shape) for name, shape, at in arrays}
    return named, header["__metadata__"]


class Recommender:
    def __init__(self, path):
        files = read_bundle(path)
        self.manifest = json.loads(files["manifest.json"])
        assert self.manifest["architecture"] == "sequential-recommender"
        self.item_ids = json.loads(files["catalogue.json"])["item_ids"]
        self.weights, metadata = tensors(files["weights.safetensors"])
        self.blend = json.loads(metadata.get("blend", "null"))
        self.context = json.loads(metadata.get("context", '{"width": 0, "features": []}'))
        self.shape = json.loads(metadata["shape"])
        self.session = onnxruntime.InferenceSession(files["model.onnx"])

    def scores(self, history, timestamps=None, moment=math.nan, context=None):
        """The scores of all items, by item number, as `predict` gives them. Times are in seconds, one an item.

        `context`: values by name, such as {"device": "phone"}; what is left out is unknown.
        """
        if not history:
            return self.popular()
        vectors = self.weights["vectors"]
        outputs = self.weights.get("output-vectors", vectors)
        numbers = {item_id: number for number, item_id in enumerate(self.item_ids)}
        read = [numbers[item_id] for item_id in history][-self.manifest["max_history_items"] :]
        feeds = {
            "items": np.array([read], np.int32),
            "positions": np.arange(len(read) - 1, -1, -1, dtype=np.int32)[None],
            "places": np.array([len(read) - 1], np.int32),
            "vectors": vectors,
        }
        times = [*(timestamps or [math.nan] * len(read))[-len(read) :], moment]
        gaps = [bucket(later - earlier) for earlier, later in zip(times, times[1:])]
        # Items of one moment are a basket, and what comes after each of them is the next one.
        nexts = [[later for later in times[at:-1] if later != time][:1] for at, time in enumerate(times[:-1])]
        waits = [bucket((later or times[-1:])[0] - time) for later, time in zip(nexts, times)]
        rows = ([0, *gaps[:-1]], waits if self.shape.get("baskets") else gaps)
        feeds["gaps"], feeds["waits"] = (np.array([row], np.int32) for row in rows)
        feeds["context"] = np.zeros((1, 1, self.context["width"]), np.float32)
        for feature in self.context["features"]:
            if feature["name"] in (context or {}):
                for column, share in shares(context[feature["name"]], feature):
                    feeds["context"][0, 0, column] = share
        wanted = {one.name for one in self.session.get_inputs()}
        (state,) = self.session.run(["state"], {name: value for name, value in feeds.items() if name in wanted})
        scores = outputs @ state[0]
        return np.where(outputs.any(axis=1), self.blended(read, scores) if self.blend else scores, -1e9)

    def popular(self):
        """The logarithms of the shares of all events, where each item has one more."""
        counts = 1 + self.weights["counts"].astype(float)
        return np.log(counts / counts.sum())

    def blended(self, read, scores):
        """Adds the simpler models to the network's scores; the weights depend on the length of the history."""
        short, long = (math.log(self.blend["lengths"][name]) for name in ("short", "long"))
        share = 0 if long <= short else min(1, max(0, (math.log(len(read)) - short) / (long - short)))
        weights = {name: (1 - share) * one["short"] + share * one["long"] for name, one in self.blend["weights"].items()}
        total = weights.get("network", 0) * scores.astype(float)
        # Without a weight of the network, popularity breaks the ties of items that no link reaches.
        popular = max(weights.get("popularity", 0), 0 if weights.get("network", 0) > 0 else 1e-6)
        total += popular * np.log1p(self.weights["counts"])
        if "recent_popularity" in weights:
            total += weights["recent_popularity"] * np.log1p(self.weights["blend/recent_popularity/counts"])
        for name in weights.keys() & PARTS.keys():
            links, most, decay, scale = PARTS[name]
            offsets, items, values = (self.weights[f"blend/{links}/{column}"] for column in ("offsets", "items", "weights"))
            sums = np.zeros(len(scores))
            for back, item in enumerate(read[::-1][:most]):
                row = slice(int(offsets[item]), int(offsets[item + 1]))
                sums[items[row].astype(int)] += math.exp(-back / decay) * values[row]
            total += weights[name] * np.log1p(scale * np.maximum(0, sums))
        return total + self.blend.get("offset", 0)


if __name__ == "__main__":
    model = Recommender(sys.argv[1])
    scores = model.scores(sys.argv[2:])
    for number in np.argsort(-scores)[:20]:
        print(json.dumps({"item_id": model.item_ids[number], "score": float(scores[number])}, ensure_ascii=False))
