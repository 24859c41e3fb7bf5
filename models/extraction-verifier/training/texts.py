"""The texts that `npm run eval -- extraction-verifier --write` writes, in batches of about one length."""

import json
import random

import torch

BATCH_TOKENS = 700
MASK = 103


def read_texts(path):
    """The header, with the names of kinds and labels, and the texts."""
    with open(path, encoding="utf-8") as file:
        header, *texts = map(json.loads, file)
    return header, texts


def batches(texts, chance):
    """Lists of texts; texts of about the same length together, in an order drawn with `chance`."""
    ordered = sorted(texts, key=lambda text: len(text["ids"]) + 12 * chance.random())
    found, current = [], []
    for text in ordered:
        if current and (len(current) + 1) * len(text["ids"]) > BATCH_TOKENS:
            found.append(current)
            current = []
        current.append(text)
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

    def __init__(self, texts, hide=0.0, chance=random):
        width = max(len(text["ids"]) for text in texts)
        self.ids = torch.zeros(len(texts), width, dtype=torch.long)
        self.mask = torch.zeros(len(texts), width, dtype=torch.bool)
        for row, text in enumerate(texts):
            self.ids[row, : len(text["ids"])] = torch.tensor(text["ids"])
            self.mask[row, : len(text["ids"])] = True
        marked = [(row, mention) for row, text in enumerate(texts) for mention in text["mentions"]]
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
        self.labels = torch.tensor([[float(value or 0) for value in text["labels"]] for text in texts])
        self.labels_known = torch.stack([known(text["labels"]) for text in texts])
