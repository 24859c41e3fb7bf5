import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNormal } from '../../../numeric/random-streams.ts';
import { buildCodeTrie, type CodeTrie } from '../../../semantic-ids/trie/code-trie.ts';
import { beamSearch } from './beam-search.ts';
import type { Decoder } from './decode-step.ts';
import { pathsOf } from './item-codes.ts';
import { type NewItems, newItems, withNewItems } from './new-items.ts';
import { catalogueScorer } from './score-catalogue.ts';

interface SearchCase {
  /** The trie of the known items. */
  readonly trie: CodeTrie;
  readonly items: number;
  /** The last size may be less than the number of items with equal codes. */
  readonly decoder: Decoder;
  readonly novelItems: NewItems;
  readonly newItemLogs: (history: number) => Float64Array;
}

const WIDTH = 3;

/**
 * Catalogues with many equal codes and prefixes, of which some items are new, and decoders that are a random
 * function of their input.
 */
const searchCases = fc
  .record({
    levels: fc.integer({ min: 1, max: 4 }),
    items: fc.integer({ min: 1, max: 60 }),
    size: fc.integer({ min: 2, max: 5 }),
    lastSize: fc.integer({ min: 1, max: 4 }),
    seed: fc.nat(1e6),
    /** 0: all logits are equal, so there are only ties. */
    spread: fc.constantFrom(0, 1, 30),
    newShare: fc.constantFrom(0, 0.3, 1),
    hasContents: fc.boolean(),
  })
  .map(({ levels, items, size, lastSize, seed, spread, newShare, hasContents }): SearchCase => {
    const sizes = [...Array<number>(levels).fill(size), lastSize];
    const drawn = randomNormal(seed, 'codes', levels * items);
    const codes = Uint16Array.from(drawn, (value) => Math.floor(Math.abs(value) * 1e6) % size);
    const layout = { resolution: 'uniform', baseSize: size, sizes: sizes.slice(0, -1) } as const;
    const itemIds = Array.from({ length: items }, (_, item) => `i${item}`);
    const known = Uint8Array.from({ length: items }, (_, item) => Number((item * 7) % 10 >= 10 * newShare));
    const paths = pathsOf({ tokenizerId: 't', layout, codes, suffixes: new Uint32Array(items) }, itemIds);
    const trie = buildCodeTrie(
      paths,
      [...known.keys()].filter((item) => known[item] === 1),
    );
    const vectors = Float32Array.from(
      randomNormal(seed, 'contents', items * WIDTH),
      (value) => value * Math.sqrt(spread),
    );
    const contents = { vectors, width: WIDTH, weights: { last: 1, recent: 0.5 } };
    const novelItems = newItems(known, { share: 0.1, contents: hasContents ? contents : null });
    const step: Decoder['step'] = async (at, { histories, prefixes }) => {
      const rows = [...histories].map((history, row) => {
        const previousCodes = prefixes.map((prefix) => prefix[row]).join();
        return randomNormal(seed, `${history} ${previousCodes}`, sizes[at]!).map((value) => value * spread);
      });
      return Float32Array.from(rows.flatMap((row) => [...row]));
    };
    const newItemLogs = (history: number) =>
      novelItems.logProbabilities(Uint32Array.of(0, (3 * history) % items));
    return { trie, items, decoder: { sizes, step }, novelItems, newItemLogs };
  });

const order = (items: number) => Uint32Array.from({ length: items }, (_, item) => items - item);

/** The lists of `histories` histories. */
async function listsOf(
  { trie, items, decoder, novelItems, newItemLogs }: SearchCase,
  histories: number,
  width: number,
) {
  const beam = { width, order: order(items) };
  const found = await beamSearch(trie, decoder, histories, beam);
  return found.map((known, history) => withNewItems(known, novelItems, newItemLogs(history), beam));
}

describe('beam search', () => {
  it('lists distinct items, best first, ties by their order, as many as the beam is wide', async () => {
    await fc.assert(
      fc.asyncProperty(searchCases, fc.integer({ min: 1, max: 70 }), async (searchCase, width) => {
        const { items: I } = searchCase;
        const found = await listsOf(searchCase, 3, width);
        for (const { items, scores } of found) {
          expect(items.length).toBe(Math.min(width, I));
          expect(new Set(items).size).toBe(items.length);
          for (const [rank, item] of items.entries()) {
            expect(item).toBeLessThan(I);
            expect(scores[rank]).toBeGreaterThan(Number.NEGATIVE_INFINITY);
            if (rank === 0) continue;
            const before = scores[rank - 1]! - scores[rank]!;
            expect(before > 0 || (before === 0 && items[rank - 1]! > item)).toBe(true);
          }
        }
      }),
    );
  });

  it('finds the whole catalogue with a beam as wide, with the exact log-probabilities', async () => {
    await fc.assert(
      fc.asyncProperty(searchCases, async (searchCase) => {
        const { trie, decoder, novelItems, items: I } = searchCase;
        const [found] = await listsOf(searchCase, 1, I);
        const scores = (await catalogueScorer(trie, decoder.sizes)(decoder)).map(
          (score) => score + novelItems.logKnownShare,
        );
        for (const [at, item] of novelItems.items.entries()) scores[item] = searchCase.newItemLogs(0)[at]!;
        expect([...found!.scores].reduce((sum, score) => sum + Math.exp(score), 0)).toBeCloseTo(1, 5);
        expect([...found!.items].sort((a, b) => a - b)).toEqual([...scores.keys()]);
        for (const [rank, item] of found!.items.entries())
          expect(scores[item]).toBeCloseTo(found!.scores[rank]!, 3);
      }),
    );
  });

  it('gives a history the same list alone and among others', async () => {
    await fc.assert(
      fc.asyncProperty(searchCases, fc.integer({ min: 1, max: 20 }), async (searchCase, width) => {
        const { decoder, newItemLogs } = searchCase;
        const third: Decoder = {
          ...decoder,
          step: (at, paths) => decoder.step(at, { ...paths, histories: paths.histories.map(() => 2) }),
        };
        const [alone] = await listsOf(
          { ...searchCase, decoder: third, newItemLogs: () => newItemLogs(2) },
          1,
          width,
        );
        expect((await listsOf(searchCase, 3, width))[2]).toEqual(alone);
      }),
      { numRuns: 40 },
    );
  });

  it('finds nothing in an empty catalogue', async () => {
    const trie = buildCodeTrie({ codes: [], levels: 2, numbers: new Uint32Array() });
    const decoder: Decoder = {
      sizes: [2, 2, 2],
      step: () => Promise.reject(new Error('there is nothing to decode')),
    };
    const [found] = await beamSearch(trie, decoder, 1, { width: 5, order: new Uint32Array() });
    expect(found!.items.length).toBe(0);
  });
});
