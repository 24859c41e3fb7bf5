"""Distils the teacher into the embedded encoder's weights; README.md has the commands, docs/benchmarks/text-encoders.md the tries.

    python distil.py --teacher TEACHER --wordnet DICT --cache CACHE --out .. [--sts-dev FILE]

1. The teacher encodes WordNet's texts, the grammars' texts and the contrasts; its vectors are projected on their first
   256 principal components and centred, so that two texts with nothing in common have a cosine near 0.
2. The two sides of a contrast ("no kids", "has kids") are moved apart, since the teacher hardly tells them apart.
3. Adam fits the student's table to the cosine with these targets. It starts at the teacher's vector of each word piece
   alone, weighted 1e-3 / (1e-3 + frequency); row lengths, which are the tokens' weights, are learned too.
4. One scale a row, int8.
The same inputs and versions give the same weights, byte for byte, with the same number of threads.
"""

import argparse
import json
import os

import numpy as np
import torch
from safetensors.numpy import save_file
from scipy.stats import spearmanr

from contrast_texts import contrast_texts
from grammar_texts import DOMAINS, every_alternative, grammar_texts
from student import FIRST_WORD, Bags, Features
from teacher import Teacher
from wordnet_texts import wordnet_texts

NAME, VERSION = "counterpart-static", "1"
DIMENSION = 256
EVERYDAY_TEXTS, DOMAIN_TEXTS = 40_000, 20_000
CONTRAST_SHIFT = 1.3  # how far a denial moves, in units of the unit vectors; an affirmation moves half as far
CONTRAST_REPEATS = 2
LEAST_DENIED = 4  # occurrences in the contrasts before a denied piece gets a row
PAIRS = 8_000  # rows for the most frequent pairs of neighbours
PAIR_DECAY = 3.0
EPOCHS, BATCH, RATE = 4, 2048, 4e-3
THREADS = 2


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def collections(wordnet):
    """The corpus in parts, each encoded and cached by itself."""
    yield wordnet_texts(wordnet)
    yield every_alternative()
    yield grammar_texts("everyday", EVERYDAY_TEXTS)
    for name in DOMAINS:
        yield grammar_texts(name, DOMAIN_TEXTS)


def principal(vectors):
    """The first DIMENSION principal directions of rows that are not centred; [384, D]."""
    _, directions = np.linalg.eigh(vectors.T @ vectors / len(vectors))
    return directions[:, ::-1][:, :DIMENSION].copy()


def contrast_targets(centred, rows):
    """Moves each side of a contrast away from the other along the difference of the sides' means."""
    group, side = np.array([row[1] for row in rows]), np.array([row[2] for row in rows])
    share = np.array([row[3] for row in rows], np.float32)
    moved = centred.copy()
    for g in range(group.max() + 1):
        alone = (group == g) & (share == 1)
        away = centred[alone & (side < 0)].mean(0) - centred[alone & (side > 0)].mean(0)
        amount = np.where(side < 0, CONTRAST_SHIFT, -CONTRAST_SHIFT / 2) * share
        moved[group == g] += amount[group == g, None] * (away / np.linalg.norm(away))
    return unit(moved)


def chosen_pairs(texts, contrasts):
    """Sorted keys: denied pieces of the contrasts, and the most frequent neighbours of the corpus."""
    size = texts.size
    denied, times = np.unique(contrasts.keys[contrasts.keys >= size], return_counts=True)
    denied = denied[(denied < 2 * size) & (times >= LEAST_DENIED)]
    near, times = np.unique(texts.keys[texts.keys >= 2 * size], return_counts=True)
    return np.unique(np.concatenate([denied, near[np.argsort(-times, kind="stable")[:PAIRS]]]))


def first_table(features, teacher, texts, basis, mean):
    """Each piece alone through the teacher, weighted by its rarity in the corpus, centred; [V, D]."""
    pieces = [features.tokenizer.id_to_token(i) for i in range(features.size)]
    alone = teacher.encode([piece[2:] if piece.startswith("##") else piece for piece in pieces]).astype(np.float32)
    counts = np.bincount(texts.keys[texts.keys < features.size], minlength=features.size)
    weights = 1e-3 / (1e-3 + counts / counts.sum())
    table = alone @ basis * weights[:, None]
    table -= mean * np.linalg.norm(table, axis=1, keepdims=True)
    table[:FIRST_WORD] = 0
    return table.astype(np.float32)


