/**
 * Assigns people to shards by their place, so that a search within a radius asks few shards.
 *
 * All people with a place are in one order: by the position of their place on a curve (`curve.ts`), then by
 * the hash of their id. This order is cut into one equal part a shard, by a sample of the people that the
 * index begins with. So shards are equally large however people are spread. A metropolis is several shards,
 * an empty continent a part of one. People without a place are spread by the hash of their id.
 *
 * The cuts are kept with the index and never change. Why not cells that the engine spreads by itself:
 * docs/design/decisions/opensearch.md.
 */
import { z } from 'zod';
import type { DomainDefinition } from '../../../../domains/definition.ts';
import { isGeo } from '../../../../domains/field.ts';
import type { Clauses } from '../../../../domains/filter.ts';
import type { IndexedRow } from '../../../../platform/storage/store.ts';
import { tieBreak } from '../../../index/tie-break.ts';
import type { Point } from '../../candidate-search.ts';
import { coverOfCircle } from '../documents/cells.ts';
import { widened } from '../query/widened.ts';
import { positionOf, positionsOf } from './curve.ts';
import { shardWords } from './shard-words.ts';

export const Placement = z.object({
  /** The geo field that decides. */
  field: z.string(),
  /** By shard: the routing value that leads to it. */
  words: z.array(z.string()).readonly(),
  /** Ascending keys of the line, one fewer than shards: a shard begins with the cut before it. */
  cuts: z.array(z.number()).readonly(),
});
export type Placement = Readonly<z.infer<typeof Placement>>;

/** Hashes of ids within one position. */
const HASHES = 2 ** 16;
/** With fewer people a shard the cuts would be chance. */
const FEWEST_A_SHARD = 10;
const MOST_CELLS = 64;

/** The name of the field by whose places people are spread; null: the domain has none. */
export function placedField({ fields }: Pick<DomainDefinition, 'fields'>): string | null {
  return fields.find((field) => isGeo(field) && field.kind !== 'soft')?.name ?? null;
}

/** null: people are spread by their ids, since there is no place, no second shard, or too small a sample. */
export function placementOf(
  definition: Pick<DomainDefinition, 'fields'>,
  shards: number,
  sample: readonly Point[],
): Placement | null {
  const field = placedField(definition);
  if (field === null || shards < 2 || sample.length < shards * FEWEST_A_SHARD) return null;
  const keys = sample.map((point, n) => keyOf(point, String(n))).sort((a, b) => a - b);
  const cuts = Array.from(
    { length: shards - 1 },
    (_, n) => keys[Math.floor(((n + 1) * keys.length) / shards)]!,
  );
  return { field, words: shardWords(shards), cuts };
}

export function shardOf(
  { field, words, cuts }: Placement,
  { userId, places }: Pick<IndexedRow, 'userId' | 'places'>,
): number {
  const place = Object.hasOwn(places, field) ? places[field] : undefined;
  return place === undefined ? tieBreak(userId) % words.length : atMost(cuts, keyOf(place, userId));
}

/** The shards that may hold people who pass the clauses, ascending; null: all of them. */
export function shardsOf(placement: Placement, clauses: Clauses): readonly number[] | null {
  let shards: readonly number[] | null = null;
  for (const clause of clauses) {
    if (clause.op !== 'within_km' || clause.field !== placement.field || clause.origin === null) continue;
    // People without a place are on every shard.
    if (clause.missing === 'pass') continue;
    shards = inBoth(shards, shardsNear(placement, clause.origin, clause.km));
  }
  return shards;
}

export function inBoth(
  some: readonly number[] | null,
  others: readonly number[] | null,
): readonly number[] | null {
  if (some === null || others === null) return some ?? others;
  return some.filter((shard) => others.includes(shard));
}

function shardsNear({ cuts }: Placement, centre: Point, km: number): readonly number[] {
  const shards = new Set<number>();
  for (const cell of coverOfCircle(centre, widened(km), MOST_CELLS)) {
    const { from, to } = positionsOf(cell);
    const last = atMost(cuts, to * HASHES - 1);
    for (let shard = atMost(cuts, from * HASHES); shard <= last; shard++) shards.add(shard);
  }
  return [...shards].sort((a, b) => a - b);
}

function keyOf(point: Point, userId: string): number {
  return positionOf(point) * HASHES + (tieBreak(userId) >>> 16);
}

/** How many of the ascending numbers are at most the value. */
function atMost(numbers: readonly number[], value: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}
