import { describe, expect, it } from 'vitest';
import type { FieldValue } from '../../../domains/field.ts';
import type { Person } from '../scoring/person.ts';
import { pairTokenizer } from './pair-tokenizer.ts';
import {
  ANSWER,
  BOTH,
  type PairVocabulary,
  RATED,
  RATER,
  roleOf,
  SENTENCE,
  tokenIds,
} from './pair-vocabulary.ts';

const vocabulary: PairVocabulary = {
  fields: [
    { kind: 'values', name: 'pets', values: ['cat', 'dog'] },
    { kind: 'number', name: 'age', knots: [20, 30, 50] },
    { kind: 'distance', name: 'city', knots: [0, 100, 1000] },
  ],
  sentenceDimension: 2,
};
const { values, comparisons, count } = tokenIds(vocabulary);
const tokenizer = pairTokenizer(vocabulary);

function person(
  given: Readonly<Record<string, FieldValue>>,
  lat?: number,
  sentences: readonly Float32Array[] = [],
): Person {
  return {
    value: (name) => given[name],
    has: (name) => name in given,
    place: () => (lat === undefined ? undefined : { key: 'p', lat, lon: 0 }),
    text: () => undefined,
    sentences: sentences.map((vector) => ({ text: '', vector })),
    updatedAtMs: 0,
  };
}

/** Tokens of one pair in a batch: low, high, share, role. */
function tokensOf(rater: Person, rated: Person) {
  const { low, high, share, role, counts } = tokenizer.batch([
    [tokenizer.person(rater), tokenizer.person(rated)],
  ]);
  expect([...counts!.values]).not.toContain(0);
  return [...low!.values].map((id, at) => [
    Number(id),
    Number(high!.values[at]),
    Math.round(Number(share!.values[at]) * 1000) / 1000,
    Number(role!.values[at]),
  ]);
}

const whole = (id: number, field: number, side: number) => [id, id, 0, roleOf(field, side)];

describe('tokens of a pair', () => {
  it('are the answer token alone for two empty profiles', () => {
    expect(tokensOf(person({}), person({}))).toEqual([whole(ANSWER, 0, BOTH)]);
  });

  it('are values with their side, and what the two share', () => {
    const [cat, dog] = [values[0]!, values[0]! + 1];
    expect(tokensOf(person({ pets: ['cat', 'dog'] }), person({ pets: 'dog' }))).toEqual([
      whole(ANSWER, 0, BOTH),
      whole(comparisons[0]! + 1, 1, BOTH),
      whole(cat, 1, RATER),
      whole(dog, 1, RATER),
      whole(dog, 1, RATED),
    ]);
    expect(tokensOf(person({ pets: 'cat' }), person({ pets: 'dog' }))[1]).toEqual(
      whole(comparisons[0]!, 1, BOTH),
    );
  });

  it('leave out values that the vocabulary lacks, and types that it does not expect', () => {
    expect(tokensOf(person({ pets: 'owl', age: 'old' }), person({ pets: 3 }))).toHaveLength(1);
  });

  it('lie between two knots where they are numbers, and at the ends beyond them', () => {
    const own = (age: number) => tokensOf(person({ age }), person({}))[1];
    const first = values[1]!;
    expect(own(25)).toEqual([first, first + 1, 0.5, roleOf(2, RATER)]);
    expect(own(30)?.[1]).toBe(first + 1);
    expect(own(45)).toEqual([first + 1, first + 2, 0.75, roleOf(2, RATER)]);
    expect(own(5)).toEqual([first, first, 0, roleOf(2, RATER)]);
    expect(own(90)).toEqual([first + 2, first + 2, 0, roleOf(2, RATER)]);
  });

  it('encode differences with their direction, and distances', () => {
    const difference = (a: number, b: number) => tokensOf(person({ age: a }), person({ age: b }))[1]!;
    const [older, younger] = [difference(30, 40), difference(40, 30)];
    expect(older[0]! - comparisons[1]!).toBeGreaterThan(younger[0]! - comparisons[1]!);
    expect(difference(33, 33)[1]).toBe(comparisons[1]! + 3);
    const [low, high, share] = tokensOf(person({}, 0), person({}, 0.45))[1]!;
    expect([low, high]).toEqual([values[2]!, values[2]! + 1]);
    expect(share).toBeCloseTo(0.5, 2);
  });

  it('have at most 8 sentences a side, each vector once, and none of another length', () => {
    const sentences = Array.from({ length: 10 }, (_, n) => Float32Array.of(n + 1, 0));
    const me = tokenizer.person(person({}, undefined, sentences));
    const other = tokenizer.person(person({}, undefined, [Float32Array.of(1, 2, 3)]));
    const batch = tokenizer.batch([
      [me, other],
      [other, me],
    ]);
    expect([...batch.low!.values].filter((id) => id === SENTENCE)).toHaveLength(16);
    expect(batch.sentences!.shape).toEqual([9, 2]);
    expect([...batch.sentence!.values].slice(0, 3)).toEqual([0, 1, 2]);
  });

  it('stay within the table', () => {
    const all = tokensOf(person({ pets: 'dog', age: 99 }, 0), person({ pets: 'dog', age: 1 }, 40));
    expect(Math.max(...all.map(([, high]) => high!))).toBeLessThan(count);
  });
});
