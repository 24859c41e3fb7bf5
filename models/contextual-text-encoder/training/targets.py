"""A corpus with what the student is fitted to. N texts, H = 384, D = 256."""

import numpy as np

from batches import Tokens
from student import unit
from teacher_vectors import teacher_vectors

CONTRAST_SHIFT = 0.6  # how far a denial moves, in units of the unit vectors; an affirmation moves half as far


def principal(vectors, dimension):
    """The first principal directions of rows that are not centred; [H, D]."""
    _, directions = np.linalg.eigh(vectors.T.astype(np.float64) @ vectors / len(vectors))
    return np.ascontiguousarray(directions[:, ::-1][:, :dimension], np.float32)


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


class Targets:
    """Plain texts first, then contrasts; `plain` is how many of the first kind there are."""

    def __init__(self, teacher, folder, cache, parts, rows):
        texts = [text for part in parts.values() for text in part]
        self.plain, self.rows = len(texts), rows
        self.tokens = Tokens(folder, texts + [row[0] for row in rows])
        vectors = [teacher_vectors(teacher, folder, part, cache) for part in parts.values()]
        self.whole = np.concatenate([*vectors, teacher_vectors(teacher, folder, [row[0] for row in rows], cache)])

    def project(self, basis, mean):
        """The targets [N, D]: projected, centred, and with the sides of contrasts moved apart."""
        centred = unit(self.whole @ basis - mean)
        return np.concatenate([centred[: self.plain], contrast_targets(centred[self.plain :], self.rows)])

    def cut(self, contrasts):
        """Keeps only these of the contrasts; for `project`ed targets, the same rows are to be taken."""
        kept = np.concatenate([np.arange(self.plain), self.plain + np.array(contrasts)])
        self.tokens.keep(kept)
        self.whole = self.whole[kept]
        return kept
