/** `shared_words` beside BM25 written out plainly. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DomainDefinition } from '../../../domains/definition.ts';
import { Scorecard } from '../../../domains/scorecard.ts';
import { countTexts } from './count-texts.ts';
import type { Person } from './person.ts';
import { readyTerm } from './ready-term.ts';
import { hashOfWord } from './split-words.ts';
import { type WordCounts, wordFrequencies } from './word-frequencies.ts';

const definition = DomainDefinition.parse({
  domain: 'talk',
  version: 1,
  title: 'Talk',
  fields: [{ name: 'about', kind: 'soft', type: 'string' }],
});
const termOf = (more: object) =>
  Scorecard.parse({
    terms: [
      {
        name: 'words',
        compare: 'shared_words',
        knots: [
          [0, 0],
          [8, 8],
        ],
        ...more,
      },
    ],
  }).terms[0]!;
const personOf = (text: string): Person => ({
  value: () => undefined,
  has: () => text !== '',
  place: () => undefined,
  text: () => (text === '' ? undefined : text),
  sentences: [],
  updatedAtMs: 0,
});

const vocabulary = ['kubernetes', 'welding', 'pastry', 'python', 'erfahrung', 'the', 'haccp', '2024'];
const text = fc.array(fc.constantFrom(...vocabulary), { maxLength: 25 }).map((words) => words.join(' '));
const counts: WordCounts = {
  version: '1',
  texts: 50,
  words: 600,
  textsWith: new Map([
    [hashOfWord('erfahrung'), 45],
    [hashOfWord('pastry'), 3],
  ]),
};

/** BM25 of a document for a query in which each word counts once. */
function plainBm25(query: readonly string[], document: readonly string[], k1: number, b: number): number {
  const { information, meanLength } = wordFrequencies(counts);
  let sum = 0;
  for (const word of new Set(query)) {
    const times = document.filter((each) => each === word).length;
    const norm = k1 * (1 - b + (b * document.length) / meanLength);
    if (times > 0) sum += (information(hashOfWord(word)) * times) / (times + norm);
  }
  return sum;
}

function plainX(mine: string, theirs: string, k1: number, b: number): number {
  const [p, q] = [mine, theirs].map((each) => each.split(' ').filter((word) => /\p{L}/u.test(word))) as [
    string[],
    string[],
  ];
  const { information } = wordFrequencies(counts);
  const all = (words: readonly string[]) =>
    [...new Set(words)].reduce((sum, word) => sum + information(hashOfWord(word)), 0);
  const both = (plainBm25(p, q, k1, b) + plainBm25(q, p, k1, b)) / 2;
  return both / Math.sqrt(100 * Math.sqrt(all(p) * all(q)));
}

it('is BM25 of each text for the other, in both directions alike', () => {
  fc.assert(
    fc.property(
      text,
      text,
      fc.constantFrom(0, 1.2, 2),
      fc.constantFrom(0, 0.75, 1),
      (mine, theirs, k1, b) => {
        const term = readyTerm(definition, termOf({ k1, b }), 0, counts);
        const there = term.read(personOf(mine), personOf(theirs));
        expect(term.read(personOf(theirs), personOf(mine))).toEqual(there);
        if (there.state === 'missing') return;
        expect(there.points).toBeCloseTo(plainX(mine, theirs, k1, b), 5);
      },
    ),
  );
});

it('gives words of the workspace that everybody uses no weight, and rare ones much', () => {
  const read = (mine: string, theirs: string, words?: WordCounts) =>
    readyTerm(definition, termOf({}), 0, words).read(personOf(mine), personOf(theirs)).points;
  const [common, rare] = ['erfahrung haccp', 'erfahrung welding'];
  expect(read(common, rare, counts)).toBeLessThan(0.5 * read(common, rare));
  expect(read('pastry haccp', 'pastry welding', counts)).toBeGreaterThan(read(common, rare, counts));
});

it('counts the words of at least two people, and nothing of a single one', () => {
  const people = ['Pastry and HACCP', 'pastry, pastry, welding', 'Kubernetes', ''].map((about) => ({
    fields: { about },
  }));
  const counted = countTexts(definition, people);
  expect(counted).toMatchObject({ texts: 3, words: 7, counts: Uint32Array.of(hashOfWord('pastry'), 2) });
  expect(countTexts(definition, people.toReversed()).version).toBe(counted.version);
  expect(countTexts(definition, people.slice(0, 1)).counts).toHaveLength(0);
});
