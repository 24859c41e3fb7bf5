import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNormal } from '../../../../platform/numeric/random-streams.ts';
import { buildCodeTrie, type CodeTrie } from '../../../semantic-ids/trie/code-trie.ts';
import { beamSearch } from './beam-search.ts';
import { catalogueScorer } from './catalogue-scorer.ts';
import type { Decoder } from './decoder.ts';
import { pathsOf } from './item-codes.ts';
import { type NewItemLinks, type NewItems, newItems, noLinks, withNewItems } from './new-items.ts';

interface SearchCase {
  /** The trie of the known items. */
  readonly trie: CodeTrie;
  readonly items: number;
  /** The last size may be less than the number of items with equal codes. */
  readonly decoder: Decoder;
  readonly fresh: NewItems;
}

const NEIGHBOURS = 3;

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
  })
  .map(({ levels, items, size, lastSize, seed, spread, newShare }): SearchCase => {
    const sizes = [...Array<number>(levels).fill(size), lastSize];
    const drawn = randomNormal(seed, 'codes', levels * items);
    const codes = Uint16Array.from(drawn, (value) => Math.floor(Math.abs(value) * 1e6) % size);
    const layout = { resolution: 'uniform', baseSize: size, sizes: sizes.slice(0, -1) } as const;
    const itemIds = Array.from({ length: items }, (_, item) => `i${item}`);
    const known = Uint8Array.from({ length: items }, (_, item) => Number((item * 7) % 10 >= 10 * newShare));
    const paths = pathsOf({ tokenizerId: 't', layout, codes, suffixes: new Uint32Array(items) }, itemIds);
    const knownItems = [...known.keys()].filter((item) => known[item] === 1);
    const trie = buildCodeTrie(paths, knownItems);
    const fresh = newItems(known, linksOf(knownItems, items - knownItems.length, seed));
    const step: Decoder['step'] = async (at, { histories, prefixes }) => {
      const rows = [...histories].map((history, row) => {
        const previousCodes = prefixes.map((prefix) => prefix[row]).join();
        return randomNormal(seed, `${history} ${previousCodes}`, sizes[at]!).map((value) => value * spread);
      });
      return Float32Array.from(rows.flatMap((row) => [...row]));
    };
    return { trie, items, decoder: { sizes, step }, fresh };
  });

/** Each new item has random neighbours with random transfers. */
function linksOf(known: readonly number[], N: number, seed: number): NewItemLinks {
  const M = Math.min(NEIGHBOURS, known.length);
  if (M === 0) return noLinks;
  const drawn = randomNormal(seed, 'links', N * M);
  return {
    neighbourCount: M,
    neighbours: Uint32Array.from(
      drawn,
      (value, link) => known[(Math.floor(Math.abs(value) * 1e6) + link) % known.length]!,
    ),
    transfers: Float32Array.from(drawn, (value) => 0.01 + Math.abs(value)),
  };
}

const order = (items: number) => Uint32Array.from({ length: items }, (_, item) => items - item);

/** The lists of `histories` histories. */
async function listsOf({ trie, items, decoder, fresh }: SearchCase, histories: number, width: number) {
  const beam = { width, order: order(items) };
  const found = await beamSearch(trie, decoder, histories, beam);
  return found.map((known) => withNewItems(known, fresh, beam));
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
        const { trie, decoder, fresh, items: I } = searchCase;
        const [found] = await listsOf(searchCase, 1, I);
        const byDecoder = await catalogueScorer(trie, decoder.sizes)(decoder);
        const shared = fresh.shared(
          trie.items,
          Array.from(trie.items, (item) => byDecoder[item]!),
        );
        const scores = new Float64Array(I);
        for (const [at, item] of trie.items.entries()) scores[item] = shared.known[at]!;
        for (const [at, item] of fresh.items.entries()) scores[item] = shared.fresh[at]!;
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
        const { decoder } = searchCase;
        const third: Decoder = {
          ...decoder,
          step: (at, paths) => decoder.step(at, { ...paths, histories: paths.histories.map(() => 2) }),
        };
        const [alone] = await listsOf({ ...searchCase, decoder: third }, 1, width);
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
