"""Texts of the six domains and of everyday English, drawn from the grammars beside this file with a fixed seed."""

import os
import random
import re

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "grammars")
DOMAINS = ("dating", "hiring", "venture", "marketplace", "agents", "products")
REFERENCE = re.compile(r"\{(\w+)\}")


def read_grammar(name):
    """Rules of one file: {name: [alternative, ...]}. A line that starts with white space continues the rule above."""
    rules, current = {}, None
    with open(os.path.join(FOLDER, f"{name}.txt"), encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("#") or not line.strip():
                continue
            if not line[0].isspace():
                current, _, line = line.partition(" = ")
                rules[current] = []
            rules[current].extend(part.strip() for part in line.strip().lstrip("|").split(" | "))
    return rules


def draw(rules, rule, rng):
    """One random text of a rule; references are drawn independently."""
    text = REFERENCE.sub(lambda match: draw(rules, match[1], rng), rng.choice(rules[rule]))
    return re.sub(r"\s+([.?,])", r"\1", text).strip()


def varied(text, rng):
    """As people type: half the texts keep their form, others start in capitals, lose their last stop, or change quotes."""
    chance = rng.random()
    if chance < 0.3:
        return text[:1].upper() + text[1:]
    if chance < 0.4:
        return text.rstrip(".")
    if chance < 0.5:
        return text.replace("'", "’")
    return text


def grammar_texts(name, count, seed=7):
    """`count` distinct texts of a grammar, rules of shared.txt included."""
    rules = {**read_grammar("shared"), **read_grammar(name)}
    rng = random.Random(f"{name}/{seed}")
    texts = {}
    while len(texts) < count:
        texts[varied(draw(rules, "text", rng), rng)] = None
    return list(texts)


def every_alternative():
    """Each alternative without references, alone: the grammars' lexicon."""
    texts = {}
    for name in ("shared", *DOMAINS, "everyday"):
        for alternatives in read_grammar(name).values():
            texts.update(dict.fromkeys(text for text in alternatives if text and "{" not in text))
    return list(texts)
