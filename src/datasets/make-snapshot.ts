/**
 * An import from its first row to two files: rows are validated, written and their ids laid down as they pass; what can
 * only be told of the whole (ids that come twice, references) is told at the end, and only then do the files get their
 * names. Memory is bounded whatever the size: one row group of each file, and the ids' partitions.
 */
import { setImmediate } from 'node:timers/promises';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { SnapshotMade } from '../storage/dataset-store.ts';
import { type FaultyLine, faultyRows, noItems } from './checks/dataset-faults.ts';
import { FirstFaults } from './checks/first-faults.ts';
import { IdChecks } from './checks/id-checks.ts';
import type { RowBatch, RowOrFault } from './rows/dataset-row.ts';
import { type SnapshotKeys, SnapshotWriter } from './snapshot/snapshot-writer.ts';

export interface RowSource<Row = RowOrFault> {
  /** In their order, in batches of some thousand rows at most. Throws ApiError for what ends an import at once. */
  readonly batches: AsyncIterable<RowBatch<Row>>;
  /** Share of the source that was read, 0 to 1. */
  progress(): number;
  /** A place in words: `line 7`, `b.jsonl, line 7`. */
  describe(file: number, line: number): string;
}

export interface SnapshotTools {
  readonly artifacts: ArtifactStore;
  /** A folder for what does not fit into memory. */
  readonly scratchFolder: string;
}

export interface SnapshotProgress {
  /** 0 to 1 */
  readonly share: number;
  readonly items: number;
  readonly events: number;
}

/** Of the work, how much is reading; the rest is comparing ids. */
const READING_SHARE = 0.9;
const MS_BETWEEN_YIELDS = 25;

/** Throws ApiError for faults of the source, and `signal.reason`; then nothing is left behind. */
export async function makeSnapshot(
  { artifacts, scratchFolder }: SnapshotTools,
  source: RowSource,
  keys: SnapshotKeys,
  signal: AbortSignal,
  progress: (progress: SnapshotProgress) => void,
): Promise<Omit<SnapshotMade, 'readyAt'>> {
  const checks = new IdChecks(scratchFolder, (place) => source.describe(...placeParts(place)));
  const writer = await SnapshotWriter.create(artifacts, keys);
  const report = (share: number) => progress({ share, items: writer.itemCount, events: writer.eventCount });
  try {
    await takeRows(source, writer, checks, signal, () => report(source.progress() * READING_SHARE));
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

async function takeRows(
  source: RowSource,
  writer: SnapshotWriter,
  checks: IdChecks,
  signal: AbortSignal,
  report: () => void,
): Promise<void> {
  const faults = new FirstFaults<FaultyLine>();
  let breathedAt = performance.now();
  for await (const { file, rows, lines } of source.batches) {
    signal.throwIfAborted();
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at]!;
      const place = placeOf(file, lines[at]!);
      if (row.type === 'faulty') addFaults(faults, row, place, source.describe(file, lines[at]!));
      else if (faults.total === 0) takeRow(row, place, writer, checks);
    }
    await writer.writeFullGroups();
    report();
    if (performance.now() - breathedAt < MS_BETWEEN_YIELDS) continue;
    await setImmediate();
    breathedAt = performance.now();
  }
  if (faults.total > 0) throw faultyRows(faults);
}

function takeRow(
  row: Exclude<RowOrFault, { readonly type: 'faulty' }>,
  place: number,
  writer: SnapshotWriter,
  checks: IdChecks,
): void {
  if (row.type === 'item') {
    checks.addItem(row, place);
    writer.addItem(row);
  } else {
    checks.addEvent(row, place);
    writer.addEvent(row);
  }
}

function addFaults(
  faults: FirstFaults<FaultyLine>,
  row: Extract<RowOrFault, { readonly type: 'faulty' }>,
  place: number,
  at: string,
): void {
  for (const issue of row.issues) faults.add(place, () => ({ at, ...issue }));
}

/** File and line as one number that orders rows as they come: 2^40 lines a file, 8,192 files. */
const LINES_PER_FILE = 2 ** 40;

function placeOf(file: number, line: number): number {
  return file * LINES_PER_FILE + line;
}

function placeParts(place: number): readonly [file: number, line: number] {
  return [Math.floor(place / LINES_PER_FILE), place % LINES_PER_FILE];
}
