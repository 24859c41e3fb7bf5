"""Denials and affirmations (grammars/contrasts.txt), with which side each is on.

The teacher hardly tells "no kids" from "kids"; distil.py moves the teacher's vectors of the two sides of a contrast
apart, along the difference of the sides' means.
"""

import os
import re

from grammar_texts import FOLDER, grammar_texts, DOMAINS

import random

FRAME = re.compile(r"^\[\w+\] ")


def contrasts():
    """[(denials, affirmations)], each a list of texts."""
    groups, frame = [], None
    with open(os.path.join(FOLDER, "contrasts.txt"), encoding="utf-8") as lines:
        for line in lines:
            line = line.strip()
            if FRAME.match(line):
                frame = sides(FRAME.sub("", line))
            elif line.startswith("= "):
                groups.append(sides(line[2:]))
            elif line and not line.startswith("#"):
                for thing in line.split(" | "):
                    groups.append(tuple([text.replace("{x}", thing) for text in side] for side in frame))
    return groups


def sides(line):
    return tuple([text.strip() for text in side.split(";")] for side in line.split(" || "))


def contrast_texts(seed=11):
    """[(text, group, side, share)]: every phrase alone, then in front of or behind a text of a domain.

    side is -1 for a denial and 1 for an affirmation; share is the phrase's part of the text's words, in (0, 1].
    """
    rng = random.Random(seed)
    fillers = [text for name in DOMAINS for text in grammar_texts(name, 2000)]
    rows = []
    for group, both in enumerate(contrasts()):
        for side, phrases in zip((-1, 1), both):
            for phrase in phrases:
                rows.append((phrase, group, side, 1.0))
                filler = rng.choice(fillers).rstrip(".")
                share = len(phrase.split()) / len((phrase + " " + filler).split())
                joined = rng.choice((f"{phrase}. {filler}.", f"{filler}. {phrase}", f"{filler}, {phrase}"))
                rows.append((joined, group, side, share))
    return rows
