import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { randomNormal } from '../../../../../platform/numeric/random-streams.ts';
import { historiesOfRows } from '../../../testing/snapshot-of.ts';
import { lengthShare, linkFeature, linkParts } from './blend.ts';
import type { BlendCases } from './blend-cases.ts';
import { type Blend, openBlend } from './blend-scorer.ts';
import { chooseBlend } from './choose-blend.ts';
import { fitLinks } from './fit-links.ts';
import { fitWeights, sumsOf } from './fit-weights.ts';
import { LinkSums, largestLinks } from './item-links.ts';
import { countFeature } from './recent-popularity.ts';

const { signal } = new AbortController();
const PARTS = ['network', 'ease_recent', 'popularity'] as const;
const LENGTHS = { short: 2, long: 20 };

/** Cases in which the target has a lead by each part, in the unit of the part's noise. */
function casesWith(leads: readonly number[], { count = 200, items = 30, seed = 1 } = {}): BlendCases {
  const noise = randomNormal(seed, 'cases', count * items * PARTS.length);
  return {
    parts: PARTS,
    cases: Array.from({ length: count }, (_, at) => ({
      length: 1 + (at % 30),
      canBeFound: true,
      differences: Float32Array.from(
        { length: items * PARTS.length },
        (__, n) => noise[at * items * 3 + n]! - leads[n % 3]!,
      ),
    })),
  };
}

/** The mean softmax loss, without the ridge. */
function lossOf({ cases, parts }: BlendCases, weights: readonly number[]): number {
  let sum = 0;
  for (const { differences } of cases) {
    const z = sumsOf(differences, parts.length, weights);
    sum += Math.log(1 + z.reduce((all, value) => all + Math.exp(value), 0));
  }
  return sum / cases.length;
}

describe('links', () => {
  test('keep the largest weights of a row by absolute value, and say how much that is', () => {
    const { links, keptShare } = largestLinks(2, 2, (item) =>
      item === 0 ? { items: [0, 1, 2, 3], weights: [0.1, -3, 0, 2] } : { items: [1], weights: [1] },
    );
    expect([[...links.offsets], [...links.items], [...links.weights]]).toEqual([
      [0, 2, 3],
      [1, 3, 1],
      [-3, 2, 1],
    ]);
    expect(keptShare).toBeCloseTo(14 / 14.01, 9);
  });

  it('add up as the dense matrix does, whatever was added before', () => {
    const history = fc.array(fc.nat(5), { minLength: 1, maxLength: 40 });
    const entries = fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.integer({ min: -9, max: 9 })), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(entries, fc.array(history, { minLength: 1 }), (cells, histories) => {
        const matrix = Array.from({ length: 6 }, () => new Array<number>(6).fill(0));
        for (const [row, column, weight] of cells) matrix[row]![column] = weight;
        const { links } = largestLinks(6, 6, (item) => ({
          items: [0, 1, 2, 3, 4, 5],
          weights: matrix[item]!,
        }));
        const reads = { tau: 2, items: 30 };
        const sums = new LinkSums(links, reads);
        for (const items of histories) {
          sums.add(Uint32Array.from(items));
          for (let column = 0; column < 6; column++) {
            const expected = items
              .slice(-reads.items)
              .reverse()
              .reduce((sum, item, back) => sum + Math.exp(-back / reads.tau) * matrix[item]![column]!, 0);
            expect(sums.sums[column]).toBeCloseTo(expected, 4);
          }
        }
      }),
    );
  });

  it('are fitted to histories: who follows whom, who is had together', async () => {
    const rows = Array.from({ length: 40 }, (_, person) =>
      Array.from({ length: 4 }, (__, at) => [(person + at) % 8, at] as const),
    );
    const train = historiesOfRows(9, rows);
    const context = { signal, threads: 1, maxMemoryBytes: Number.POSITIVE_INFINITY };
    const { links, keptShares, leftOut } = await fitLinks(train, ['ease', 'neighbours', 'markov'], context);
    expect([leftOut, keptShares]).toEqual([[], { ease: 1, neighbours: 1, markov: 1 }]);
    const { offsets, items, weights } = links.markov!;
    expect([...items.subarray(offsets[2], offsets[3])]).toEqual([3]);
    // 15 people went on from item 2.
    expect(weights[offsets[2]!]).toBeCloseTo(15 / 16, 6);
    for (const { offsets: ends } of Object.values(links)) expect(ends[9]).toBe(ends[8]);
    const tight = await fitLinks(train, ['ease', 'markov'], { ...context, maxMemoryBytes: 1 });
    expect(tight.leftOut).toEqual([
      { name: 'ease', reason: expect.stringMatching(/EASE needs 1 MiB for 8 items, and 0 MiB are free/) },
    ]);
    expect(Object.keys(tight.links)).toEqual(['markov']);
  });
});

