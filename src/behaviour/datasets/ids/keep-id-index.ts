/**
 * Writes the index of the ids of a snapshot (`id-index-file.ts`). The rows are read in passes over ranges of
 * buckets, so that memory holds the entries of one range.
 */
import type { ArtifactStore, ArtifactWriter } from '../../../platform/artifacts/artifact-store.ts';
import { EventLoopYielder } from '../../../platform/threads/event-loop-yielder.ts';
import type { HashKey } from '../checks/half-sip-hash.ts';
import { newHashKey } from '../checks/id-partitions.ts';
import { eventAt, itemAt } from '../exported-lines.ts';
import { readSnapshot, type Snapshot, type SnapshotOfDataset } from '../snapshot/read-snapshot.ts';
import { personIdsOf } from '../snapshot/snapshot-rows.ts';
import {
  bucketOf,
  bucketsFor,
  contentHash,
  ENTRY_BYTES,
  FOOTER_BYTES,
  type IndexedPart,
  idHasher,
  idIndexKey,
} from './id-index-file.ts';

/** Entries of a pass: 64 MiB, and as much again while they are sorted. */
const ENTRIES_A_PASS = 4_000_000;
const SLICE_MS = 25;
const WORDS = ENTRY_BYTES / 4;

/** Does nothing for a part whose index exists. Throws `signal.reason`, and an Error for damaged files. */
export async function keepIdIndexes(
  artifacts: ArtifactStore,
  dataset: SnapshotOfDataset,
  signal: AbortSignal,
  entriesAPass = ENTRIES_A_PASS,
): Promise<void> {
  const { itemCount: items, eventCount: events } = dataset;
  for (const [part, ids] of Object.entries({ items, events }))
    await keepIndex(artifacts, dataset, { part: part as IndexedPart, ids, signal, entriesAPass });
}

/** As `keepIdIndexes`. `ids`: the number of people, or somewhat more. */
export async function keepPeopleIndex(
  artifacts: ArtifactStore,
  dataset: SnapshotOfDataset,
  ids: number,
  signal: AbortSignal,
  entriesAPass = ENTRIES_A_PASS,
): Promise<void> {
  await keepIndex(artifacts, dataset, { part: 'people', ids, signal, entriesAPass });
}

async function keepIndex(
  artifacts: ArtifactStore,
  dataset: SnapshotOfDataset,
  indexing: Omit<Indexing, 'snapshot'>,
): Promise<void> {
  const key = idIndexKey(dataset, indexing.part);
  if ((await artifacts.stat(key)) !== null) return;
  const snapshot = await readSnapshot(artifacts, dataset);
  try {
    await writeIndex(await artifacts.create(key), { ...indexing, snapshot });
  } catch (error) {
    // Another process has written the same index meanwhile.
    if ((await artifacts.stat(key)) === null) throw error;
  }
}

interface Indexing {
  readonly snapshot: Snapshot;
  readonly part: IndexedPart;
  /** The number of ids, for the number of buckets and passes. */
  readonly ids: number;
  readonly signal: AbortSignal;
  readonly entriesAPass: number;
}

async function writeIndex(writer: ArtifactWriter, indexing: Indexing): Promise<void> {
  const { ids, entriesAPass } = indexing;
  const buckets = bucketsFor(ids);
  const keys = [newHashKey(), newHashKey()] as const;
  const passes = Math.min(buckets, 2 ** Math.ceil(Math.log2(Math.max(1, ids / entriesAPass))));
  const starts = new Uint32Array(buckets + 1);
  let count = 0;
  try {
    for (let pass = 0; pass < passes; pass++) {
      const from = (buckets / passes) * pass;
      const range = { from, to: from + buckets / passes, buckets };
      const entries = await entriesOf(indexing, keys, range);
      count += entries.length / WORDS;
      await writer.write(bytesOf(byBucket(entries, range, starts)));
    }
    await writer.write(bytesOf(starts));
    await writer.write(footerOf(buckets, count, keys));
    await writer.commit();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

interface BucketRange {
  /** The first bucket, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly buckets: number;
}

/** The entries whose bucket is in the range, in the order of the rows. */
async function entriesOf(
  { snapshot, part, signal }: Indexing,
  keys: readonly [HashKey, HashKey],
  { from, to, buckets }: BucketRange,
): Promise<Uint32Array> {
  const hashOf = idHasher(keys);
  const yielder = new EventLoopYielder(SLICE_MS, { signal });
  let entries = new Uint32Array(WORDS * 1024);
  let used = 0;
  // A person has many events.
  const seen = new Set<string>();
  for await (const { id, line } of rowsOf[part](snapshot)) {
    await yielder.yieldIfDue();
    if (seen.has(id)) continue;
    const { high, low } = hashOf(id);
    const bucket = bucketOf(high, buckets);
    if (bucket < from || bucket >= to) continue;
    if (part === 'people') seen.add(id);
    if (used === entries.length) entries = grown(entries);
    const content = contentHash(line());
    entries.set([high, low, content.high, content.low], used);
    used += WORDS;
  }
  return entries.subarray(0, used);
}

interface IndexedRow {
  readonly id: string;
  readonly line: () => string;
}

async function* itemsOf(snapshot: Snapshot): AsyncGenerator<IndexedRow> {
  for await (const batch of snapshot.items())
    for (const [row, id] of batch.itemIds.entries()) yield { id, line: () => itemAt(batch, row) };
}

async function* eventsOf(snapshot: Snapshot): AsyncGenerator<IndexedRow> {
  for await (const batch of snapshot.events())
    for (const [row, id] of batch.eventIds.entries()) yield { id, line: () => eventAt(batch, row) };
}

async function* peopleOf(snapshot: Snapshot): AsyncGenerator<IndexedRow> {
  const line = () => '';
  for await (const ids of personIdsOf(snapshot)) for (const id of ids) yield { id, line };
}

const rowsOf = { items: itemsOf, events: eventsOf, people: peopleOf } as const;

function grown(entries: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * entries.length);
  larger.set(entries);
  return larger;
}

/** Sorts the entries by bucket, and notes where each bucket of the range begins and ends. */
function byBucket(entries: Uint32Array, { from, to, buckets }: BucketRange, starts: Uint32Array) {
  const count = entries.length / WORDS;
  const bucketAt = (entry: number) => bucketOf(entries[entry * WORDS]!, buckets);
  for (let entry = 0; entry < count; entry++) starts[bucketAt(entry) + 1]!++;
  for (let bucket = from; bucket < to; bucket++) starts[bucket + 1]! += starts[bucket]!;
  const next = starts.slice(from, to);
  const first = starts[from]!;
  const sorted = new Uint32Array(entries.length);
  for (let entry = 0; entry < count; entry++) {
    const at = next[bucketAt(entry) - from]!++ - first;
    sorted.set(entries.subarray(entry * WORDS, (entry + 1) * WORDS), at * WORDS);
  }
  return sorted;
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function footerOf(buckets: number, rows: number, keys: readonly [HashKey, HashKey]): Uint8Array {
  const footer = Buffer.alloc(FOOTER_BYTES);
  footer.writeUInt32LE(buckets, 0);
  footer.writeDoubleLE(rows, 8);
  for (const [at, { k0, k1 }] of keys.entries()) {
    footer.writeUInt32LE(k0, 16 + 8 * at);
    footer.writeUInt32LE(k1, 20 + 8 * at);
  }
  return footer;
}
