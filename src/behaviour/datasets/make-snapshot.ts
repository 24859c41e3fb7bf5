/**
 * Imports rows into the files of a snapshot. Rows are validated and written as they arrive, and their ids
 * are collected. Duplicate ids and unresolved references are found after the last row; only then are the
 * files committed. Memory is bounded by one row group of each file and the id partitions.
 */

import { personBlocked } from '../../contract/blocked.ts';
import type { TenantId } from '../../contract/brands.ts';
import type { ArtifactStore } from '../../platform/artifacts/artifact-store.ts';
import type { BlockStore } from '../../platform/storage/block-store.ts';
import type { SnapshotMade } from '../../platform/storage/dataset-store.ts';
import { EventLoopYielder } from '../../platform/threads/event-loop-yielder.ts';
import { type FaultyLine, faultyRows, noItems } from './checks/dataset-faults.ts';
import { FirstFaults } from './checks/first-faults.ts';
import { IdChecks } from './checks/id-checks.ts';
import type { DatasetRow, RowBatch, RowOrFault } from './rows/dataset-row.ts';
import { type SnapshotKeys, SnapshotWriter } from './snapshot/snapshot-writer.ts';

export interface RowSource<Row = RowOrFault> {
  /**
   * In source order, at most a few thousand rows a batch. Throws ApiError for errors that end the import at
   * once.
   */
  readonly batches: AsyncIterable<RowBatch<Row>>;
  /** Share of the source read so far, 0..1. */
  progress(): number;
  /** The position of a row in a message: `line 7`, `b.jsonl, line 7`. */
  describe(file: number, line: number): string;
}

export interface SnapshotTools {
  readonly artifacts: ArtifactStore;
  /** Folder of temporary files, for ids that exceed the memory bound. */
  readonly scratchFolder: string;
  readonly blocks: Pick<BlockStore, 'among'>;
}

export interface SnapshotProgress {
  /** 0 to 1 */
  readonly share: number;
  readonly items: number;
  readonly events: number;
}

/** Share of reading in the progress. The rest is the check of the ids. */
const READING_SHARE = 0.9;
/** Longest run of work between two turns of the event loop. */
const SLICE_MS = 25;

/** Throws ApiError for invalid sources, and `signal.reason`. Removes its files if it fails. */
export async function makeSnapshot(
  { artifacts, scratchFolder, blocks }: SnapshotTools,
  tenant: TenantId,
  source: RowSource,
  keys: SnapshotKeys,
  signal: AbortSignal,
  progress: (progress: SnapshotProgress) => void,
): Promise<Omit<SnapshotMade, 'readyAt'>> {
  const checks = new IdChecks(scratchFolder, (position) => source.describe(...fileAndLine(position)));
  const writer = await SnapshotWriter.create(artifacts, keys);
  const report = (share: number) => progress({ share, items: writer.itemCount, events: writer.eventCount });
  try {
    const allowed = withoutBlocked(source, (ids) => blocks.among(tenant, ids));
    await takeRows(allowed, writer, checks, signal, () => report(source.progress() * READING_SHARE));
    if (writer.itemCount === 0) throw noItems();
    const fault = await checks.validate(signal, (share) =>
      report(READING_SHARE + share * (1 - READING_SHARE)),
    );
    if (fault !== null) throw fault;
    const files = await writer.finish();
    return { itemCount: writer.itemCount, eventCount: writer.eventCount, files };
  } catch (error) {
    await writer.abort();
    throw error;
  } finally {
    checks.close();
  }
}

/** Throws 409 `erased` at the first row of a person whose id is blocked. */
function withoutBlocked(
  source: RowSource,
  blockedAmong: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): RowSource {
  const batches = async function* () {
    for await (const batch of source.batches) {
      const people = batch.rows.map((row) =>
        row.type === 'event' ? row.personId : row.type === 'person' ? row.personId : null,
      );
      const blocked = await blockedAmong(people.flatMap((person) => person ?? []));
      const at =
        blocked.size === 0 ? -1 : people.findIndex((person) => person !== null && blocked.has(person));
      if (at >= 0) throw personBlocked(people[at]!, source.describe(batch.file, batch.lines[at]!));
      yield batch;
    }
  };
  return { ...source, batches: batches() };
}

async function takeRows(
  source: RowSource,
  writer: SnapshotWriter,
  checks: IdChecks,
  signal: AbortSignal,
  report: () => void,
): Promise<void> {
  const faults = new FirstFaults<FaultyLine>();
  const yielder = new EventLoopYielder(SLICE_MS, { signal });
  for await (const { file, rows, lines } of source.batches) {
    await yielder.yieldIfDue();
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]!;
      const position = positionOf(file, lines[at]!);
      if (row.type === 'faulty') addFaults(faults, row, position, source.describe(file, lines[at]!));
      else if (row.type !== 'features' && faults.total === 0) takeRow(row, position, writer, checks);
    }
    await writer.writeFullGroups();
    report();
  }
  if (faults.total > 0) throw faultyRows(faults);
}

function takeRow(row: DatasetRow, position: number, writer: SnapshotWriter, checks: IdChecks): void {
  switch (row.type) {
    case 'item':
      checks.addItem(row, position);
      writer.addItem(row);
      return;
    case 'event':
      checks.addEvent(row, position);
      writer.addEvent(row);
      return;
    case 'person':
      checks.addPerson(row, position);
      writer.addPerson(row);
      return;
    default:
      row satisfies never;
  }
}

function addFaults(
  faults: FirstFaults<FaultyLine>,
  row: Extract<RowOrFault, { readonly type: 'faulty' }>,
  position: number,
  at: string,
): void {
  for (const issue of row.issues) faults.add(position, () => ({ at, ...issue }));
}

/** A file number and a line number packed into one sortable number: 2^40 lines a file, 8,192 files. */
const LINES_PER_FILE = 2 ** 40;

export function positionOf(file: number, line: number): number {
  return file * LINES_PER_FILE + line;
}

function fileAndLine(position: number): readonly [file: number, line: number] {
  return [Math.floor(position / LINES_PER_FILE), position % LINES_PER_FILE];
}
