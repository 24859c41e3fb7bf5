/**
 * Reads a snapshot as batches of columns, in import order. A batch is a row group of up to 16,384 rows.
 * Repeated strings are the same string object, so that Map lookups are fast. The checksum of a file is
 * verified before its first batch.
 */
import { createHash } from 'node:crypto';
import { type FileMetaData, parquetMetadataAsync, parquetScan, parquetSchema } from 'hyparquet';
import type { DeclaredEvents } from '../../../contract/dataset-events.ts';
import type { DatasetFeatures } from '../../../contract/dataset-features.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { Dataset, SnapshotFile } from '../../../platform/storage/dataset-store.ts';
import { textOf, zstdDecompressor } from './snapshot-schema.ts';
import { withoutPeople } from './without-people.ts';

interface ItemColumns {
  readonly itemIds: readonly string[];
  readonly texts: readonly string[];
  /** Epoch ms, UTC; NaN: not given. */
  readonly createdAtMs: Float64Array;
  /** JSON of the values of declared features; null: none. */
  readonly attributes: readonly (string | null)[];
}

interface PersonColumns {
  readonly personIds: readonly string[];
  readonly attributes: readonly (string | null)[];
}

interface EventColumns {
  readonly eventIds: readonly string[];
  /** The person, or the key of an anonymous session (`rows/session-key.ts`). */
  readonly personIds: readonly string[];
  readonly itemIds: readonly string[];
  readonly kinds: readonly string[];
  /** Epoch ms, UTC. */
  readonly timestampsMs: Float64Array;
  readonly values: Float64Array;
  readonly sessionIds: readonly (string | null)[];
  readonly basketIds: readonly (string | null)[];
  /** JSON of the values of declared features of events; null: none. */
  readonly contexts: readonly (string | null)[];
}

interface BatchPosition {
  /** Row number of the batch's first row, from 0. */
  readonly start: number;
  readonly count: number;
}

export type ItemBatch = BatchPosition & ItemColumns;
export type EventBatch = BatchPosition & EventColumns;
export type PersonBatch = BatchPosition & PersonColumns;

export interface Snapshot {
  readonly itemCount: number;
  readonly eventCount: number;
  readonly features: DatasetFeatures;
  readonly declaredEvents: DeclaredEvents;
  items(): AsyncIterable<ItemBatch>;
  /** People with attributes; not all people of the events. */
  people(): AsyncIterable<PersonBatch>;
  events(): AsyncIterable<EventBatch>;
  /** Reads only the named columns. Other columns are not decompressed. */
  events<Column extends keyof EventColumns>(
    columns: readonly Column[],
  ): AsyncIterable<BatchPosition & Pick<EventColumns, Column>>;
}

/** The part of a dataset that its files need to be read. */
export type SnapshotOfDataset = Pick<
  Dataset,
  'tenantId' | 'datasetId' | 'files' | 'itemCount' | 'eventCount' | 'features' | 'declaredEvents' | 'erased'
>;

const itemColumns = {
  itemIds: 'item_id',
  texts: 'text',
  createdAtMs: 'created_at',
  attributes: 'attributes',
} as const satisfies Record<keyof ItemColumns, string>;
const personColumns = {
  personIds: 'person_id',
  attributes: 'attributes',
} as const satisfies Record<keyof PersonColumns, string>;
const eventColumns = {
  eventIds: 'event_id',
  personIds: 'person_id',
  itemIds: 'item_id',
  kinds: 'kind',
  timestampsMs: 'timestamp',
  values: 'value',
  sessionIds: 'session_id',
  basketIds: 'basket_id',
  contexts: 'context',
} as const satisfies Record<keyof EventColumns, string>;

