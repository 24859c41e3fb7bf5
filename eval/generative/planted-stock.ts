/**
 * Plants items without events in a catalogue: dead stock, which no one takes, and hits, which many people
 * take after the training data end. A dead item has the text of another item. A hit is one of the most taken
 * items, whose events are kept out of training.
 *
 * I items, of which the last are dead.
 */

import { countItems } from '../../src/behaviour/sequence-models/baselines/popularity.ts';
import type { Histories } from '../../src/behaviour/sequence-models/histories/histories.ts';
import type { ItemCatalogue, OpenModel } from '../../src/behaviour/sequence-models/models/architecture.ts';
import { type Cases, targetItem } from '../../src/behaviour/sequence-models/splits/split.ts';
import { randomOrder } from '../../src/platform/numeric/random-streams.ts';
import { withoutItems } from './cold-items.ts';

export interface Planted {
  readonly catalogue: ItemCatalogue;
  readonly train: Histories;
  /** 1: a hit [I]. */
  readonly isHit: Uint8Array;
  /** 1: dead [I]. */
  readonly isDead: Uint8Array;
}

interface Counts {
  readonly dead: number;
  readonly hits: number;
  readonly seed: number;
}

/** Hits are drawn among the tenth of the items that has the most events. */
const POPULAR_SHARE = 0.1;
const DAY_MS = 86_400_000;

/** `catalogue` has text vectors; the dates of its items are those of their first events. */
export function plantStock(
  { itemIds, textVectors }: ItemCatalogue,
  train: Histories,
  { dead, hits, seed }: Counts,
): Planted {
  const old = itemIds.length;
  const I = old + dead;
  const copied = Uint32Array.from(randomOrder(seed, 'dead stock', old).subarray(0, dead));
  const isDead = Uint8Array.from({ length: I }, (_, item) => Number(item >= old));
  const isHit = hitsAmong(train, I, { hits, seed });
  const { values, width } = textVectors!;
  const planted = new Float32Array(I * width);
  planted.set(values);
  for (const [nth, item] of copied.entries())
    planted.set(values.subarray(item * width, (item + 1) * width), (old + nth) * width);
  const ids = [...itemIds, ...Array.from(copied, (item) => `dead copy of ${itemIds[item]}`)];
  return {
    isHit,
    isDead,
    train: { ...withoutItems(train, isHit), itemIds: ids },
    catalogue: {
      itemIds: ids,
      textVectors: { values: planted, width },
      createdAtMs: datesOf(train, copied, isHit),
    },
  };
}

function hitsAmong(train: Histories, I: number, { hits, seed }: Omit<Counts, 'dead'>): Uint8Array {
  const counts = countItems(train);
  const byCount = Uint32Array.from(counts.keys()).sort((a, b) => counts[b]! - counts[a]!);
  const popular = byCount.subarray(0, Math.ceil(POPULAR_SHARE * byCount.length));
  const isHit = new Uint8Array(I);
  for (const nth of randomOrder(seed, 'hits', popular.length).subarray(0, hits)) isHit[popular[nth]!] = 1;
  return isHit;
}

/** A dead item is as old as the item that it copies; a hit came a day before the training data end. */
function datesOf({ items, timestampsMs, itemIds }: Histories, copied: Uint32Array, isHit: Uint8Array) {
  const dates = new Float64Array(itemIds.length).fill(Number.NaN);
  let end = Number.NEGATIVE_INFINITY;
  for (const [event, item] of items.entries()) {
    const at = timestampsMs[event]!;
    end = Math.max(end, at);
    if (!(dates[item]! <= at)) dates[item] = at;
  }
  for (const item of itemIds.keys()) if (isHit[item] === 1) dates[item] = end - DAY_MS;
  return Float64Array.from([...dates, ...Array.from(copied, (item) => dates[item]!)]);
}

export interface PlacesReport {
  /** Shares of the places of all lists, 0..1. */
  readonly deadPlaces: number;
  readonly hitPlaces: number;
  /** Recall at the length of a list: over all people, and over the people whose next item is a hit. */
  readonly recall: number;
  readonly hitRecall: number;
  readonly hitCases: number;
}

/** Lists of `length` items that are not in the history. */
export async function placesOf(
  model: OpenModel,
  cases: Cases,
  { isHit, isDead }: Pick<Planted, 'isHit' | 'isDead'>,
  { length, beam }: { readonly length: number; readonly beam: number },
): Promise<PlacesReport> {
  const { offsets, items } = cases.histories;
  const sums = { places: 0, dead: 0, hit: 0, found: 0, hitCases: 0, hitsFound: 0 };
  for (const [which, person] of cases.people.entries()) {
    const history = items.subarray(offsets[person]!, cases.ends[which]!);
    const seen = new Set(history);
    const known = history.filter((item) => isHit[item] === 0);
    const generated = await model.generate!(known, { limit: beam, beam });
    const list = generated
      .map(({ item }) => item)
      .filter((item) => !seen.has(item))
      .slice(0, length);
    const target = targetItem(cases, which);
    const isFound = Number(list.includes(target));
    sums.places += list.length;
    sums.dead += list.filter((item) => isDead[item] === 1).length;
    sums.hit += list.filter((item) => isHit[item] === 1).length;
    sums.found += isFound;
    sums.hitCases += isHit[target]!;
    sums.hitsFound += isHit[target]! * isFound;
  }
  return {
    deadPlaces: sums.dead / sums.places,
    hitPlaces: sums.hit / sums.places,
    recall: sums.found / cases.people.length,
    hitRecall: sums.hitsFound / Math.max(1, sums.hitCases),
    hitCases: sums.hitCases,
  };
}
