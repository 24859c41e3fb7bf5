import { describe, expect, it } from 'vitest';
import { chooseSettings } from '../choose-settings.ts';
import type { TokenizerDiagnostics } from '../diagnose-tokenizer.ts';
import { codeUse } from './code-use.ts';
import { describeTokenizer } from './describe-tokenizer.ts';
import { neighbourOverlap, trueNeighbours } from './neighbour-overlap.ts';

const good: TokenizerDiagnostics = {
  items: 12_000,
  codebook_sizes: [2048, 256],
  utilization: [0.31, 1],
  distinct_codes: 11_900,
  collision_rate: 100 / 12_000,
  collision_rate_floor: 20 / 12_000,
  colliding_items: 200,
  largest_group: 3,
  prefix_sharing: [0.9, 0.02],
  reconstruction_error: [0.4, 0.2],
  neighbour_overlap: [0.13, 0.45],
  neighbour_overlap_sample: 100,
};

describe('the use of codes', () => {
  it('counts codes, prefixes and groups', () => {
    expect(codeUse(Uint16Array.of(0, 0, 0, 1, 0, 1, 2, 3), [4, 4])).toEqual({
      utilization: [0.5, 0.75],
      prefixSharing: [0.75, 0.5],
      distinctCodes: 3,
      largestGroup: 2,
    });
  });
});

describe('neighbour overlap', () => {
  const circle = Float32Array.from({ length: 80 }, (_, at) =>
    at % 2 === 0 ? Math.cos(at / 20) : Math.sin((at - 1) / 20),
  );
  const queries = Int32Array.of(0, 13, 39);

  it('is 1 for exact vectors, and at chance level for equal ones', () => {
    const truth = trueNeighbours(circle, 2, queries);
    expect(neighbourOverlap(circle, 2, queries, truth)).toBe(1);
    // 39 others are equally near, ten of them right.
    expect(
      neighbourOverlap(
        circle.map(() => 1),
        2,
        queries,
        truth,
      ),
    ).toBeCloseTo(10 / 39, 12);
  });
});

describe('the description', () => {
  it('states the quality of the codes, and what to change', () => {
    expect(describeTokenizer(good)).toBe(
      '12,000 items have 11,900 different IDs of 2,048 × 256 codes; 100 (0.83 %) need a suffix, 20 of them because their ' +
        'content is equal; at most 3 share one ID. In use, level by level: 31 %, 100 % of the codes; 90 % of the items share ' +
        "the first code with another. The codes keep 45 % of an item's ten nearest neighbours, the first code alone 13 %, and " +
        "leave 20 % of the vectors' variance unsaid. Level 1 uses 31 % of 2,048: choose 1,024.",
    );
  });

  it.each([
    [{ collision_rate: 0.05 }, 'add a level (3 instead of 2)'],
    [
      { collision_rate: 0.06, collision_rate_floor: 0.055 },
      '5.5 % of the items have content that another has too',
    ],
    [{ items: 3000 }, 'The first level has 2,048 codes for 3,000 items: choose about 256.'],
  ])('%o: %s', (changed, said) => {
    expect(describeTokenizer({ ...good, utilization: [1, 1], ...changed })).toContain(said);
  });
});

describe('settings for a catalogue', () => {
  it('have a first level that grows with the catalogue, within bounds, and reasons', () => {
    const bases = [1, 300, 12_101, 1_000_000].map((items) =>
      chooseSettings({ items, hasInteractions: false }),
    );
    expect(bases.map(({ layout }) => layout.sizes)).toEqual([
      [16, 8, 4, 2],
      [16, 8, 4, 2],
      [1024, 512, 256, 128],
      [8192, 4096, 2048, 1024],
    ]);
    expect(chooseSettings({ items: 300, hasInteractions: true }).reasons).toHaveLength(3);
  });
});
