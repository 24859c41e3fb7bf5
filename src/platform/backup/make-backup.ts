/**
 * A backup beside a serving process: first the database at one moment, then the artifacts, which never
 * change. An artifact that was removed in between is not used in the database any more, or about to be
 * removed there. It is counted.
 */
import type { ArtifactRoom, ArtifactStore } from '../artifacts/artifact-store.ts';
import type { DatabaseSnapshot } from '../storage/database-snapshot.ts';
import type { BackupTarget } from './backup-target.ts';
import { storeFile } from './blocks.ts';
import { mergedErasures } from './erasures.ts';
import {
  BLOCKS,
  blockName,
  ERASURES,
  type FileEntry,
  listBackups,
  type Manifest,
  putManifest,
  readManifest,
  removeManifest,
} from './manifest.ts';

/** Rooms with data that must last; the others hold work in progress. */
const rooms: readonly ArtifactRoom[] = [
  'datasets',
  'exports',
  'models',
  'tokenizers',
  'bundles',
  'documents',
];

export interface BackupParts {
  readonly target: BackupTarget;
  readonly takeSnapshot: () => Promise<DatabaseSnapshot>;
  readonly artifacts: ArtifactStore;
  /** Files of erasures, by name. */
  readonly erasures: () => Promise<ReadonlyMap<string, Uint8Array>>;
  /** The folder or bucket that they are in: a restore reads those that come later there. */
  readonly erasureLog: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly onProgress: (line: string) => void;
}

export interface BackupReport {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  /** Bytes that the target did not have yet. */
  readonly newBytes: number;
  /** Artifacts that were removed while the backup was made. */
  readonly gone: number;
}

export async function makeBackup(parts: BackupParts): Promise<BackupReport> {
  const { target, takeSnapshot, clock, onProgress } = parts;
  const startedAt = new Date(clock()).toISOString();
  const earlier = await lastManifest(target);
  onProgress('reading the database');
  const snapshot = await takeSnapshot();
  let newBytes = 0;
  const files: Manifest['database']['files'][number][] = [];
  try {
    for (const { name, form, columns, read } of snapshot.files) {
      const stored = await storeFile(target, read(), form);
      newBytes += stored.newBytes;
      files.push({ name, columns, bytes: stored.bytes, sha256: stored.sha256, blocks: stored.blocks });
      onProgress(`${name}: ${inMib(stored.bytes)}, of which ${inMib(stored.newBytes)} are new`);
    }
  } finally {
    await snapshot.close();
  }
  const copied = await storeArtifacts(parts, earlier);
  await copyErasures(parts);
  const { kind, migrations } = snapshot;
  const manifest: Manifest = {
    format: 1,
    startedAt,
    database: { kind, migrations, files },
    artifacts: copied.entries,
    erasureLog: parts.erasureLog,
  };
  const all = [...files, ...copied.entries];
  return {
    name: await putManifest(target, manifest),
    files: all.length,
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    newBytes: newBytes + copied.newBytes,
    gone: copied.gone,
  };
}

async function storeArtifacts({ target, artifacts, onProgress }: BackupParts, earlier: Manifest | null) {
  const known = new Map(earlier?.artifacts.map((entry) => [entry.name, entry]));
  const entries: FileEntry[] = [];
  let newBytes = 0;
  let gone = 0;
  for (const room of rooms) {
    for await (const { key, bytes } of artifacts.list(room)) {
      const before = known.get(key);
      if (before?.bytes === bytes) {
        entries.push(before);
        continue;
      }
      try {
        const { newBytes: added, ...stored } = await storeFile(target, artifacts.read(key), 'pages');
        newBytes += added;
        entries.push({ name: key, ...stored });
        onProgress(`${key}: ${inMib(stored.bytes)}`);
      } catch (error) {
        if ((await artifacts.stat(key)) !== null) throw error;
        gone += 1;
      }
    }
  }
  return { entries, newBytes, gone };
}

async function copyErasures({ target, erasures }: BackupParts): Promise<void> {
  for (const [name, bytes] of await erasures()) {
    const earlier = await target.get(ERASURES + name);
    await target.put(ERASURES + name, earlier === null ? bytes : mergedErasures([earlier, bytes]));
  }
}

async function lastManifest(target: BackupTarget): Promise<Manifest | null> {
  const names = await listBackups(target);
  return names.length === 0 ? null : readManifest(target, names.at(-1)!).catch(() => null);
}

/** Removes all backups but the last `keep`, and the blocks that no other one has. Returns the names. */
export async function pruneBackups(target: BackupTarget, keep: number): Promise<readonly string[]> {
  const names = await listBackups(target);
  const removed = names.slice(0, Math.max(0, names.length - keep));
  if (removed.length === 0) return [];
  for (const name of removed) await removeManifest(target, name);
  const used = new Set<string>();
  for (const name of names.slice(removed.length)) {
    const { database, artifacts } = await readManifest(target, name);
    for (const { blocks } of [...database.files, ...artifacts])
      for (const block of blocks) used.add(blockName(block));
  }
  for (const block of await target.list(BLOCKS)) if (!used.has(block)) await target.remove(block);
  return removed;
}

const inMib = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
