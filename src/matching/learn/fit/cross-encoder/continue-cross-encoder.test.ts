import { describe, expect, it } from 'vitest';
import { readParameters } from '../../../../engines/tensor/inference/read-parameters.ts';
import type { PairVocabulary } from '../../../ranking/cross-encoder/pair-vocabulary.ts';
import { roleOf, tokenIds } from '../../../ranking/cross-encoder/pair-vocabulary.ts';
import { randomCrossEncoder } from '../../../ranking/cross-encoder/testing/random-cross-encoder.ts';
import { continuationOf } from './continue-cross-encoder.ts';

const WIDTH = 32;
const before: PairVocabulary = {
  fields: [
    { kind: 'values', name: 'pet', values: ['cat', 'dog', 'snake'] },
    { kind: 'number', name: 'age', knots: [20, 30, 50] },
    { kind: 'distance', name: 'city', knots: [0, 100] },
  ],
  sentenceDimension: 4,
};
/** `snake` has become rare, `bird` and `height` are new, and ages have moved. */
const fresh: PairVocabulary = {
  fields: [
    { kind: 'number', name: 'age', knots: [25, 35, 45, 55] },
    { kind: 'values', name: 'pet', values: ['bird', 'cat', 'dog'] },
    { kind: 'number', name: 'height', knots: [150, 200] },
    { kind: 'distance', name: 'city', knots: [0, 100] },
  ],
  sentenceDimension: 4,
};
const encoder = randomCrossEncoder(before, 3);
const valuesOf = (model: Uint8Array) =>
  new Map([...readParameters(model)].map(([name, { values }]) => [name, values]));

describe('a continued cross encoder', () => {
  const continuation = continuationOf(encoder, fresh)!;
  const { vocabulary } = continuation;

  it('keeps known fields, values and knots in their order, and appends what is new', () => {
    expect(vocabulary.fields).toEqual([
      { kind: 'values', name: 'pet', values: ['cat', 'dog', 'bird'] },
      { kind: 'number', name: 'age', knots: [20, 30, 50] },
      { kind: 'distance', name: 'city', knots: [0, 100] },
      { kind: 'number', name: 'height', knots: [150, 200] },
    ]);
    const added = 1 + 2 + 7;
    expect(continuation.tokens).toBe(tokenIds(vocabulary).count);
    expect(continuation.knownTokens).toBe(continuation.tokens - added);
  });

  it('has every known embedding and weight, and fresh values for the others', () => {
    const earlier = valuesOf(encoder.model);
    const initial = valuesOf(randomCrossEncoder(vocabulary, 8).model);
    const start = continuation.from(encoder.model)(initial);
    const row = (values: ReadonlyMap<string, Float32Array>, name: string, at: number) =>
      values.get(name)!.subarray(at * WIDTH, (at + 1) * WIDTH);
    const [old, now] = [tokenIds(before), tokenIds(vocabulary)];
    const same = [
      [1, 1],
      [old.values[0]! + 1, now.values[0]! + 1],
      [old.comparisons[0]!, now.comparisons[0]!],
      [old.values[1]! + 2, now.values[1]! + 2],
      [old.comparisons[1]! + 6, now.comparisons[1]! + 6],
      [old.values[2]! + 1, now.values[2]! + 1],
    ] as const;
    for (const [a, b] of same) expect(row(start, 'tokens', b)).toEqual(row(earlier, 'tokens', a));
    const bird = now.values[0]! + 2;
    expect(row(start, 'tokens', bird)).toEqual(row(initial, 'tokens', bird));
    expect(row(start, 'roles', roleOf(3, 2))).toEqual(row(earlier, 'roles', roleOf(3, 2)));
    expect(row(start, 'roles', roleOf(4, 0))).toEqual(row(initial, 'roles', roleOf(4, 0)));
    for (const name of ['block1/q', 'sentences/projection', 'answer/weight'])
      expect(start.get(name)).toEqual(earlier.get(name));
    expect(start.size).toBe(initial.size);
  });

  it('begins anew where the shape differs', () => {
    expect(continuationOf(encoder, { ...fresh, sentenceDimension: 8 })).toBeNull();
    expect(continuationOf(encoder, { ...fresh, sentenceDimension: 0 })).not.toBeNull();
    const silent = randomCrossEncoder({ ...before, sentenceDimension: 0 });
    expect(continuationOf(silent, fresh)).not.toBeNull();
  });
});