/** Throws DamagedSnapshotError with the name of a file that is missing or changed. */
export async function readSnapshot(artifacts: ArtifactStore, dataset: SnapshotOfDataset): Promise<Snapshot> {
  for (const file of dataset.files) await verify(artifacts, dataset, file);
  const fileOf = (part: SnapshotFile['part']) => {
    const file = dataset.files.find((candidate) => candidate.part === part);
    if (file === undefined) throw new DamagedSnapshotError(dataset, `it has no file of ${part}`);
    return file;
  };
  const erased = new Set(dataset.erased);
  const events = (columns: readonly (keyof EventColumns)[] = keysOf(eventColumns)) =>
    withoutPeople(erased, columns, (names) => readColumns(artifacts, fileOf('events'), names, eventColumns));
  const whole = (part: SnapshotFile['part'], columns: Readonly<Record<string, string>>) =>
    readColumns(artifacts, fileOf(part), keysOf(columns), columns) as unknown;
  const hasPeople = dataset.files.some(({ part }) => part === 'people');
  return {
    itemCount: dataset.itemCount,
    eventCount: dataset.eventCount,
    features: dataset.features,
    declaredEvents: dataset.declaredEvents,
    items: () => whole('items', itemColumns) as AsyncIterable<ItemBatch>,
    people: () =>
      hasPeople
        ? withoutPeople(
            erased,
            keysOf(personColumns),
            () => whole('people', personColumns) as AsyncIterable<PersonBatch>,
          )
        : noRows(),
    events: events as unknown as Snapshot['events'],
  };
}

async function* noRows(): AsyncGenerator<never> {}

function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(record) as Key[];
}

async function verify(
  artifacts: ArtifactStore,
  dataset: SnapshotOfDataset,
  file: SnapshotFile,
): Promise<void> {
  const found = await artifacts.stat(file.key);
  if (found === null) throw new DamagedSnapshotError(dataset, `${file.key} is missing`);
  if (found.bytes !== file.bytes)
    throw new DamagedSnapshotError(dataset, `${file.key} has ${found.bytes} bytes, expected ${file.bytes}`);
  const hash = createHash('sha256');
  for await (const chunk of artifacts.read(file.key)) hash.update(chunk);
  const sha256 = hash.digest('hex');
  if (sha256 !== file.sha256)
    throw new DamagedSnapshotError(dataset, `${file.key} has the SHA-256 ${sha256}, expected ${file.sha256}`);
}

async function* readColumns<Name extends string>(
  artifacts: ArtifactStore,
  file: SnapshotFile,
  names: readonly Name[],
  columnOf: Readonly<Record<Name, string>>,
): AsyncGenerator<BatchPosition & Record<Name, unknown>> {
  const opened = await artifacts.open(file.key);
  try {
    const source = {
      byteLength: opened.bytes,
      slice: (start: number, end = opened.bytes) => opened.slice(start, end),
    };
    const metadata = await parquetMetadataAsync(source);
    const stored = new Set(parquetSchema(metadata).children.map(({ element }) => element.name));
    const scan = await parquetScan({
      file: source,
      metadata,
      columns: names.map((name) => columnOf[name]).filter((column) => stored.has(column)),
      compressors: zstdDecompressor,
      parsers: { stringFromBytes: textOf, timestampFromMilliseconds: Number },
      useOffsetIndex: false,
    });
    for (const { start, count } of groupsOf(metadata)) {
      const batch: Record<string, unknown> = { start, count };
      for (const name of names) {
        const column = columnOf[name];
        const range = { rowStart: start, rowEnd: start + count };
        // Snapshots of earlier versions lack the optional columns.
        const values = stored.has(column) ? await scan.readColumn({ column, ...range }) : absent(count);
        batch[name] = timeColumns.has(name) ? timesOf(values as (number | null)[]) : values;
      }
      yield batch as BatchPosition & Record<Name, unknown>;
    }
  } finally {
    await opened.close();
  }
}

const timeColumns: ReadonlySet<string> = new Set(['timestampsMs', 'createdAtMs']);

function timesOf(values: readonly (number | null)[]): Float64Array {
  return Float64Array.from(values, (value) => value ?? Number.NaN);
}

function absent(count: number): null[] {
  return new Array<null>(count).fill(null);
}

function* groupsOf({ row_groups }: FileMetaData): Generator<BatchPosition> {
  let start = 0;
  for (const group of row_groups ?? []) {
    const count = Number(group.num_rows);
    yield { start, count };
    start += count;
  }
}

/** The files of a dataset are missing or changed. Only the operator can restore them. */
export class DamagedSnapshotError extends Error {
  constructor({ datasetId, tenantId }: SnapshotOfDataset, what: string) {
    super(
      `the snapshot of dataset ${datasetId} of ${tenantId} is damaged: ${what}; restore the folder «artifacts» from a backup, or import the data again`,
    );
    this.name = 'DamagedSnapshotError';
  }
}
