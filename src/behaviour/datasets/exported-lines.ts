/**
 * A dataset as JSONL: what it declares, if anything, then items, people and events, each in
 * import order. Lines carry a `type`, so that the file can be imported again. The bytes depend on the
 * snapshot alone.
 */
import { declaresEvents } from '../../contract/dataset-events.ts';
import { declaresFeatures } from '../../contract/dataset-features.ts';
import { declarationLine, eventLine, itemLine, personLine } from './rows/row-lines.ts';
import type { EventBatch, ItemBatch, PersonBatch, Snapshot } from './snapshot/read-snapshot.ts';
import { eventRowAt, itemRowAt, personRowAt } from './snapshot/snapshot-rows.ts';

const PIECE_CHARACTERS = 256 * 1024;

/** Chunks of about 256 KiB, each of whole lines. */
export async function* exportedLines(
  snapshot: Snapshot,
  onRows: (rows: number) => void,
): AsyncGenerator<Buffer> {
  const { features, declaredEvents } = snapshot;
  if (declaresFeatures(features) || declaresEvents(declaredEvents))
    yield Buffer.from(declarationLine(features, declaredEvents), 'utf8');
  for await (const batch of snapshot.items()) yield* pieces(batch, itemAt, onRows);
  for await (const batch of snapshot.people()) yield* pieces(batch, personAt, onRows);
  for await (const batch of snapshot.events()) yield* pieces(batch, eventAt, onRows);
}

function* pieces<Batch extends { readonly count: number }>(
  batch: Batch,
  lineAt: (batch: Batch, row: number) => string,
  onRows: (rows: number) => void,
): Generator<Buffer> {
  let text = '';
  let from = 0;
  for (let row = 0; row < batch.count; row++) {
    text += lineAt(batch, row);
    if (text.length < PIECE_CHARACTERS && row + 1 < batch.count) continue;
    yield Buffer.from(text, 'utf8');
    onRows(row + 1 - from);
    text = '';
    from = row + 1;
  }
}

export const itemAt = (batch: ItemBatch, row: number) => itemLine(itemRowAt(batch, row));
const personAt = (batch: PersonBatch, row: number) => personLine(personRowAt(batch, row));
export const eventAt = (batch: EventBatch, row: number) => eventLine(eventRowAt(batch, row));
