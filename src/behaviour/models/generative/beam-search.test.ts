import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCodeTrie, type CodeTrie } from '../../../semantic-ids/trie/code-trie.ts';
import { randomNormal } from '../../../tensor/random.ts';
import { beamSearch } from './beam-search.ts';
import type { DecodeStep } from './decode-step.ts';
import { pathsOf } from './item-codes.ts';
import { catalogueScorer } from './score-catalogue.ts';

interface World {
  readonly trie: CodeTrie;
  readonly items: number;
  /** Of the decoder, by step; the last may know fewer numbers than there are. */
  readonly sizes: readonly number[];
  readonly decode: DecodeStep;
}

/** Catalogues with many equal codes and prefixes, and decoders that are any function of history and prefix. */
const worlds = fc
  .record({
    levels: fc.integer({ min: 1, max: 4 }),
    items: fc.integer({ min: 1, max: 60 }),
    size: fc.integer({ min: 2, max: 5 }),
    lastSize: fc.integer({ min: 1, max: 4 }),
    seed: fc.nat(1e6),
    /** 0: all codes alike, which makes nothing but ties. */
    spread: fc.constantFrom(0, 1, 30),
  })
  .map(({ levels, items, size, lastSize, seed, spread }): World => {
    const sizes = [...Array<number>(levels).fill(size), lastSize];
    const drawn = randomNormal(seed, 'codes', levels * items);
    const codes = Uint16Array.from(drawn, (value) => Math.floor(Math.abs(value) * 1e6) % size);
    const layout = { resolution: 'uniform', baseSize: size, sizes: sizes.slice(0, -1) } as const;
    const itemIds = Array.from({ length: items }, (_, item) => `i${item}`);
    const known = { tokenizerId: 't', layout, codes, suffixes: new Uint32Array(items) };
    return {
      trie: buildCodeTrie(pathsOf(known, itemIds)),
      items,
      sizes,
      decode: async (step, { histories, prefixes }) => {
        const rows = [...histories].map((history, row) => {
          const said = prefixes.map((prefix) => prefix[row]).join();
          return randomNormal(seed, `${history} ${said}`, sizes[step]!).map((value) => value * spread);
        });
        return Float32Array.from(rows.flatMap((row) => [...row]));
      },
    };
  });

const order = (items: number) => Uint32Array.from({ length: items }, (_, item) => items - item);

describe('beam search', () => {
  it('lists items alone, each once, best first, ties by their order, as many as the beam is wide', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, fc.integer({ min: 1, max: 70 }), async (world, width) => {
        const found = await beamSearch(world.trie, world.decode, 3, {
          ...world,
          width,
          order: order(world.items),
        });
        for (const { items, scores } of found) {
          expect(items.length).toBe(Math.min(width, world.items));
          expect(new Set(items).size).toBe(items.length);
          for (const [place, item] of items.entries()) {
            expect(item).toBeLessThan(world.items);
            if (place === 0) continue;
            const before = scores[place - 1]! - scores[place]!;
            expect(before > 0 || (before === 0 && items[place - 1]! > item)).toBe(true);
          }
        }
      }),
    );
  });

  it('as wide as the catalogue finds all of it, with the scores of the whole trie, which are probabilities', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const { trie, sizes, decode, items: I } = world;
        const [found] = await beamSearch(trie, decode, 1, { sizes, width: I, order: order(I) });
        const scores = await catalogueScorer(trie, sizes)(decode);
        const byScore = [...scores.keys()].sort(
          (a, b) => Math.fround(scores[b]!) - Math.fround(scores[a]!) || b - a,
        );
        expect([...found!.scores].reduce((sum, score) => sum + Math.exp(score), 0)).toBeCloseTo(1, 5);
        for (const [place, item] of found!.items.entries()) {
          expect(scores[item]).toBeCloseTo(found!.scores[place]!, 3);
          expect(scores[byScore[place]!]).toBeCloseTo(found!.scores[place]!, 3);
        }
      }),
    );
  });

  it('gives a history the same list alone and among others', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, fc.integer({ min: 1, max: 20 }), async (world, width) => {
        const beam = { sizes: world.sizes, width, order: order(world.items) };
        const together = await beamSearch(world.trie, world.decode, 3, beam);
        const third: DecodeStep = (step, paths) =>
          world.decode(step, { ...paths, histories: paths.histories.map(() => 2) });
        const [alone] = await beamSearch(world.trie, third, 1, beam);
        expect(together[2]).toEqual(alone);
      }),
      { numRuns: 40 },
    );
  });

  it('of an empty catalogue lists nothing', async () => {
    const trie = buildCodeTrie({ codes: [], levels: 2, numbers: new Uint32Array() });
    const decode: DecodeStep = () => Promise.reject(new Error('there is nothing to decode'));
    const [found] = await beamSearch(trie, decode, 1, {
      sizes: [2, 2, 2],
      width: 5,
      order: new Uint32Array(),
    });
    expect(found!.items.length).toBe(0);
  });
});
