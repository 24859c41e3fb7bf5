"""The windows that `npm run eval -- extraction-network --write` writes, in batches of one domain and about one length."""

import json
from collections import defaultdict

import torch

BATCH_TOKENS = 1600
MASK = 103
UNKNOWN = 100


def read_texts(path):
    """Headers by domain, with the names of kinds and labels and the labels that exclude each other; and the windows."""
    headers, windows = {}, []
    with open(path, encoding="utf-8") as file:
        for line in map(json.loads, file):
            if "kinds" in line:
                headers[line["domain"]] = line
            else:
                windows.append(line)
    return headers, windows


def batches(windows, chance):
    """Lists of windows of one domain and of about the same length, in an order drawn with `chance`."""
    by_domain, found = defaultdict(list), []
    for window in windows:
        by_domain[window["domain"]].append(window)
    for own in by_domain.values():
        current = []
        for window in sorted(own, key=lambda window: len(window["ids"]) + 12 * chance.random()):
            if current and (len(current) + 1) * len(window["ids"]) > BATCH_TOKENS:
                found.append(current)
                current = []
            current.append(window)
        found.append(current)
    chance.shuffle(found)
    return found


def means(ranges, width):
    rows = torch.zeros(len(ranges), width)
    for row, (first, last) in enumerate(ranges):
        rows[row, first:last] = 1 / (last - first)
    return rows


class Batch:
    """`hide`: the share of marked words that are hidden, so that what stands around them must tell."""

    def __init__(self, windows, hide=0.0, chance=None):
        width = max(len(window["ids"]) for window in windows)
        self.domain = windows[0]["domain"]
        self.ids = torch.zeros(len(windows), width, dtype=torch.long)
        self.mask = torch.zeros(len(windows), width, dtype=torch.bool)
        for row, window in enumerate(windows):
            self.ids[row, : len(window["ids"])] = torch.tensor(window["ids"])
            self.mask[row, : len(window["ids"])] = True
        marked = [(row, mention) for row, window in enumerate(windows) for mention in window["mentions"]]
        for row, mention in marked:
            if hide > 0 and chance.random() < hide:
                self.ids[row, mention["words"][0] : mention["words"][1]] = MASK
        self.text = torch.tensor([row for row, _ in marked], dtype=torch.long)
        self.kinds = torch.tensor([mention["kind"] for _, mention in marked], dtype=torch.long)
        self.words = means([mention["words"] for _, mention in marked], width)
        self.sentences = means([mention["sentence"] for _, mention in marked], width)
        known = lambda values: torch.tensor([value is not None for value in values])
        right = [mention["right"] for _, mention in marked]
        self.right, self.right_known = torch.tensor([float(value or 0) for value in right]), known(right)
        self.labels = torch.tensor([[float(value or 0) for value in window["labels"]] for window in windows])
        self.labels_known = torch.stack([known(window["labels"]) for window in windows])
