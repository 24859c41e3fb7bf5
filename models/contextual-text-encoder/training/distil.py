"""Distils the teacher into the contextual encoder's weights; README.md has the commands and what was tried.

    python distil.py --teacher TEACHER --wordnet DICT --cache CACHE --out FILE.npz [--sts-dev FILE] [--seed 0]

1. The teacher encodes the corpus (corpus.py). Its vectors are projected on their first 256 principal components and
   centred, so that two texts with nothing in common have a cosine near 0: the targets.
2. The sides of a contrast ("no kids", "has kids") are moved apart, since the teacher hardly tells them apart.
3. The student is the teacher's embeddings and its layers LAYERS. Its mean over the tokens, made unit-norm, goes through
   the same projection. Adam fits all of it to the cosine with the targets, and to the teacher's vectors themselves.

N texts, H = 384, D = 256.
"""

import argparse
import os
import time

import numpy as np
import torch
from scipy.stats import spearmanr
from torch.nn import functional

from batches import Tokens
from corpus import collections, contrasts
from network import Network, read_weights
from teacher_vectors import teacher_vectors

LAYERS = (0, 2, 5)
DIMENSION = 256
CONTRAST_SHIFT = 0.6  # how far a denial moves, in units of the unit vectors; an affirmation moves half as far
EPOCHS, BATCH_TOKENS, RATE, WARM_UP = 1, 2560, 4e-4, 0.05
POOL = 16_384  # texts that are sorted by length and cut into batches together


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def principal(vectors):
    """The first D principal directions of rows that are not centred; [H, D]."""
    _, directions = np.linalg.eigh(vectors.T.astype(np.float64) @ vectors / len(vectors))
    return np.ascontiguousarray(directions[:, ::-1][:, :DIMENSION], np.float32)


def contrast_targets(centred, rows, shift):
    """Moves each side of a contrast away from the other along the difference of the sides' means."""
    group, side = np.array([row[1] for row in rows]), np.array([row[2] for row in rows])
    share = np.array([row[3] for row in rows], np.float32)
    moved = centred.copy()
    for g in range(group.max() + 1):
        alone = (group == g) & (share == 1)
        away = centred[alone & (side < 0)].mean(0) - centred[alone & (side > 0)].mean(0)
        amount = np.where(side < 0, shift, -shift / 2) * share
        moved[group == g] += amount[group == g, None] * (away / np.linalg.norm(away))
    return unit(moved)


class Student(torch.nn.Module):
    def __init__(self, weights, basis, mean):
        super().__init__()
        self.network = Network(weights, LAYERS)
        self.basis = torch.nn.Parameter(torch.from_numpy(basis))
        self.mean = torch.nn.Parameter(torch.from_numpy(mean))

    def forward(self, ids, mask):
        """[N, H] and [N, D], both unit-norm."""
        pooled = functional.normalize(self.network(ids, mask), dim=1)
        return pooled, functional.normalize(pooled @ self.basis - self.mean, dim=1)


def fit(student, tokens, whole, targets, seed, report):
    """`whole`: the teacher's vectors [N, H]; `targets` [N, D]."""
    optimiser = torch.optim.AdamW(student.parameters(), lr=RATE, betas=(0.9, 0.98), weight_decay=0.0, fused=True)
    rng = np.random.default_rng(seed)
    total, done, steps = EPOCHS * len(targets), 0, 0
    for _ in range(EPOCHS):
        order = rng.permutation(len(targets))
        for at in range(0, len(order), POOL):
            batches = tokens.by_length(order[at : at + POOL], BATCH_TOKENS)
            losses = []
            for i in rng.permutation(len(batches)):
                chosen = batches[i]
                share = done / total
                rate = RATE * min(1.0, (share + 1e-3) / WARM_UP) * (1.005 - share)
                optimiser.param_groups[0]["lr"] = rate
                losses.append(step(student, optimiser, tokens.batch(chosen), whole[chosen], targets[chosen]))
                done, steps = done + len(chosen), steps + 1
            report(f"{done} of {total} texts, {steps} steps, loss {np.mean(losses):.4f}")


def step(student, optimiser, batch, whole, targets):
    pooled, vectors = student(*batch)
    loss = (1 - (vectors * torch.from_numpy(targets)).sum(1)).mean()
    loss = loss + (1 - (pooled * torch.from_numpy(whole)).sum(1)).mean()
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(student.parameters(), 1.0)
    optimiser.step()
    return loss.item()


class Judge:
    """Spearman on a file in STS-B's form; it chose the recipe, and takes no part in a fit."""

    def __init__(self, path, teacher):
        with open(path, encoding="utf-8") as lines:
            rows = [line.rstrip("\n").split("\t") for line in lines]
        self.sides = [Tokens(teacher, [row[column] for row in rows]) for column in (5, 6)]
        self.scores = [float(row[4]) for row in rows]

    @torch.no_grad()
    def spearman(self, student):
        first, second = (encoded(student, side) for side in self.sides)
        return spearmanr((first * second).sum(1), self.scores)[0]


@torch.no_grad()
def encoded(student, tokens):
    out = np.zeros((len(tokens.rows), DIMENSION), np.float32)
    for chosen in tokens.by_length(np.arange(len(tokens.rows)), BATCH_TOKENS):
        out[chosen] = student(*tokens.batch(chosen))[1].numpy()
    return out


def main():
    parser = argparse.ArgumentParser()
    for name in ("teacher", "wordnet", "cache", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--sts-dev")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.use_deterministic_algorithms(True)
    torch.set_num_threads(given.threads)

    weights = read_weights(given.teacher)
    teacher = Network(weights, range(6))
    parts, rows = collections(given.wordnet), contrasts()
    vectors = {name: teacher_vectors(teacher, given.teacher, texts, given.cache) for name, texts in parts.items()}
    contrasted = teacher_vectors(teacher, given.teacher, [row[0] for row in rows], given.cache)
    plain = np.concatenate(list(vectors.values()))
    basis = principal(plain)
    mean = (plain @ basis).mean(0)
    targets = np.concatenate([unit(plain @ basis - mean), contrast_targets(unit(contrasted @ basis - mean), rows, CONTRAST_SHIFT)])
    whole = np.concatenate([plain, contrasted])
    tokens = Tokens(given.teacher, [text for part in parts.values() for text in part] + [row[0] for row in rows])

    student = Student(weights, basis, mean)
    judge = Judge(given.sts_dev, given.teacher) if given.sts_dev else None

    def report(label):
        found = f", STS-B Spearman {judge.spearman(student):.4f}" if judge else ""
        print(f"{label}{found} ({time.process_time():.0f} s of processor time)", flush=True)

    report("start")
    fit(student, tokens, whole, targets, given.seed, report)
    arrays = student.network.arrays() | {"basis": student.basis.detach().numpy(), "mean": student.mean.detach().numpy()}
    os.makedirs(os.path.dirname(os.path.abspath(given.out)), exist_ok=True)
    np.savez(given.out, **arrays)


if __name__ == "__main__":
    main()
