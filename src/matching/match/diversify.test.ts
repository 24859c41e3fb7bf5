import { describe, expect, it } from 'vitest';
import { changeSequence } from '../../contract/brands.ts';
import {
  definitionOf,
  firstSequence,
  storedProfile,
} from '../../platform/storage/testing/random-profiles.ts';
import { ReferenceIndex } from '../index/reference/reference-index.ts';
import { diversify } from './diversify.ts';

const definition = definitionOf([{ name: 'age', kind: 'hard', type: 'integer' }]);
const vectors: Record<string, number[] | null> = {
  a: [1, 0, 0, 0, 0, 0],
  'a twin': [1, 0.01, 0, 0, 0, 0],
  b: [0, 1, 0, 0, 0, 0],
  silent: null,
};

function ranked(scores: Record<string, number>) {
  const index = new ReferenceIndex(definition, firstSequence);
  const people = Object.keys(scores).map((userId) => {
    const vector = vectors[userId] === null ? null : Float32Array.from(vectors[userId]!);
    return storedProfile(definition, {
      userId,
      values: {},
      places: {},
      preferences: [],
      blocks: [],
      complete: true,
      vector,
    });
  });
  index.apply({ upserts: people, deletes: [], sequence: changeSequence(1) });
  const candidates = Object.entries(scores).map(([userId, score], position) => {
    return { userId, score, order: score, position, row: index.rowOf(userId)! };
  });
  return { candidates, context: { index, encoderId: 'test@1#00000000' } };
}

const order = (diversity: number, limit = 10) => {
  const { candidates, context } = ranked({ a: 0.9, 'a twin': 0.89, b: 0.6, silent: 0.5 });
  return diversify(candidates, diversity, limit, context).map(({ userId }) => userId);
};

describe('diversity', () => {
  it('keeps the order of scores if it is close to 0', () => {
    expect(order(0.001)).toEqual(['a', 'a twin', 'b', 'silent']);
  });

  it('ranks a candidate lower that is similar to a better one', () => {
    expect(order(0.4)).toEqual(['a', 'b', 'silent', 'a twin']);
    expect(order(0.4, 2), 'which changes the first two').toEqual(['a', 'b']);
  });

  it('begins with the best score at any diversity', () => {
    expect(order(1)[0]).toBe('a');
    expect(order(1).at(-1)).toBe('a twin');
  });

  it('does not change scores', () => {
    const { candidates, context } = ranked({ a: 0.9, 'a twin': 0.89, b: 0.6 });
    const shown = diversify(candidates, 0.5, 3, context);
    expect(shown.toSorted((x, y) => x.position - y.position)).toEqual(candidates);
  });
});
