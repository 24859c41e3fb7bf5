import { expect, test } from 'vitest';
import type { ShownPair } from '../../../platform/storage/learning-store.ts';
import { seenCandidates } from './seen-candidates.ts';

/** An answer with these candidates from the top; `confirmed` are upper case. */
const answer = (candidates: string): readonly ShownPair[] =>
  [...candidates].map((letter, position) => ({
    matchId: 'match_1',
    seekerId: 'ana',
    candidateId: letter.toLowerCase(),
    position,
    atMs: 1000,
    propensity: null,
    confirmed: letter !== letter.toLowerCase(),
  }));
const seen = (candidates: string, decided: string) =>
  seenCandidates(answer(candidates), new Set(decided))
    .map(({ candidateId }) => candidateId)
    .join('');

test.each([
  ['an answer alone shows nothing', 'abcde', '', ''],
  ['decisions show what stands down to the lowest of them', 'abcde', 'ac', 'abc'],
  ['a decision on the last shows all', 'abcde', 'e', 'abcde'],
  ['a decision on an erased person shows nothing', 'abcde', 'x', ''],
  ['confirmed candidates are seen without a decision', 'aBcDe', '', 'bd'],
  ['where something was confirmed, decisions show no more', 'aBcde', 'd', 'b'],
  ['a whole answer is seen', 'ABCDE', 'b', 'abcde'],
])('%s', (_, candidates, decided, expected) => {
  expect(seen(candidates, decided)).toBe(expected);
});

test('erased candidates keep the positions of the others', () => {
  const left = answer('abcde').filter(({ candidateId }) => candidateId !== 'b');
  expect(seenCandidates(left, new Set('c')).map(({ candidateId }) => candidateId)).toEqual(['a', 'c']);
});
