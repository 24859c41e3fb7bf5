import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { randomNormal, randomUniform } from '../../../../../platform/numeric/random-streams.ts';
import { mean } from '../../../../../platform/numeric/statistics.ts';
import { historiesOfRows } from '../../../testing/snapshot-of.ts';
import { lengthShare, linkFeature, linkParts, type PartName } from './blend.ts';
import type { BlendCase, BlendCases } from './blend-cases.ts';
import { type Blend, openBlend } from './blend-scorer.ts';
import { calibrated } from './calibrate-blend.ts';
import { chooseBlend } from './choose-blend.ts';
import { fitLinks } from './fit-links.ts';
import { fitWeights, sumsOf } from './fit-weights.ts';
import { LinkSums, largestLinks } from './item-links.ts';
import { countFeature } from './recent-popularity.ts';

const { signal } = new AbortController();
const PARTS = ['network', 'ease_recent', 'popularity'] as const;
const LENGTHS = { short: 2, long: 20 };

/** Cases in which the target has a lead by each part, in the unit of the part's noise. `scales`: of the scores. */
function casesWith(
  leads: readonly number[],
  { count = 200, items = 30, seed = 1, scales = [1, 1, 1] } = {},
): BlendCases {
  const noise = randomNormal(seed, 'cases', count * items * PARTS.length);
  return {
    parts: PARTS,
    cases: Array.from({ length: count }, (_, at) =>
      caseOf(
        at,
        Float32Array.from(
          { length: items * PARTS.length },
          (__, n) => scales[n % 3]! * (noise[at * items * 3 + n]! - leads[n % 3]!),
        ),
      ),
    ),
  };
}

function caseOf(at: number, differences: Float32Array): BlendCase {
  const C = differences.length / PARTS.length;
  return {
    basket: at,
    length: 1 + (at % 30),
    target: 1000,
    ofTarget: Float32Array.of(0, 0, 0),
    items: Uint32Array.from({ length: C }, (_, item) => (7 * at + item) % 1000),
    differences,
    drawn: 0,
    drawnWeight: 0,
    canBeFound: true,
  };
}

/** The same cases, `size` of them a basket. */
function inBasketsOf(size: number, { parts, cases }: BlendCases): BlendCases {
  return { parts, cases: cases.map((one, at) => ({ ...one, basket: Math.floor(at / size) })) };
}

/** Cases whose target is drawn by the softmax of features times weights. */
function casesDrawnBy(weights: readonly number[], { count = 500, items = 40, seed = 1 } = {}): BlendCases {
  const P = PARTS.length;
  const noise = randomNormal(seed, 'features', count * items * P);
  const draws = randomUniform(seed, 'targets', count);
  return {
    parts: PARTS,
    cases: Array.from({ length: count }, (_, at) => {
      const features = Float32Array.from(noise.subarray(at * items * P, (at + 1) * items * P));
      const odds = sumsOf(features, P, weights).map(Math.exp);
      const total = odds.reduce((sum, value) => sum + value, 0);
      let [target, left] = [0, draws[at]! * total - odds[0]!];
      while (left > 0 && target < items - 1) left -= odds[++target]!;
      const ofTarget = features.slice(target * P, (target + 1) * P);
      const others = features.filter((__, n) => Math.floor(n / P) !== target);
      return {
        ...caseOf(
          at,
          others.map((value, n) => value - ofTarget[n % P]!),
        ),
        ofTarget,
      };
    }),
  };
}

