/** Reads the input of a fit: items with their content, and the item sequences of people. */
import type { Issue } from '../../../contract/error-details.ts';
import { apiError, counted } from '../../../contract/errors.ts';
import type { CatalogueItem, InteractionSequence } from '../../../contract/tokenizer.ts';
import { faultyRows } from '../../datasets/checks/dataset-faults.ts';
import { FirstFaults } from '../../datasets/checks/first-faults.ts';
import type { RowSource } from '../../datasets/make-snapshot.ts';
import type { Snapshot } from '../../datasets/snapshot/read-snapshot.ts';
import type { ItemContent } from '../fitted-tokenizer.ts';
import { itemContent, plainText } from './item-content.ts';
import type { RecordOrFault } from './record-reader.ts';

/** The item ids of each person, oldest first. */
export type Sequences = readonly (readonly string[])[];

/** The texts of this number of items take about 2 GB of memory. */
const MAX_ITEMS = 2_000_000;

export async function itemsOfSnapshot(snapshot: Snapshot): Promise<readonly ItemContent[]> {
  if (snapshot.itemCount > MAX_ITEMS) throw tooManyItems();
  const items: ItemContent[] = [];
  for await (const { itemIds, texts } of snapshot.items())
    for (const [row, itemId] of itemIds.entries())
      items.push({ itemId, text: plainText(texts[row]!), imageUrl: null });
  return items;
}

/** Throws 400 for faulty records and 422 `duplicate_id`, with the first hundred of them. */
export async function itemsOfSource(
  source: RowSource<RecordOrFault<CatalogueItem>>,
  signal: AbortSignal,
): Promise<readonly ItemContent[]> {
  const items: ItemContent[] = [];
  const positionOf = new Map<string, string>();
  const repeated = new FirstFaults<{
    readonly item_id: string;
    readonly at: string;
    readonly first_at: string;
  }>();
  await eachRecord(source, signal, (record, at) => {
    const first = positionOf.get(record.item_id);
    if (first !== undefined) {
      repeated.add(items.length, () => ({ item_id: record.item_id, at: at(), first_at: first }));
      return;
    }
    if (items.length >= MAX_ITEMS) throw tooManyItems();
    positionOf.set(record.item_id, at());
    items.push(itemContent(record));
  });
  if (repeated.total > 0) {
    const [one] = repeated.first();
    throw apiError(
      'duplicate_id',
      `The item_id «${one!.item_id}» at ${one!.at} of the catalogue stands at ${one!.first_at} already${repeated.total > 1 ? ` (and ${counted(repeated.total - 1, 'more repeats', 'more repeat')} an earlier one)` : ''}. Every item must be there once.`,
      { duplicates: repeated.first(), total: repeated.total },
    );
  }
  if (items.length === 0)
    throw apiError(
      'invalid_request',
      'The catalogue has no item. Each record is one: {"item_id": "…", "title": "…"}.',
      {
        issues: [{ path: 'catalog', message: 'must have at least one item' }],
        total: 1,
      },
    );
  return items;
}

export async function sequencesOfSource(
  source: RowSource<RecordOrFault<InteractionSequence>>,
  signal: AbortSignal,
): Promise<Sequences> {
  const sequences: (readonly string[])[] = [];
  await eachRecord(source, signal, ({ items }) => void sequences.push(items));
  return sequences;
}

async function eachRecord<Value>(
  source: RowSource<RecordOrFault<Value>>,
  signal: AbortSignal,
  onRecord: (value: Value, at: () => string) => void,
): Promise<void> {
  const faults = new FirstFaults<Issue & { readonly at: string }>();
  for await (const { file, rows, lines } of source.batches) {
    signal.throwIfAborted();
    for (const [row, record] of rows.entries()) {
      const at = () => source.describe(file, lines[row]!);
      if (record.type === 'record') {
        if (faults.total === 0) onRecord(record.value, at);
      } else for (const issue of record.issues) faults.add(lines[row]!, () => ({ at: at(), ...issue }));
    }
  }
  if (faults.total > 0) throw faultyRows(faults);
}

function tooManyItems() {
  return apiError(
    'invalid_request',
    `The catalogue has more than ${MAX_ITEMS} items, which is more than one fit takes. Fit on a part of it: the others get codes as new items do.`,
    { issues: [{ path: 'catalog', message: `must have at most ${MAX_ITEMS} items` }], total: 1 },
  );
}

/** The sequences as row numbers of the items. Ids of other items are left out and counted. */
export function rowsOfSequences(sequences: Sequences, items: readonly ItemContent[]) {
  const rowOf = new Map(items.map(({ itemId }, row) => [itemId, row]));
  const offsets = new Uint32Array(sequences.length + 1);
  const rows: number[] = [];
  let leftOut = 0;
  for (const [person, sequence] of sequences.entries()) {
    for (const itemId of sequence) {
      const row = rowOf.get(itemId);
      if (row === undefined) leftOut++;
      else rows.push(row);
    }
    offsets[person + 1] = rows.length;
  }
  return { offsets, items: Uint32Array.from(rows), leftOut };
}
