"""Fits the network, and writes its model files or what it says of windows that were left out.

    npm run eval -- extraction-network --write texts.jsonl --texts FOLDER
    python fit.py --texts texts.jsonl --leave-out real2,real3,contrast2,LAST --keep a.pt --model ..
    python fit.py --texts texts.jsonl --leave-out LAST --model ..

LAST stands for the last round of each domain (`isLast` of a window).
"""

import argparse
import json
import os
import random
import time

import torch
from torch import nn
from torch.nn import functional

from names import basis_of, vectors_of
from network import Network
from network_file import write_model
from texts import Batch, batches, read_texts

HERE = os.path.dirname(os.path.abspath(__file__))
START = os.path.join(HERE, "../../contextual-text-encoder/model.onnx")
VOCABULARY = os.path.join(HERE, "../../contextual-text-encoder/vocabulary.txt")
WARM_UP = 60
RATE, HEAD_RATE, DECAY, LARGEST_STEP = 1e-4, 8e-4, 0.01, 1.0
LABEL_WEIGHT = 0.25  # of the summed loss of a window's labels beside the mean loss of a mention
NAME_RATE = 3e-4
GIVEN_NAMES = 0.25  # share of batches with the names of the text encoder
HIDDEN_SHARE = 0.06
SMOOTHING = 0.02


class Names(nn.Module):
    """Vectors of the names of each domain: `kinds` [K, 2 D], `labels` [L, D], `groups` of labels that exclude each other.

    A name of a shipped domain is fitted with the network (`moved`), beginning with the vector of the text encoder; for a share of the
    batches it keeps that vector, so that the network reads names that it has never met as well.
    """

    def __init__(self, headers):
        super().__init__()
        texts = [name for header in headers.values() for name in [*header["labels"], *(part for kind in header["kinds"] for part in kind)]]
        self.rows = {name: row for row, name in enumerate(dict.fromkeys(texts))}
        self.register_buffer("given", vectors_of(list(self.rows), START, VOCABULARY))
        self.moved = nn.Parameter(torch.zeros_like(self.given))
        self.parts = {
            domain: (
                torch.tensor([self.rows[name] for name in header["labels"]]),
                torch.tensor([[self.rows[field], self.rows[value]] for field, value in header["kinds"]]),
            )
            for domain, header in headers.items()
        }
        self.groups = {domain: [torch.tensor(group) for group in header["groups"]] for domain, header in headers.items()}

    def vectors(self):
        return functional.normalize(self.given + self.moved, dim=-1)

    @property
    def all(self):
        """Unit vectors [D] by name."""
        return dict(zip(self.rows, self.vectors().detach()))

    def kept(self):
        """How far each name was moved."""
        return dict(zip(self.rows, self.moved.detach()))

    def load(self, kept):
        with torch.no_grad():
            for name, row in self.rows.items():
                if name in kept:
                    self.moved[row] = kept[name]

    def of(self, domain, is_given=False):
        """`labels` [L, D], `kinds` [K, 2 D]."""
        vectors = self.given if is_given else self.vectors()
        labels, kinds = self.parts[domain]
        return vectors[labels], vectors[kinds].flatten(1)


def loss_of_labels(odds, batch, groups):
    """Labels that exclude each other and «absent» share one softmax; others have odds of their own. Summed over a window."""
    alone = torch.ones(odds.shape[1], dtype=torch.bool)
    total = odds.new_zeros(())
    for group in groups:
        alone[group] = False
        known = batch.labels_known[:, group].all(1)
        if not known.any():
            continue
        stated = batch.labels[known][:, group]
        target = torch.where(stated.any(1), stated.argmax(1) + 1, 0)
        scores = torch.cat([odds.new_zeros(int(known.sum()), 1), odds[known][:, group]], 1)
        total = total + functional.cross_entropy(scores, target, reduction="sum", label_smoothing=SMOOTHING)
    smooth = batch.labels * (1 - SMOOTHING) + SMOOTHING / 20
    each = functional.binary_cross_entropy_with_logits(odds, smooth, reduction="none") * batch.labels_known
    return (total + each[:, alone].sum()) / len(batch.ids)