const prior = (cases: number) => ({ alone: [1, 1, 1], shares: [1, 1, 1], cases: [cases, cases, cases] });

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

  it('say how often the history has an item, and of equal numbers the latest', async () => {
    const context = { signal, threads: 1, maxMemoryBytes: Number.POSITIVE_INFINITY };
    const { links } = await fitLinks(historiesOfRows(4, []), ['own'], context);
    const sums = new LinkSums(links.own!, linkParts.own_frequency.reads);
    sums.add(Uint32Array.of(1, 0, 1, 2));
    const order = [0, 1, 2, 3].toSorted((a, b) => sums.sums[b]! - sums.sums[a]!);
    expect([order, sums.sums[3]]).toEqual([[1, 2, 0, 3], 0]);
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
  it('are those that the targets were drawn by, and not negative', () => {
    const cases = casesDrawnBy([1, 2, -0.5], { count: 1000 });
    const { weights } = fitWeights(cases, { short: 1, long: 1 }, prior(1e-3), signal);
    expect(weights.network!.short).toBeCloseTo(1, 0);
    expect(weights.ease_recent!.short).toBeCloseTo(2, 0);
    expect(weights.popularity?.short ?? 0).toBe(0);
  });

  it('are found although half of the targets are drawn evenly', () => {
    const drawn = casesDrawnBy([1, 2, 0], { count: 600 });
    const even = casesDrawnBy([0, 0, 0], { count: 600, seed: 2 });
    const both = { ...drawn, cases: [...drawn.cases, ...even.cases] };
    const { weights } = fitWeights(both, { short: 1, long: 1 }, prior(1e-3), signal);
    expect(weights.ease_recent!.short).toBeGreaterThan(1.5);
  });

  it('stay with the prior as long as there are few cases', () => {
    const cases = casesDrawnBy([0, 3, 0], { count: 10 });
    const { weights } = fitWeights(cases, { short: 1, long: 1 }, prior(500), signal);
    for (const name of PARTS) expect(weights[name]!.short).toBeCloseTo(1, 1);
  });

  it('follow the length of the history', () => {
    const [short, long] = [casesWith([2, 0, 0]), casesWith([0, 2, 0], { seed: 2 })];
    const cases = [
      ...short.cases.map((one) => ({ ...one, length: 1 })),
      ...long.cases.map((one) => ({ ...one, length: 30 })),
    ];
    const { weights } = fitWeights({ parts: PARTS, cases }, LENGTHS, prior(1), signal);
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

  it('is hardly below the best part where nothing else helps', () => {
    const cases = casesWith([0, 2, 0], { count: 300 });
    // The network is sure of the wrong items.
    const wrong = cases.cases.map((one) => ({
      ...one,
      differences: one.differences.map((value, n) => (n % 3 === 0 ? 50 * value : value)),
    }));
    const { facts } = chooseBlend({ ...cases, cases: wrong }, signal)!;
    expect(facts.ndcgAt10.network).toBeLessThan(0.5 * facts.ndcgAt10.bestPart);
    expect(facts.ndcgAt10.blendHeldOut).toBeGreaterThan(facts.ndcgAt10.bestPart - 0.02);
  });

  it('is hardly below the best part, whatever the parts know and on whatever scale', () => {
    const three = (entry: fc.Arbitrary<number>) => fc.tuple(entry, entry, entry);
    const leads = three(fc.double({ min: 0, max: 3, noNaN: true }));
    const scales = three(fc.double({ min: 0.1, max: 10, noNaN: true }));
    const counts = fc.integer({ min: 20, max: 120 });
    fc.assert(
      fc.property(leads, scales, counts, fc.nat(), (given, units, count, seed) => {
        const { facts } = chooseBlend(casesWith(given, { count, seed, scales: units }), signal)!;
        expect(facts.ndcgAt10.blendHeldOut).toBeGreaterThan(facts.ndcgAt10.bestPart - 0.05);
      }),
      { numRuns: 20 },
    );
  });

  it('is the best variant where own items are best alone; else a variant has to be better beyond chance', () => {
    const ndcgs = Array.from({ length: 8 }, (_, seed) => {
      const { cases } = casesWith([0.3, 1, 0.2], { count: 60, seed });
      const chosenWith = (part: PartName) =>
        chooseBlend({ parts: ['network', part, 'popularity'], cases }, signal)!.facts.ndcgAt10.blendHeldOut;
      return [chosenWith('own_frequency'), chosenWith('ease_recent')] as const;
    });
    for (const [ofOwn, ofOther] of ndcgs) expect(ofOwn).toBeGreaterThanOrEqual(ofOther);
    expect(ndcgs.filter(([ofOwn, ofOther]) => ofOwn > ofOther + 0.01).length).toBeGreaterThan(0);
  });

  it('keeps a personal part where popularity explains everything', () => {
    const { cases, parts } = casesWith([0.1, 0.1, 3], { count: 300 });
    // Popularity ranks the same items for everybody; the personal parts do not.
    const shared = cases.map((one) => ({
      ...one,
      items: one.items.map((item) => (item < 500 ? item : item % 8)),
    }));
    const { weights } = chooseBlend({ parts, cases: shared }, signal)!;
    expect(weights.weights.network!.short).toBeGreaterThan(0);
    expect(weights.weights.popularity!.short).toBeGreaterThan(0);
  });

  it('needs enough cases, and of baskets enough baskets', () => {
    expect(chooseBlend(casesWith([1, 1, 1], { count: 9 }), signal)).toBeNull();
    expect(chooseBlend(inBasketsOf(5, casesWith([1, 1, 1], { count: 45 })), signal)).toBeNull();
  });

  it('is judged by whole baskets', () => {
    const { parts, cases } = inBasketsOf(2, casesWith([5, 5, 5], { count: 100 }));
    // One item of each basket is first, and the other one is not found.
    const halfFound = cases.map((one, at) => ({ ...one, canBeFound: at % 2 === 0 }));
    const { cases: judged, ndcgAt10 } = chooseBlend({ parts, cases: halfFound }, signal)!.facts;
    expect(judged).toBe(50);
    expect(ndcgAt10.blendHeldOut).toBeCloseTo(1 / (1 + 1 / Math.log2(3)), 2);
  });
});

describe('calibrated scores', () => {
  const weight = fc.double({ min: 0.5, max: 4, noNaN: true });
  const blends = fc.tuple(weight, weight, weight, fc.double({ min: 0.1, max: 10, noNaN: true }));

  it('have the scale of the odds, whatever the scale of a blend was', () => {
    fc.assert(
      fc.property(blends, fc.nat(1000), ([network, ease, popular, scale], seed) => {
        const cases = casesDrawnBy([network, ease, popular], { count: 400, seed });
        const weights = blendOf([network * scale, ease * scale, popular * scale]);
        const { weights: found } = calibrated(cases, weights);
        expect(found.network!.short / network).toBeGreaterThan(0.75);
        expect(found.network!.short / network).toBeLessThan(1.33);
        // The order stays.
        expect(found.ease_recent!.short / found.network!.short).toBeCloseTo(ease / network, 6);
      }),
      { numRuns: 25 },
    );
  });

  it('add up to 1 as odds, in the mean, so that a weight of 0.7 doubles those of an item', () => {
    fc.assert(
      fc.property(blends, ([network, ease, popular, scale]) => {
        const cases = casesDrawnBy([network, ease, popular], { count: 100 });
        const { weights, offset } = calibrated(
          cases,
          blendOf([network, ease, popular].map((w) => w * scale)),
        );
        const own = PARTS.map((name) => weights[name]!.short);
        const totals = cases.cases.map(({ differences, ofTarget }) => {
          const target = offset! + ofTarget.reduce((sum, value, part) => sum + value * own[part]!, 0);
          const others = sumsOf(differences, PARTS.length, own);
          return Math.log(others.reduce((sum, lead) => sum + Math.exp(target + lead), Math.exp(target)));
        });
        expect(totals.reduce((sum, value) => sum + value, 0) / totals.length).toBeCloseTo(0, 6);
      }),
      { numRuns: 25 },
    );
  });

  it('are hardly off where ten cases choose, because the network knows its own scale', () => {
    const spreadOf = (priorCases?: number) => {
      const logs = Array.from({ length: 30 }, (_, seed) => {
        const cases = casesDrawnBy([1, 0.5, 0], { count: 10, seed });
        const { weights } = calibrated(cases, blendOf([1, 0.5, 0]), priorCases);
        return Math.log(weights.network!.short);
      });
      const middle = mean(logs);
      return { middle, deviation: Math.sqrt(mean(logs.map((log) => (log - middle) ** 2))) };
    };
    const drawn = spreadOf();
    expect(drawn.deviation).toBeLessThan(0.5 * spreadOf(0).deviation);
    expect(Math.abs(drawn.middle)).toBeLessThan(0.15);
  });

  function blendOf(weights: readonly number[]) {
    const both = PARTS.map((name, part) => [name, { short: weights[part]!, long: weights[part]! }] as const);
    return { lengths: LENGTHS, weights: Object.fromEntries(both) };
  }
});

test('blended scores are those of the formula, for all items and for some', () => {
  const { links: ease } = largestLinks(3, 3, (item) => ({ items: [(item + 1) % 3], weights: [0.5] }));
  const blend: Blend = {
    weights: {
      lengths: LENGTHS,
      offset: -3,
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
      return Math.fround(2 * score + linkFeature('ease_recent', sums.sums[item]!) + counted - 3);
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
