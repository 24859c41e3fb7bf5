import { expect, it } from 'vitest';
import { pairTokenizer } from '../../../ranking/cross-encoder/pair-tokenizer.ts';
import { fitPeople } from '../fit-people.ts';
import { meeting, twoSidedWorld } from '../testing/two-sided-world.ts';
import { continuationOf } from './continue-cross-encoder.ts';
import { pairVocabularyOf } from './pair-vocabulary-of.ts';
import { predictUnseen, thirdsOf } from './predict-unseen.ts';
import type { CrossEncoderProblem } from './train-cross-encoder.ts';

const { set } = twoSidedWorld({ people: 80, pairs: 400, seed: 3, moods: 3 });
const { people, seekers, candidates, labels } = set.outcomes;
const N = labels.length;
const all = Uint32Array.from({ length: N }, (_, n) => n);
/** Mirrors are adjacent rows; an earlier run knew one direction of every pair alone. */
const earlier = all.filter((n) => n % 2 === 0);
const { persons } = fitPeople(set);
const vocabulary = pairVocabularyOf(meeting, persons);

function problemOf(given: Uint8Array): CrossEncoderProblem {
  return {
    raters: seekers,
    rated: candidates,
    labels: given,
    weights: new Float64Array(N).fill(1),
    offsets: new Float64Array(N),
    shrinkFactors: new Float64Array(N).fill(1),
    vocabulary,
    tokens: persons.map(pairTokenizer(vocabulary).person),
    seed: 1,
  };
}

/** Two runs, of which the second continues from the first. */
async function twoRuns(given: Uint8Array) {
  const problem = problemOf(given);
  const scratch = [null, null, null];
  const first = await predictUnseen(problem, earlier, people, scratch);
  const { from } = continuationOf({ vocabulary, model: first.networks[0]! }, vocabulary)!;
  const starts = [from(first.networks[0]!), null, null];
  return { first, second: await predictUnseen(problem, all, people, starts) };
}

it('never learns from the rows that it predicts nor from their mirrors, over a sequence of runs', async () => {
  const { first, second } = await twoRuns(labels);
  const thirds = thirdsOf(people);
  const isOut = (n: number) => thirds[seekers[n]!] === 0 || thirds[candidates[n]!] === 0;
  expect(all.filter(isOut).length).toBeGreaterThan(N / 4);
  const flipped = await twoRuns(labels.map((label, n) => (isOut(n) ? 1 - label : label)));
  const isSame = (a: typeof first, b: typeof first) => Buffer.compare(a.networks[0]!, b.networks[0]!) === 0;
  expect(isSame(flipped.first, first)).toBe(true);
  expect(isSame(flipped.second, second)).toBe(true);
  // A continued network is another one than that from scratch, so the comparison above says something.
  const scratch = await predictUnseen(problemOf(labels), all, people, [null, null, null]);
  expect(isSame(second, scratch)).toBe(false);
}, 120_000);

it('gives a person the same third in every run', () => {
  expect(thirdsOf(people.toReversed())).toEqual(thirdsOf(people).toReversed());
  expect(new Set(thirdsOf(people))).toEqual(new Set([0, 1, 2]));
});
