/**
 * The items that may be among the best after a history: the blend's parts and the boosts of a request join
 * the scan.
 */
import type { ShortlistQuestion } from '../../architecture.ts';
import type { BlendReading } from '../blend/blend-scorer.ts';
import type { ScorerMemory } from './scorer-memory.ts';
import { shortlistItems } from './shortlist-items.ts';

/** Below this number, exact scores of all items are as cheap (docs/benchmarks/sequence-models.md). */
const LEAST_SCANNED = 2048;
/** If more than this share is requested, the bounds leave little out. */
const MOST_ASKED = 0.02;

export function isWorthScanning(items: number, limit: number): boolean {
  return items >= LEAST_SCANNED && limit <= MOST_ASKED * items;
}

export function likelyItems(
  memory: ScorerMemory,
  state: Float32Array,
  {
    parts,
    boosts,
    ...asked
  }: ShortlistQuestion & { /** Absent: the network alone. */ readonly parts: BlendReading | undefined },
): Uint32Array {
  const largestExtra = addExtra(memory, parts, boosts);
  try {
    return shortlistItems(memory, {
      ...asked,
      state,
      weight: parts?.network ?? 1,
      popularWeight: parts?.popular ?? 0,
      offset: parts?.offset ?? 0,
      largestExtra,
    });
  } finally {
    removeExtra(memory, parts, boosts);
  }
}

/** Returns a bound of the absolute values. */
function addExtra(
  { extra }: ScorerMemory,
  parts: BlendReading | undefined,
  boosts: ShortlistQuestion['boosts'],
): number {
  let largest = 0;
  if (parts !== undefined) {
    const { recent, linked } = parts;
    if (recent !== null) {
      addRecent(extra, recent);
      largest = recent.weight * recent.most;
    }
    largest += addLinked(extra, linked);
  }
  for (const { mask, weight } of boosts) {
    for (let item = 0; item < mask.length; item++) if (mask[item] === 1) extra[item]! += weight;
    largest += Math.abs(weight);
  }
  return largest;
}

/** All items in order are cheaper than this share of them one by one. */
const DENSE_SHARE = 0.25;

function addRecent(
  extra: Float32Array,
  { items, feature, weight }: NonNullable<BlendReading['recent']>,
): void {
  if (items.length > DENSE_SHARE * extra.length)
    for (let item = 0; item < feature.length; item++) extra[item] = weight * feature[item]!;
  else for (let at = 0; at < items.length; at++) extra[items[at]!] = weight * feature[items[at]!]!;
}

/** Returns the largest number. */
function addLinked(extra: Float32Array, { items, added }: BlendReading['linked']): number {
  let largest = 0;
  for (let slot = 0; slot < items.length; slot++) {
    const points = added[slot]!;
    extra[items[slot]!]! += points;
    if (points > largest) largest = points;
  }
  return largest;
}

function removeExtra(
  { extra }: ScorerMemory,
  parts: BlendReading | undefined,
  boosts: ShortlistQuestion['boosts'],
): void {
  const written = (parts?.linked.items.length ?? 0) + (parts?.recent?.items.length ?? 0);
  if (boosts.length > 0 || written > DENSE_SHARE * extra.length) return void extra.fill(0);
  if (parts === undefined) return;
  zeroAt(extra, parts.linked.items);
  if (parts.recent !== null) zeroAt(extra, parts.recent.items);
}

function zeroAt(extra: Float32Array, items: Uint32Array): void {
  for (let at = 0; at < items.length; at++) extra[items[at]!] = 0;
}
