"""Distils the teacher into the contextual encoder's weights; README.md has the commands.

    python distil.py --teacher TEACHER --wordnet DICT --addresses FOLDER --cache CACHE --out FILE.npz [--sts-dev FILE] [--seed 0]

1. The teacher encodes the corpus (corpus.py). Its vectors are projected on their first 256 principal components and
   centred, so that two texts with nothing in common have a cosine near 0: the targets.
2. The sides of a contrast ("no kids", "has kids") are moved apart, since the teacher hardly tells them apart.
3. The student is the teacher's embeddings and three of its layers. Its mean over the tokens, made unit-norm, goes through
   the same projection. Adam fits all of it to the cosine with the targets, and to the teacher's vectors themselves.
4. A second, shorter pass ends with sentences that people wrote, and fits the states of single tokens too.
"""

import argparse
import os
import random
import time

import numpy as np
import torch
from scipy.stats import spearmanr

from batches import Tokens
from corpus import collections, contrasts, last_collections
from fit import fit, loss_of_tokens, loss_of_vectors
from network import Network, read_weights
from student import Student
from targets import Targets, principal

DIMENSION = 256
RATE, POOL = 4e-4, 16_384
LAST_RATE, LAST_POOL, LAST_CONTRASTS = 2e-4, 8192, 2000


class Judge:
    """Spearman on a file in STS-B's form; it chose the recipe, and takes no part in a fit."""

    def __init__(self, path, teacher):
        with open(path, encoding="utf-8") as lines:
            rows = [line.rstrip("\n").split("\t") for line in lines]
        self.sides = [Tokens(teacher, [row[column] for row in rows]) for column in (5, 6)]
        self.scores = [float(row[4]) for row in rows]

    def spearman(self, first, second):
        return spearmanr((first * second).sum(1), self.scores)[0]


def main():
    parser = argparse.ArgumentParser()
    for name in ("teacher", "wordnet", "addresses", "cache", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--sts-dev")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.use_deterministic_algorithms(True)
    torch.set_num_threads(1)

    weights, rows = read_weights(given.teacher), contrasts()
    teacher = Network(weights, range(6))
    first = Targets(teacher, given.teacher, given.cache, collections(given.wordnet), rows)
    basis = principal(first.whole[: first.plain], DIMENSION)
    mean = (first.whole[: first.plain] @ basis).mean(0)
    student = Student(weights, basis, mean)
    judge = Judge(given.sts_dev, given.teacher) if given.sts_dev else None

    def report(label):
        found = f", STS-B Spearman {judge.spearman(*map(student.encode, judge.sides)):.4f}" if judge else ""
        print(f"{label}{found} ({time.process_time():.0f} s of processor time)", flush=True)

    report("start")
    between = os.path.join(given.cache, f"first-fit-{given.seed}.npz")
    if os.path.exists(between):
        student.read(between)
        report("first fit, as in the cache")
    else:
        loss = loss_of_vectors(first.whole, first.project(basis, mean))
        fit(student, first.tokens, loss, given.seed, RATE, POOL, report)
        student.write(between)
    last = Targets(teacher, given.teacher, given.cache, last_collections(given.wordnet, given.addresses), rows)
    targets = last.project(basis, mean)
    kept = last.cut(random.Random(given.seed).sample(range(len(rows)), LAST_CONTRASTS))
    loss = loss_of_tokens(teacher, last.plain, last.whole, targets[kept])
    fit(student, last.tokens, loss, given.seed, LAST_RATE, LAST_POOL, report)
    student.write(given.out)


if __name__ == "__main__":
    main()
