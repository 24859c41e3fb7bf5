/**
 * Writes a dataset as one Parquet file with a column `type`, as an import reads it. Columns that do not belong to
 * a row's type are null. What the dataset declares is in the metadata of the file. The bytes depend on the snapshot
 * alone.
 */
import type { SchemaElement } from 'hyparquet';
import type { ColumnSource } from 'hyparquet-writer';
import { declaresEvents } from '../../contract/dataset-events.ts';
import { declaresFeatures } from '../../contract/dataset-features.ts';
import type { ByteSink, ExportRun } from './export-dataset.ts';
import { DECLARATION_KEY } from './rows/parquet-declaration.ts';
import { declarationLine } from './rows/row-lines.ts';
import { isSessionKey } from './rows/session-key.ts';
import { parquetTo } from './snapshot/parquet-file.ts';
import type { Snapshot } from './snapshot/read-snapshot.ts';
import { eventsSchema, itemsSchema, textElement } from './snapshot/snapshot-schema.ts';
import { optionalTextColumn, textColumn } from './snapshot/text-column.ts';

type Values = Readonly<Record<string, ArrayLike<unknown>>>;

const allColumns = distinct([...itemsSchema.slice(1), ...eventsSchema.slice(1)]);

function schemaOf(columns: readonly SchemaElement[]): SchemaElement[] {
  return [
    { name: 'dataset', num_children: columns.length + 1 },
    textElement('type'),
    ...columns.map((column): SchemaElement => ({ ...column, repetition_type: 'OPTIONAL' })),
  ];
}

function distinct(elements: readonly SchemaElement[]): readonly SchemaElement[] {
  return elements.filter(({ name }, at) => elements.findIndex((other) => other.name === name) === at);
}

/** Throws `signal.reason`. */
export async function exportParquet(
  { snapshot, signal, progress }: Omit<ExportRun, 'compression'>,
  sink: ByteSink,
): Promise<void> {
  const columns = await columnsOf(snapshot, signal);
  const file = parquetTo(sink, schemaOf(columns), declarationOf(snapshot));
  const rows = snapshot.itemCount + snapshot.eventCount;
  let written = 0;
  for await (const { type, count, values } of groupsOf(snapshot)) {
    signal.throwIfAborted();
    await file.writeGroup([
      textColumn('type', new Array<string>(count).fill(type)),
      ...columns.map((column) => columnOf(column, values[column.name], count)),
    ]);
    written += count;
    progress(rows === 0 ? 1 : Math.min(1, written / rows));
  }
  await file.finish();
}

/** Without the optional columns of events that no event has, so that a file of plain events stays as it was. */
async function columnsOf(snapshot: Snapshot, signal: AbortSignal): Promise<readonly SchemaElement[]> {
  const unused = new Set<string>(Object.keys(optionalColumns));
  for await (const batch of snapshot.events(Object.values(optionalColumns))) {
    signal.throwIfAborted();
    for (const [name, column] of Object.entries(optionalColumns))
      if (unused.has(name) && batch[column].some((value) => value !== null)) unused.delete(name);
    if (unused.size === 0) break;
  }
  return allColumns.filter(({ name }) => !unused.has(name));
}

const optionalColumns = { session_id: 'sessionIds', basket_id: 'basketIds', context: 'contexts' } as const;

function declarationOf({ features, declaredEvents }: Snapshot): Readonly<Record<string, string>> {
  return declaresFeatures(features) || declaresEvents(declaredEvents)
    ? { [DECLARATION_KEY]: declarationLine(features, declaredEvents).trimEnd() }
    : {};
}

interface Group {
  readonly type: 'item' | 'person' | 'event';
  readonly count: number;
  readonly values: Values;
}

/** The batches of the snapshot; each is a row group. */
async function* groupsOf(snapshot: Snapshot): AsyncGenerator<Group> {
  for await (const { count, itemIds, texts, createdAtMs, attributes } of snapshot.items())
    yield {
      type: 'item',
      count,
      values: { item_id: itemIds, text: texts, created_at: createdAtMs, attributes },
    };
  for await (const { count, personIds, attributes } of snapshot.people())
    yield { type: 'person', count, values: { person_id: personIds, attributes } };
  for await (const batch of snapshot.events()) {
    const people = batch.personIds.map((person) => (isSessionKey(person) ? null : person));
    const ids = { event_id: batch.eventIds, person_id: people, item_id: batch.itemIds };
    const more = { session_id: batch.sessionIds, basket_id: batch.basketIds, context: batch.contexts };
    const values = { kind: batch.kinds, timestamp: batch.timestampsMs, value: batch.values };
    yield { type: 'event', count: batch.count, values: { ...ids, ...values, ...more } };
  }
}

/** `values` undefined: the rows do not have the column. Times are numbers, NaN where they are not given. */
function columnOf(
  { name, type }: SchemaElement,
  values: ArrayLike<unknown> | undefined,
  count: number,
): ColumnSource {
  if (type === 'BYTE_ARRAY')
    return optionalTextColumn(name, (values as readonly (string | null)[]) ?? new Array(count).fill(null));
  const numbers =
    values === undefined ? new Array(count).fill(null) : Array.from(values as ArrayLike<number>);
  const data = type === 'INT64' ? numbers.map(timeOrNull) : numbers;
  return { name, data, encoding: 'PLAIN', offsetIndex: false };
}

function timeOrNull(timeMs: number | null): bigint | null {
  return timeMs === null || Number.isNaN(timeMs) ? null : BigInt(timeMs);
}