describe('weights', () => {
  it('have the least loss of all that are not negative', () => {
    const cases = casesWith([0.5, 1, -0.5]);
    const { weights } = fitWeights(cases, { short: 1, long: 1 }, signal);
    const fitted = PARTS.map((name) => weights[name]?.short ?? 0);
    expect(fitted[2]).toBe(0);
    const least = lossOf(cases, fitted);
    for (const part of [0, 1])
      for (const by of [-0.1, 0.1])
        expect(
          lossOf(
            cases,
            fitted.map((w, at) => w + (at === part ? by : 0)),
          ),
        ).toBeGreaterThan(least);
    expect(lossOf(cases, [fitted[0]!, fitted[1]!, 0.1])).toBeGreaterThan(least);
  });

  it('follow the length of the history', () => {
    const [short, long] = [casesWith([2, 0, 0]), casesWith([0, 2, 0], { seed: 2 })];
    const cases = [
      ...short.cases.map((one) => ({ ...one, length: 1 })),
      ...long.cases.map((one) => ({ ...one, length: 30 })),
    ];
    const { weights } = fitWeights({ parts: PARTS, cases }, LENGTHS, signal);
    expect(weights.network!.short).toBeGreaterThan(2 * weights.network!.long);
    expect(weights.ease_recent!.long).toBeGreaterThan(2 * weights.ease_recent!.short);
    expect([1, 2, 20, 99].map((n) => lengthShare(n, LENGTHS))).toEqual([0, 0, 1, 1]);
    expect(lengthShare(Math.sqrt(40), LENGTHS)).toBeCloseTo(0.5, 9);
  });
});

describe('the chosen blend', () => {
  it('is above its best part where parts know different things, and says what each adds', () => {
    const chosen = chooseBlend(casesWith([0.8, 0.8, 0], { count: 400 }), signal)!;
    const { ndcgAt10, parts } = chosen.facts;
    expect(ndcgAt10.blendHeldOut).toBeGreaterThan(ndcgAt10.bestPart);
    const adds = Object.fromEntries(parts.map((part) => [part.name, part.adds]));
    expect(adds.network).toBeGreaterThan(0.02);
    expect(adds.ease_recent).toBeGreaterThan(0.02);
    expect(adds.popularity).toBeLessThan(0.02);
  });

  it('is the best part alone where nothing else helps, never less', () => {
    const cases = casesWith([0, 3, 0], { count: 100 });
    // The network is sure of the wrong items, so a blend could only lose.
    const wrong = cases.cases.map((one) => ({
      ...one,
      differences: one.differences.map((value, n) => (n % 3 === 0 ? 50 * value : value)),
    }));
    const { weights, facts } = chooseBlend({ ...cases, cases: wrong }, signal)!;
    const served = facts.parts.find(({ name }) => name === 'ease_recent')!;
    expect(facts.ndcgAt10.bestPart).toBe(served.ndcgAlone);
    expect(facts.ndcgAt10.network).toBeLessThan(served.ndcgAlone);
    expect(weights.weights.ease_recent!.short).toBeGreaterThan(0);
  });

  it('needs enough cases', () => {
    expect(chooseBlend(casesWith([1, 1, 1], { count: 49 }), signal)).toBeNull();
  });
});

test('blended scores are those of the formula, for all items and for some', () => {
  const { links: ease } = largestLinks(3, 3, (item) => ({ items: [(item + 1) % 3], weights: [0.5] }));
  const blend: Blend = {
    weights: {
      lengths: LENGTHS,
      weights: {
        network: { short: 2, long: 2 },
        ease_recent: { short: 1, long: 1 },
        popularity: { short: 0.1, long: 0.1 },
        recent_popularity: { short: 0.5, long: 0.5 },
      },
    },
    links: { ease },
    recentCounts: Float32Array.of(0, 4, 0.5),
  };
  const popularity = Float32Array.of(3, 2, 1);
  const recent = countFeature(blend.recentCounts!);
  const scorer = openBlend(blend, popularity);
  const network = Float32Array.of(1, -1, 0.25);
  for (const history of [[0], [1, 0], [2]]) {
    const sums = new LinkSums(ease, linkParts.ease_recent.reads);
    sums.add(Uint32Array.from(history));
    const expected = Array.from(network, (score, item) => {
      const counted = 0.1 * popularity[item]! + 0.5 * recent[item]!;
      return Math.fround(2 * score + linkFeature('ease_recent', sums.sums[item]!) + counted);
    });
    const read = Uint32Array.from(history);
    const scored = (wanted: Uint32Array | null, items: readonly number[]) => {
      const reading = scorer.read(read, wanted);
      return items.map((item) => reading.scoreOf(item, network[item]!));
    };
    const all = scored(null, [0, 1, 2]);
    for (const [item, score] of expected.entries()) expect(all[item]).toBeCloseTo(score, 5);
    expect(scored(Uint32Array.of(2, 0), [2, 0])).toEqual([all[2], all[0]]);
  }
});
