/**
 * Appends the rows of files to a dataset. All rows are validated before the first is kept. Then the items are
 * appended, and after them the events, in parts. Rows that were appended before a failure stay, and the same
 * files may be sent again.
 */
import { stat } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { TenantId } from '../../../contract/brands.ts';
import type { TimestampForm } from '../../../contract/dataset.ts';
import { declaresEvents } from '../../../contract/dataset-events.ts';
import type { GivenDialect } from '../../../platform/intake/dialect.ts';
import type { PendingRows } from '../../../platform/storage/append-store.ts';
import type { Dataset } from '../../../platform/storage/dataset-store.ts';
import { type FaultyLine, faultyRows } from '../checks/dataset-faults.ts';
import { FirstFaults } from '../checks/first-faults.ts';
import { positionOf, type RowSource } from '../make-snapshot.ts';
import type { EventRow, ItemRow, RowOrFault } from '../rows/dataset-row.ts';
import { type LocalFile, localSource } from '../sources/local-source.ts';
import { type AppendParts, appendRows, newestVersion, type RowsToAppend } from './append-rows.ts';
import { appendedEvent, appendedItem } from './appended-line.ts';

export interface AppendFilesReport {
  readonly appended: number;
  readonly duplicates: number;
  readonly pending: PendingRows;
}

interface Progress {
  /** 0 to 1 */
  readonly share: number;
  readonly rows: number;
}

interface AppendingFiles {
  readonly tenant: TenantId;
  readonly datasetId: string;
  readonly files: readonly LocalFile[];
  readonly timestamps?: TimestampForm;
  /** How CSV and TSV are written, as far as the caller says. */
  readonly dialect?: GivenDialect;
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
}

const ROWS_AT_ONCE = 4096;
/** The files are read three times: all rows, the items, the events. */
const PASSES = 3;

/** Throws as `appendRows`, 400 `invalid_request` for faulty rows with their lines, and `signal.reason`. */
export async function appendFiles(parts: AppendParts, given: AppendingFiles): Promise<AppendFilesReport> {
  const { tenant, datasetId, files, timestamps = 'iso', dialect = {} } = given;
  const base = await newestVersion(parts.datasets, tenant, datasetId);
  const { features, name } = base;
  const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const open = () => localSource(files, bytes, { features, timestamps, dialect });
  await validateAll(open(), base, given);
  const total = { appended: 0, duplicates: 0 };
  for (const [pass, kind] of (['item', 'event'] as const).entries()) {
    const source = open();
    for await (const rows of rowsToAppend(source, kind, base, given.signal)) {
      const { appended, duplicates } = await appendRows(parts, tenant, datasetId, () => rows);
      total.appended += appended;
      total.duplicates += duplicates;
      const share = (pass + 1 + source.progress()) / PASSES;
      given.progress({ share, rows: total.appended + total.duplicates });
    }
  }
  return { ...total, pending: await parts.appends.pending(tenant, name) };
}

async function validateAll(
  source: RowSource,
  base: Dataset,
  { signal, progress }: AppendingFiles,
): Promise<void> {
  const faults = new FirstFaults<FaultyLine>();
  for await (const { file, rows, lines } of source.batches) {
    signal.throwIfAborted();
    for (const [at, row] of rows.entries())
      for (const issue of issuesOf(row, base))
        faults.add(positionOf(file, lines[at]!), () => ({ at: source.describe(file, lines[at]!), ...issue }));
    progress({ share: source.progress() / PASSES, rows: 0 });
  }
  if (faults.total > 0) throw faultyRows(faults);
}

function issuesOf(row: RowOrFault, { features, declaredEvents }: Dataset) {
  if (row.type === 'faulty') return row.issues;
  if (row.type === 'features') {
    const message = 'declares other features than the dataset, or other kinds of events; leave the line out';
    const isSame =
      isDeepStrictEqual(row.features, features) &&
      (!declaresEvents(row.declaredEvents) || isDeepStrictEqual(row.declaredEvents, declaredEvents));
    return isSame ? [] : [{ path: '', message }];
  }
  const message = 'must be "item" or "event"; rows of people come with an import';
  return row.type === 'person' ? [{ path: 'type', message }] : [];
}

async function* rowsToAppend(
  source: RowSource,
  kind: RowsToAppend['kind'],
  base: Pick<Dataset, 'declaredEvents'>,
  signal: AbortSignal,
): AsyncGenerator<RowsToAppend> {
  let [rows, places] = [[] as (ItemRow | EventRow)[], [] as string[]];
  for await (const { file, rows: read, lines } of source.batches) {
    signal.throwIfAborted();
    for (const [at, row] of read.entries()) {
      if (row.type !== kind) continue;
      rows.push(row as ItemRow | EventRow);
      places.push(source.describe(file, lines[at]!));
      if (rows.length < ROWS_AT_ONCE) continue;
      yield toAppend(kind, rows, places, base);
      [rows, places] = [[], []];
    }
  }
  if (rows.length > 0) yield toAppend(kind, rows, places, base);
}

function toAppend(
  kind: RowsToAppend['kind'],
  rows: readonly (ItemRow | EventRow)[],
  places: readonly string[],
  { declaredEvents }: Pick<Dataset, 'declaredEvents'>,
): RowsToAppend {
  return {
    kind,
    rows: rows.map((row) => (row.type === 'item' ? appendedItem(row) : appendedEvent(row, declaredEvents))),
    itemIds: kind === 'item' ? [] : rows.map(({ itemId }) => itemId),
    describe: (row) => places[row]!,
  };
}
