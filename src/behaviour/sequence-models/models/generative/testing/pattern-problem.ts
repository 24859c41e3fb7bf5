/** A small fit problem: people go round a ring of items from different starts; codes are random. */

import { UniformStream } from '../../../../../platform/numeric/random-streams.ts';
import { codebookLayout } from '../../../../semantic-ids/codebook-layout.ts';
import type { Histories } from '../../../histories/histories.ts';
import type { Cases } from '../../../splits/split.ts';
import type { FitContext, FitProblem } from '../../architecture.ts';
import type { ItemCodes } from '../item-codes.ts';
import { completeSettings, type GenerativeSettings } from '../settings.ts';

export const RING = 12;

export function historiesOfItems(
  itemIds: readonly string[],
  rows: readonly (readonly number[])[],
): Histories {
  const offsets = new Uint32Array(rows.length + 1);
  for (const [row, items] of rows.entries()) offsets[row + 1] = offsets[row]! + items.length;
  const items = Uint32Array.from(rows.flat());
  return {
    personIds: rows.map((_, row) => `p${row}`),
    itemIds,
    offsets,
    items,
    timestampsMs: Float64Array.from(items, (_, at) => at),
  };
}

/**
 * Random codes of two levels of 4 and 3, so that some items share their codes; the last item's are unique.
 */
function ringCodes(count: number): ItemCodes {
  const draw = new UniformStream(1, 'codes');
  const pairs = Array.from({ length: count - 1 }, () => [draw.below(4), draw.below(3)]);
  const free = [...Array(12).keys()].find((at) => !pairs.some(([a, b]) => 3 * a! + b! === at))!;
  return {
    tokenizerId: 'tok_test',
    layout: { ...codebookLayout(2, 'uniform', 4), sizes: [4, 3] },
    codes: Uint16Array.from([...pairs.flat(), Math.floor(free / 3), free % 3]),
    suffixes: new Uint32Array(count),
  };
}

/** The catalogue's last item has no events. */
export function ringProblem(requested: object = {}): FitProblem<GenerativeSettings> {
  const itemIds = Array.from({ length: RING + 1 }, (_, item) => `i${item}`);
  const rows = Array.from({ length: 40 }, (_, person) =>
    Array.from({ length: 4 + (person % 5) }, (_, at) => (person * 5 + at) % RING),
  );
  const train = historiesOfItems(itemIds, rows);
  const last = Uint32Array.from(rows, (_, person) => train.offsets[person + 1]! - 1);
  const validation: Cases = {
    histories: train,
    people: Uint32Array.from(rows.keys()),
    ends: last,
    targets: last,
  };
  const shape = { people: 40, items: RING, events: 240, medianLength: 6, longLength: 8, hasTexts: false };
  const { settings } = completeSettings(
    {
      width: 16,
      decoder_width: 16,
      dropout: 0,
      epochs: 20,
      batch_events: 64,
      learning_rate: 0.01,
      patience: 20,
      ...requested,
    },
    shape,
  );
  return {
    catalogue: { itemIds, textVectors: null, createdAtMs: null },
    train,
    validation,
    settings,
    base: null,
    codes: ringCodes(itemIds.length),
    seed: 3,
  };
}

export function fitContext(given: Partial<FitContext> = {}): FitContext {
  return {
    signal: new AbortController().signal,
    threads: 1,
    maxMemoryBytes: Number.POSITIVE_INFINITY,
    checkpointPath: null,
    onProgress: () => {},
    ...given,
  };
}

export function batchOf(rows: readonly (readonly number[])[]) {
  const { offsets, items, timestampsMs } = historiesOfItems([], rows);
  return { offsets, items, timestampsMs, momentsMs: new Float64Array(rows.length) };
}
