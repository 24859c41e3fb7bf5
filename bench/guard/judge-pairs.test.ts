import { expect, it } from 'vitest';
import type { RunningServer } from '../world/running-server.ts';
import { judgePairs } from './judge-pairs.ts';
import { measurePairs, type PairSettings, type Side } from './measure-pairs.ts';

const pairs = (...ratios: readonly number[]) =>
  ratios.map((ratio) => ({ first: 'parent' as const, parent: 8, own: 8 * ratio }));

it.each([
  ['nothing changed', [1, 1.02, 0.98, 1.01, 0.99, 1, 1.03, 0.97, 1], false],
  ['a growth by a fifth', [1.2, 1.21, 1.19, 1.2, 1.2, 1.22, 1.18, 1.2, 1.2], false],
  ['a growth by a third', [1.33, 1.3, 1.35, 1.34, 1.31, 1.33, 1.36, 1.29, 1.33], true],
  ['pairs that disagree', [1.3, 0.9, 1.4, 0.95, 1.35, 1, 1.3, 0.9, 1.3], false],
  ['one slow pair', [1, 1, 9, 1, 1, 1, 1, 1, 1], false],
  ['a match in half the time', [0.5, 0.5, 0.51, 0.5, 0.49, 0.5, 0.5, 0.5, 0.5], false],
])('judges %s', (_, ratios, hasGrown) => {
  expect(judgePairs(pairs(...ratios)).hasGrown).toBe(hasGrown);
});

/** Servers that use `ms` of processor time a match, and the matches and starts that they saw. */
function fakeServers(ms: Readonly<Record<Side, number>>) {
  const seen: string[] = [];
  const start = async (side: Side) => {
    let used = 0;
    seen.push(`start ${side}`);
    const stop = async () => void seen.push(`stop ${side}`);
    const call = async (_method: string, _path: string, { user_id }: { readonly user_id: string }) => {
      used += ms[side] / 1000;
      seen.push(`${side} ${user_id}`);
      return { status: 200, body: {}, ms: 1 };
    };
    const server = {
      call,
      firstMatchMs: async () => 1,
      processorSeconds: () => used,
      [Symbol.asyncDispose]: stop,
    };
    return server as unknown as RunningServer;
  };
  return { start, seen };
}
const settings: PairSettings = {
  rounds: 2,
  pairsARound: 2,
  matches: 3,
  warmUp: 1,
  rows: 1000,
  deadline: Number.POSITIVE_INFINITY,
};

it('measures both servers with the same matches, in alternating order', async () => {
  const { start, seen } = fakeServers({ parent: 8, own: 10 });
  const measured = await measurePairs(start, settings);
  expect(measured.map(({ first }) => first)).toEqual(['parent', 'own', 'parent', 'own']);
  for (const { parent, own } of measured) {
    expect(parent).toBeCloseTo(8);
    expect(own).toBeCloseTo(10);
  }
  const matchesOf = (side: Side) =>
    seen.filter((line) => line.startsWith(`${side} `)).map((line) => line.split(' ')[1]);
  expect(matchesOf('own')).toEqual(matchesOf('parent'));
  expect(matchesOf('own')).toHaveLength(2 * (1 + 2 * 3));
  expect(new Set(matchesOf('own')).size).toBeGreaterThan(10);
  expect(seen.filter((line) => line.startsWith('st'))).toHaveLength(8);
});

it('begins no pair after the deadline', async () => {
  const { start, seen } = fakeServers({ parent: 8, own: 8 });
  expect(await measurePairs(start, { ...settings, deadline: 0 })).toEqual([]);
  expect(seen).toEqual([]);
});