def fit(table, pieces, parts, report):
    """Adam on 1 - cosine; `parts`: [(bags, targets)]. Rows of pairs decay, so that rare ones stay small."""
    torch.manual_seed(0)
    table = torch.nn.Parameter(torch.from_numpy(table))
    optimiser = torch.optim.Adam([table], lr=RATE, betas=(0.9, 0.99))
    bags, targets = joined(parts)
    order = np.random.default_rng(0)
    steps, step = EPOCHS * (bags.count // BATCH), 0
    for epoch in range(EPOCHS):
        shuffled = order.permutation(bags.count)
        for at in range(0, bags.count - BATCH + 1, BATCH):
            chosen = np.sort(shuffled[at : at + BATCH])
            index, starts = bags.take(chosen)
            sums = torch.nn.functional.embedding_bag(index, table, starts, mode="sum")
            cosines = (torch.nn.functional.normalize(sums, dim=1) * torch.from_numpy(targets[chosen])).sum(1)
            loss = (1 - cosines).mean()
            optimiser.zero_grad()
            loss.backward()
            step += 1
            rate = RATE * (1.01 - step / steps)
            optimiser.param_groups[0]["lr"] = rate
            optimiser.step()
            with torch.no_grad():
                table[pieces:] *= 1 - rate * PAIR_DECAY
        report(f"epoch {epoch + 1}, last loss {loss.item():.4f}", table.detach().numpy())
    return table.detach().numpy()


def joined(parts):
    """One Bags out of several, and their targets."""
    bags = object.__new__(Bags)
    bags.count = sum(part.count for part, _ in parts)
    bags.rows = np.concatenate([part.rows for part, _ in parts])
    starts, total = [np.zeros(1, np.int64)], 0
    for part, _ in parts:
        starts.append(part.starts[1:] + total)
        total += part.starts[-1]
    bags.starts = np.concatenate(starts)
    return bags, np.concatenate([targets for _, targets in parts])


def quantised(table):
    """int8 [rows, D] and float32 scales [rows]; a row of zeros has scale 0."""
    scales = np.abs(table).max(1) / 127
    return np.round(table / np.maximum(scales, 1e-12)[:, None]).astype(np.int8), scales.astype(np.float32)


def write(out, table, pairs, features):
    os.makedirs(out, exist_ok=True)
    integers, scales = quantised(table)
    size = features.size
    split = np.stack([(pairs - size) // size, (pairs - size) % size], axis=1).astype(np.int32)
    path = os.path.join(out, "weights.safetensors")
    metadata = {"features": json.dumps(features.metadata())}
    save_file({"table": integers, "scales": scales, "pairs": split}, path, metadata)
    os.chmod(path, 0o644)
    with open(os.path.join(out, "vocabulary.txt"), "w", encoding="utf-8") as file:
        file.writelines(features.tokenizer.id_to_token(i) + "\n" for i in range(size))
    with open(os.path.join(out, "identity.json"), "w", encoding="utf-8") as file:
        json.dump({"name": NAME, "version": VERSION}, file)
        file.write("\n")


def judge(path, features, pairs):
    """A function (label, table) that prints Spearman on a file in STS-B's form; it only reports, nothing is chosen by it."""
    with open(path, encoding="utf-8") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines]
    sides = [Bags(features, [row[column] for row in rows]) for column in (5, 6)]
    for side in sides:
        side.use(pairs)

    def report(label, table):
        first, second = (side.vectors(table) for side in sides)
        value = spearmanr((first * second).sum(1), [float(row[4]) for row in rows])[0]
        print(f"{label}: STS-B Spearman {value:.4f}", flush=True)

    return report


def main():
    parser = argparse.ArgumentParser()
    for name in ("teacher", "wordnet", "cache", "out"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--sts-dev")
    given = parser.parse_args()
    torch.use_deterministic_algorithms(True)
    torch.set_num_threads(THREADS)

    features, teacher = Features(given.teacher), Teacher(given.teacher, given.cache, THREADS)
    parts, rows = list(collections(given.wordnet)), contrast_texts()
    texts = [text for part in parts for text in part]
    vectors = np.concatenate([teacher.encode(part) for part in parts]).astype(np.float32)
    basis = principal(vectors)
    projected = vectors @ basis
    mean = projected.mean(0)
    contrasted = unit(teacher.encode([row[0] for row in rows]).astype(np.float32) @ basis - mean)

    bags, contrast_bags = Bags(features, texts), Bags(features, [row[0] for row in rows])
    pairs = chosen_pairs(bags, contrast_bags)
    start = first_table(features, teacher, bags, basis, mean)
    table = np.concatenate([start, np.zeros((len(pairs), DIMENSION), np.float32)])
    for part in (bags, contrast_bags):
        part.use(pairs)
    parts = [(bags, unit(projected - mean))]
    parts += [(contrast_bags, contrast_targets(contrasted, rows))] * CONTRAST_REPEATS
    report = judge(given.sts_dev, features, pairs) if given.sts_dev else lambda label, table: print(label)
    report("start", table)
    table = fit(table, features.size, parts, report)
    integers, scales = quantised(table)
    report("int8", integers * scales[:, None])
    write(given.out, table, pairs, features)


if __name__ == "__main__":
    main()
