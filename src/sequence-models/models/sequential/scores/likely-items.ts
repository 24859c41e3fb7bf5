/** The items that may be among the best after a history: the blend's parts and the boosts of a request join the scan. */
import type { ShortlistQuestion } from '../../architecture.ts';
import type { BlendReading } from '../blend/blend-scorer.ts';
import type { ScorerMemory } from './scorer-memory.ts';
import { shortlistItems } from './shortlist-items.ts';

/** Below, exact scores of all are as cheap (docs/benchmarks/sequence-models.md). */
const LEAST_SCANNED = 2048;
/** If more than this share is asked for, the bounds leave little out. */
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
      for (const item of recent.items) extra[item] = recent.weight * recent.feature[item]!;
      largest = recent.weight * recent.most;
    }
    const before = largest;
    for (let slot = 0; slot < linked.items.length; slot++) {
      extra[linked.items[slot]!]! += linked.added[slot]!;
      largest = Math.max(largest, before + linked.added[slot]!);
    }
  }
  for (const { mask, weight } of boosts) {
    for (let item = 0; item < mask.length; item++) if (mask[item] === 1) extra[item]! += weight;
    largest += Math.abs(weight);
  }
  return largest;
}

function removeExtra(
  { extra }: ScorerMemory,
  parts: BlendReading | undefined,
  boosts: ShortlistQuestion['boosts'],
): void {
  if (boosts.length > 0) return void extra.fill(0);
  for (const item of parts?.linked.items ?? []) extra[item] = 0;
  for (const item of parts?.recent?.items ?? []) extra[item] = 0;
}