def loss_of(network, batch, names, is_given):
    domain = batch.domain
    of_labels, of_kinds = names.of(domain, is_given)
    x = network.encoder(batch.ids, batch.mask)
    labels = network.labels(x, batch.mask, of_labels)
    kinds = of_kinds[batch.kinds]
    mentions = network.mentions(x, batch.mask, batch.text, batch.words, batch.sentences, kinds) if len(batch.text) else None
    loss = LABEL_WEIGHT * loss_of_labels(labels, batch, names.groups[domain])
    if mentions is None or not batch.right_known.any():
        return loss
    known = batch.right_known
    return loss + functional.binary_cross_entropy_with_logits(mentions[known], batch.right[known])


def fit(network, windows, names, given):
    chance = random.Random(given.seed)
    torch.manual_seed(given.seed)
    heads = [value for name, value in network.named_parameters() if not name.startswith("encoder.")]
    layers = [value for value in network.encoder.parameters() if value.requires_grad]
    parts = [{"params": layers, "lr": RATE}, {"params": heads, "lr": HEAD_RATE}, {"params": [names.moved], "lr": NAME_RATE}]
    optimiser = torch.optim.AdamW(parts, weight_decay=DECAY)
    steps = len(batches(windows, chance)) * given.epochs
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: min(1, step / WARM_UP) * max(0.02, 1 - step / steps))
    network.train()
    began, done = time.time(), 0
    for epoch in range(given.epochs):
        total = 0.0
        drawn = batches(windows, chance)
        for part in drawn:
            loss = loss_of(network, Batch(part, HIDDEN_SHARE, chance), names, chance.random() < GIVEN_NAMES)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), LARGEST_STEP)
            optimiser.step()
            schedule.step()
            total += loss.item()
            done += 1
            if done % 200 == 0:
                print(f"step {done} of {steps}, {time.time() - began:.0f} s", flush=True)
        print(f"epoch {epoch}: loss {total / len(drawn):.4f}, {time.time() - began:.0f} s", flush=True)
    return network.eval()


@torch.no_grad()
def predict(network, window, names):
    batch = Batch([window])
    x = network.encoder(batch.ids, batch.mask)
    of_labels, of_kinds = names.of(batch.domain)
    kinds = of_kinds[batch.kinds]
    mentions = network.mentions(x, batch.mask, batch.text, batch.words, batch.sentences, kinds).tolist() if len(batch.text) else []
    near = network.similarities(x, of_labels)[0, :, 1:-1].argmax(-1) + 1
    rounded = lambda values: [round(value, 3) for value in values]
    labels = network.labels(x, batch.mask, of_labels)[0].tolist()
    return {"mentions": rounded(mentions), "labels": rounded(labels), "places": near.tolist()}


def mean_of(fits):
    """Of the weights of fits that began with each other."""
    parts = [[fit[part] for fit in fits] for part in ("network", "names")]
    return [{name: torch.stack([one[name] for one in part if name in one]).mean(0) for name in part[-1]} for part in parts]


def is_left_out(window, names):
    return window["set"] in names or ("LAST" in names and window["isLast"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--texts", required=True)
    parser.add_argument("--leave-out", default="LAST")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--start", help="weights of an earlier fit; the mean of several, with commas between them")
    parser.add_argument("--keep", help="where the weights are kept")
    parser.add_argument("--predictions")
    parser.add_argument("--model")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    headers, windows = read_texts(given.texts)
    left_out = given.leave_out.split(",")
    fitted = [window for window in windows if not is_left_out(window, left_out)]
    print(f"{len(fitted)} windows, {sum(len(window['ids']) for window in fitted)} pieces, {sum(len(window['mentions']) for window in fitted)} mentions", flush=True)
    names = Names(headers)
    network = Network(START, basis_of(START))
    if given.start:
        network_weights, moved = mean_of([torch.load(path) for path in given.start.split(",")])
        network.load_state_dict(network_weights)
        names.load(moved)
    network = fit(network, fitted, names, given) if given.epochs > 0 else network.eval()
    if given.keep:
        torch.save({"network": network.state_dict(), "names": names.kept()}, given.keep)
    if given.predictions:
        with open(given.predictions, "w", encoding="utf-8") as file:
            for window in windows:
                if is_left_out(window, left_out):
                    key = {part: window[part] for part in ("domain", "set", "index", "window")}
                    file.write(json.dumps({**key, **predict(network, window, names)}) + "\n")
    if given.model:
        write_model(network, names, fitted, given.model)


if __name__ == "__main__":
    main()
