/**
 * The rows of the next version: those of the base, then those that wait. A row that waits was checked against
 * the version that was the newest then. If an import has made another version since, its rows win. A waiting
 * event or item that it has with other content is left out, and so is an event whose item it lacks. Events of
 * sessions that were merged with people become theirs.
 */
import type { AppendedRow, AppendStore, StoredAppend } from '../../../platform/storage/append-store.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import type { IdIndexes } from '../ids/read-id-index.ts';
import type { RowSource } from '../make-snapshot.ts';
import type { EventRow, ItemRow, RowBatch, RowOrFault } from '../rows/dataset-row.ts';
import type { Snapshot } from '../snapshot/read-snapshot.ts';
import { rowsOfSnapshot } from '../snapshot/snapshot-rows.ts';
import { itemOfAppended, waitingEvent } from './appended-line.ts';
import { withOwners } from './with-owners.ts';

const ROWS_A_PAGE = 4096;

export interface MergeParts {
  readonly appends: Pick<AppendStore, 'page' | 'ownersOf'>;
  readonly ids: IdIndexes;
}

export interface Merge {
  readonly base: Dataset;
  readonly snapshot: Snapshot;
  /** The last position that is taken. */
  readonly upTo: number;
}

/** Rows that waited, filled while they are read. */
export interface TakenRows {
  items: number;
  events: number;
  /** Rows of an id that the base has with other content. */
  changed: number;
  /** Events whose item does not exist. */
  unresolved: number;
}

export function mergedRows(
  parts: MergeParts,
  merge: Merge,
): { readonly source: RowSource; readonly taken: TakenRows } {
  const taken: TakenRows = { items: 0, events: 0, changed: 0, unresolved: 0 };
  const { base } = merge;
  const snapshot = withOwners(merge.snapshot, (sessionIds) =>
    parts.appends.ownersOf(base.tenantId, base.name, sessionIds),
  );
  const expected = snapshot.itemCount + snapshot.eventCount;
  let read = 0;
  const batches = async function* (): AsyncGenerator<RowBatch<RowOrFault>> {
    for await (const batch of rowsOfSnapshot(snapshot)) {
      yield batch;
      read += batch.rows.length;
    }
    const appended = new Set<string>();
    for await (const rows of waitingItems(parts, merge, taken, appended)) yield waitingBatch(rows);
    for await (const rows of waitingEvents(parts, merge, taken, appended)) yield waitingBatch(rows);
  };
  return {
    taken,
    source: {
      batches: batches(),
      progress: () => (expected === 0 ? 1 : Math.min(1, read / expected)),
      describe: (file, line) => (file === 0 ? `row ${line} of the version before` : `appended row ${line}`),
    },
  };
}

function waitingBatch(rows: readonly (ItemRow | EventRow)[]): RowBatch<RowOrFault> {
  return { file: 1, rows, lines: rows.map((_, row) => row + 1) };
}

async function* waitingItems(
  parts: MergeParts,
  merge: Merge,
  taken: TakenRows,
  appended: Set<string>,
): AsyncGenerator<readonly ItemRow[]> {
  for await (const rows of newRows(parts, merge, 'item', taken)) {
    for (const { id } of rows) appended.add(id);
    taken.items += rows.length;
    yield rows.map(({ line }) => itemOfAppended(line));
  }
}

async function* waitingEvents(
  parts: MergeParts,
  merge: Merge,
  taken: TakenRows,
  appended: ReadonlySet<string>,
): AsyncGenerator<readonly EventRow[]> {
  for await (const rows of newRows(parts, merge, 'event', taken)) {
    const events = rows.map(waitingEvent);
    const sought = events.map(({ itemId }) => ({ id: itemId, line: null }));
    const found = await parts.ids.lookUp(merge.base, 'items', sought);
    const kept = events.filter(({ itemId }, at) => found[at] !== 'none' || appended.has(itemId));
    taken.unresolved += events.length - kept.length;
    taken.events += kept.length;
    yield kept;
  }
}

/** Waiting rows that the base does not have, by page. */
async function* newRows(
  { appends, ids }: MergeParts,
  { base, upTo }: Merge,
  kind: AppendedRow['kind'],
  taken: TakenRows,
): AsyncGenerator<readonly StoredAppend[]> {
  const part = kind === 'item' ? 'items' : 'events';
  for (let after = 0; ; ) {
    const page = await appends.page(base.tenantId, base.name, { kind, after, upTo, limit: ROWS_A_PAGE });
    if (page.length === 0) return;
    after = page.at(-1)!.position;
    const found = await ids.lookUp(base, part, page);
    taken.changed += found.filter((content) => content === 'other').length;
    yield page.filter((_, at) => found[at] === 'none');
  }
}
