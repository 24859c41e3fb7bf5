"""Sentences of WordNet's words in frames of everyday English, so that the student meets the whole vocabulary in context.

A frame names kinds of words ({animal}, {motion}); a kind is a lexicographer file of WordNet. Words that its sense index
counts in running text are drawn more often. Every sentence comes twice: a second time with one word exchanged,
because texts that differ in a word are what an encoder must tell apart.
"""

import os
import random
import re
from itertools import accumulate

NOUNS = {"animal": 5, "thing": 6, "body": 8, "topic": 9, "event": 4, "food": 13, "group": 14, "place": 15, "person": 18, "plant": 20}
VERBS = {"change": 30, "talking": 32, "contest": 33, "eating": 34, "touch": 35, "making": 36, "motion": 38, "seeing": 39, "social": 41, "owning": 40}
UNCOUNTED = 0.03  # weight of a word that the sense index never saw in running text, where one seen once has 1
QUALITY = 0  # data.adj's lexicographer file
FRAMES = """
a {person} is {motion-ing} {near} the {place} | a {animal} is {motion-ing} over a {thing} | a {person} is {touch-ing} a {thing} {near} the {place}
two {person}s are {motion-ing} with a {animal} | the {quality} {animal} is {eating-ing} a {food} | a {person} in a {quality} {thing} is {talking-ing} to a {person}
a {person} {making-s} a {quality} {thing} | the {person} {owning-s} the {thing} of a {person} | there is a {quality} {thing} {near} the {place}
a {person} is not {motion-ing} | nobody is {touch-ing} the {thing} | a {food} with {food} and {food} | a {quality} {animal} and a {quality} {animal} {near} a {plant}
{group} {talking-s} {topic} after {event} | {person} {social-s} {group} over {topic} | {number} {person}s {change} in {event} near {place} | {group} {contest-s} {group} in {event}
police {touch} {person} after {event} in {place} | {group} to {making} {quality} {thing} | {topic} {change-s} as {group} {social-s} {topic} | {quality} {event} {near} {place}, {group} says
how do I {touch} a {thing} without a {thing}? | what is the best {thing} for {making-ing} {food}? | why does my {animal} {motion}? | can a {person} {owning} a {thing}? | is it {quality} to {social} a {person}?
I think the {person} should {social} the {group} | you can {making} a {thing} if the {topic} is {quality} | it depends on the {topic} and on the {thing} | the {topic} of the {person} is {quality}, but the {event} was not
I am a {quality} {person} who likes {making-ing} and {motion-ing} | looking for a {person} who can {making} {quality} {thing}s | {quality} {thing} for sale, {quality} and {quality} | I work as a {person} and teach {topic}
we {making} {thing}s for {person}s and {group}s | a {thing} that {change-s} the {topic} of {food} | {quality} {thing} made of {plant} | my {body} hurts when I {motion} | I collect {thing}s and {quality} {thing}s
she {seeing-s} a {animal} in the {place} | he {owning-s} {food} to the {person} at the {event} | they {contest} about {topic} | the {body} of a {animal} is {quality} | {person}, {person} and {person}
"""
NEAR = ("near", "in front of", "behind", "in", "outside", "beside", "on the way to", "at")
REFERENCE = re.compile(r"\{(\w+)(-ing|-s)?\}(s?)")
ROMAN_OR_CODE = re.compile(r"[^a-z _-]")


def words_of(folder):
    """{kind: (words, cumulative weights)} out of WordNet's sense index; single words and pairs of words in small letters."""
    kinds = {("1", number): kind for kind, number in NOUNS.items()} | {("2", number): kind for kind, number in VERBS.items()}
    kinds[("3", QUALITY)] = "quality"
    found = {kind: {} for kind in kinds.values()}
    with open(os.path.join(folder, "index.sense"), encoding="utf-8") as lines:
        for line in lines:
            key, _, sense, count = line.split()
            lemma, _, rest = key.partition("%")
            kind = kinds.get((rest[0], int(rest[2:4])))
            usable = len(lemma) > 2 and lemma.count("_") < 2 and not ROMAN_OR_CODE.search(lemma)
            if kind and usable and (int(sense) == 1 or int(count) > 0):
                word = lemma.replace("_", " ")
                found[kind][word] = max(found[kind].get(word, 0), min(int(count), 60) ** 0.5 or UNCOUNTED)
    return {kind: (list(words), list(accumulate(words.values()))) for kind, words in found.items()}


def inflected(word, ending):
    """Regular forms; the first word of a phrasal verb is inflected. Good enough for texts that no rule reads."""
    first, space, rest = word.partition(" ")
    if ending == "-ing":
        stem = first[:-1] if first.endswith("e") and not first.endswith(("ee", "oe", "ye")) else first
        if re.fullmatch(r"[^aeiou]*[aeiou][bdgmnprt]", stem):
            stem += stem[-1]
        return stem + "ing" + space + rest
    if first.endswith(("s", "x", "z", "ch", "sh")):
        return first + "es" + space + rest
    return (first[:-1] + "ies" if re.search(r"[^aeiou]y$", first) else first + "s") + space + rest


def filled(frame, words, rng):
    """The frame's pieces, texts at even places and drawn words at odd ones, with how each word is drawn again."""
    pieces, redraws, at = [], [], 0
    for match in REFERENCE.finditer(frame):
        kind, ending, plural = match.groups()

        def draw(kind=kind, ending=ending, plural=plural):
            if kind == "near":
                return rng.choice(NEAR)
            if kind == "number":
                return str(rng.choice((2, 3, 5, 8, 12, 20, 100)))
            word = rng.choices(words[kind][0], cum_weights=words[kind][1])[0]
            return inflected(word, "-s" if plural else ending) if ending or plural else word

        pieces += [frame[at : match.start()], draw()]
        redraws.append(draw)
        at = match.end()
    return [*pieces, frame[at:]], redraws


def finished(pieces, rng):
    text = re.sub(r"\ba (?=[aeiou])", "an ", "".join(pieces).strip())
    chance = rng.random()
    if chance < 0.5:
        text = text[:1].upper() + text[1:]
    return text + "." if 0.25 < chance < 0.7 and not text.endswith("?") else text


def framed_texts(folder, count, seed=5):
    """`count` distinct texts; `folder` is WordNet's dict folder."""
    rng = random.Random(seed)
    words = words_of(folder)
    frames = [frame.strip() for line in FRAMES.strip().split("\n") for frame in line.split("|")]
    texts = {}
    while len(texts) < count:
        pieces, redraws = filled(rng.choice(frames), words, rng)
        texts[finished(pieces, rng)] = None
        place = rng.randrange(len(redraws))
        pieces[2 * place + 1] = redraws[place]()
        texts[finished(pieces, rng)] = None
    return list(texts)[:count]
