/** The short version of `npm run eval -- gate`. */
import { expect, it } from 'vitest';
import { decideDeployment } from '../../src/matching/learn/evaluate/deployment-gate.ts';
import { HELD_OUT_SHARE } from '../../src/matching/learn/evaluate/split-outcomes.ts';
import { headsWithGain } from './heads-with-gain.ts';
import { type Heads, type Shape, simulateHeads } from './simulate-heads.ts';

const gains = headsWithGain();
const shapes: readonly Shape[] = [
  { name: '40 × 25', each: new Array<number>(40).fill(25), candidates: 100 },
  { name: '20 × 50', each: new Array<number>(20).fill(50), candidates: 200 },
  {
    name: 'heavy',
    each: Array.from({ length: 100 }, (_, n) => Math.max(1, Math.round(190 / (n + 1)))),
    candidates: 300,
  },
];

/** Deployments among 40 runs in each shape, by the prior's place and a trained head's. */
function deployed(heads: Heads, shuffled = false): number {
  const verdicts = shapes.flatMap((shape, at) =>
    Array.from({ length: 40 }, (_, run) => {
      const { prior, ...scored } = simulateHeads(shape, heads, {
        share: HELD_OUT_SHARE,
        seed: 5000 * at + run,
        shuffled,
      });
      return [scored.serving, prior].map((known, n) =>
        decideDeployment({ ...scored, prior: known, servingIsPrior: n === 0 }),
      );
    }),
  );
  const all = verdicts.flat();
  for (const { deploy, reason, aucGain } of all) {
    // The words agree with the decision.
    if (reason.includes('may be chance')) expect(aucGain.low).toBeLessThanOrEqual(0);
    if (reason.includes('may rank worse')) expect(aucGain.low).toBeLessThan(0);
    expect(reason.includes('stays')).toBe(!deploy);
  }
  return all.filter(({ deploy }) => deploy).length / all.length;
}

it('refuses heads of shuffled labels, and worse ones', () => {
  expect(deployed(gains.meaningless(0.15), true)).toBeLessThan(0.03);
  expect(deployed(gains.meaningless(0.7), true)).toBeLessThan(0.03);
  expect(deployed(gains.forgot(0.05))).toBeLessThan(0.03);
  expect(deployed(gains.other(-0.05))).toBeLessThan(0.03);
});

it('deploys better heads from 1,000 outcomes, few and heavy seekers included', () => {
  expect(deployed(gains.learnt(0.1))).toBeGreaterThan(0.97);
  expect(deployed(gains.learnt(0.05))).toBeGreaterThan(0.85);
});
