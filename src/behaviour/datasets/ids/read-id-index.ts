/**
 * Looks ids up in the index of a snapshot (`id-index-file.ts`). A small index is held whole, a large one read
 * by bucket.
 */
import { LRUCache } from 'lru-cache';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { SnapshotOfDataset } from '../snapshot/read-snapshot.ts';
import {
  bucketOf,
  contentHash,
  ENTRY_BYTES,
  FOOTER_BYTES,
  type IdHash,
  type IndexedPart,
  idHasher,
  idIndexKey,
} from './id-index-file.ts';

/** Bytes of indexes in memory. */
const MAX_CACHED = 64 * 1024 * 1024;
/** The entries of an index of up to this size are held in memory. */
const MAX_WHOLE = 16 * 1024 * 1024;

interface SoughtId {
  readonly id: string;
  /** The line of an export that the row would have; null: the content does not matter. */
  readonly line: string | null;
}

type FoundId = 'same' | 'other' | 'none';

export interface IdIndexes {
  /** Whether the parts have an index. */
  has(dataset: SnapshotOfDataset, parts: readonly IndexedPart[]): Promise<boolean>;
  /** One answer for each id, in order: a row with the id and equal content, with other content, or none. */
  lookUp(
    dataset: SnapshotOfDataset,
    part: IndexedPart,
    sought: readonly SoughtId[],
  ): Promise<readonly FoundId[]>;
}

interface OpenIndex {
  readonly buckets: number;
  readonly starts: Uint32Array;
  readonly hashOf: (id: string) => IdHash;
  /** null: they are read by bucket. */
  readonly entries: Buffer | null;
}

type Artifacts = Pick<ArtifactStore, 'stat' | 'open'>;
type OpenArtifact = Awaited<ReturnType<ArtifactStore['open']>>;

export function createIdIndexes(artifacts: Artifacts): IdIndexes {
  const opened = new LRUCache<string, OpenIndex>({
    maxSize: MAX_CACHED,
    sizeCalculation: ({ starts, entries }) => starts.byteLength + (entries?.length ?? 0) + 1,
  });
  return {
    has: async (dataset, parts) => {
      const keys = parts.map((part) => idIndexKey(dataset, part));
      for (const key of keys) if (!opened.has(key) && (await artifacts.stat(key)) === null) return false;
      return true;
    },
    lookUp: async (dataset, part, sought) => {
      if (sought.length === 0) return [];
      const key = idIndexKey(dataset, part);
      const file = await artifacts.open(key);
      try {
        const index = opened.get(key) ?? (await openIndex(file));
        opened.set(key, index);
        const found: FoundId[] = [];
        for (const row of sought) found.push(await find(file, index, row));
        return found;
      } finally {
        await file.close();
      }
    },
  };
}

async function openIndex(file: OpenArtifact): Promise<OpenIndex> {
  const footer = Buffer.from(await file.slice(file.bytes - FOOTER_BYTES, file.bytes));
  const buckets = footer.readUInt32LE(0);
  const keyAt = (at: number) => ({ k0: footer.readUInt32LE(at), k1: footer.readUInt32LE(at + 4) });
  const end = file.bytes - FOOTER_BYTES;
  const words = 4 * (buckets + 1);
  const starts = new Uint32Array(await file.slice(end - words, end));
  const bytes = end - words;
  return {
    buckets,
    starts,
    hashOf: idHasher([keyAt(16), keyAt(24)]),
    entries: bytes <= MAX_WHOLE ? Buffer.from(await file.slice(0, bytes)) : null,
  };
}

async function find(file: OpenArtifact, index: OpenIndex, { id, line }: SoughtId): Promise<FoundId> {
  const { high, low } = index.hashOf(id);
  const bucket = bucketOf(high, index.buckets);
  const [start, end] = [index.starts[bucket]! * ENTRY_BYTES, index.starts[bucket + 1]! * ENTRY_BYTES];
  if (start === end) return 'none';
  const entries = index.entries?.subarray(start, end) ?? Buffer.from(await file.slice(start, end));
  for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
    if (entries.readUInt32LE(at) !== high || entries.readUInt32LE(at + 4) !== low) continue;
    if (line === null) return 'same';
    const content = contentHash(line);
    const isSame =
      entries.readUInt32LE(at + 8) === content.high && entries.readUInt32LE(at + 12) === content.low;
    return isSame ? 'same' : 'other';
  }
  return 'none';
}
