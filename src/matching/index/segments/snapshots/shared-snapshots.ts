/**
 * Snapshots of indexes in the store of artifacts, so that a server with an empty data folder starts from
 * them. Each is one archive, `<tenant>/indexes/<domain>.v<version>/<sequence>.<rows>.<random>.tar`, and the
 * newest counts.
 *
 * An index is shared after it was saved, at most every half hour unless it has doubled. So a shared snapshot
 * with an erased person is replaced soon after the one on disk, or deleted with it. Sharing never fails a
 * save: the index can always be built from the store's rows.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { packTar, unpackTar } from 'modern-tar/fs';
import { changeSequence, type TenantId } from '../../../../contract/brands.ts';
import { artifactKey, parseArtifactKey } from '../../../../platform/artifacts/artifact-key.ts';
import type { ArtifactStore } from '../../../../platform/artifacts/artifact-store.ts';
import { waitAtMost } from '../../../../platform/threads/wait-at-most.ts';
import type { IndexEngine, StoredSnapshot } from '../../index-engine.ts';
import { snapshotFolder } from './snapshot-folder.ts';
import { MANIFEST } from './snapshot-format.ts';

const ROOM = 'indexes';
const SHARE_EVERY_MS = 1_800_000;
/** A match waits for the search. A bucket that does not answer must not keep an index from being built. */
const SEARCH_MS = 1000;

export interface SharedSnapshotsOptions {
  /** The folder of the engine's own snapshots. */
  readonly folder: string;
  readonly artifacts: ArtifactStore;
  readonly onFailure: (error: unknown, about: { readonly tenant: TenantId; readonly domain: string }) => void;
}

type Named = Pick<StoredSnapshot, 'tenant' | 'domain' | 'version'>;
interface Shared extends StoredSnapshot {
  readonly key: string;
  readonly modifiedMs: number;
}

/**
 * The engine, which shares the snapshots that it saves. Where it has none, it loads those that others have
 * shared.
 */
export function withSharedSnapshots(engine: IndexEngine, options: SharedSnapshotsOptions): IndexEngine {
  const { folder, artifacts, onFailure } = options;
  let sharing: Promise<void> = Promise.resolve();
  const folderOf = ({ tenant, domain, version }: Named) => snapshotFolder(folder, tenant, domain, version);
  return {
    ...engine,
    load: async (tenant, definition, latest) => {
      const wanted = { tenant, domain: definition.domain, version: definition.version };
      if (!existsSync(join(folderOf(wanted), MANIFEST)))
        await fetchNewest(artifacts, wanted, folderOf(wanted)).catch((error: unknown) =>
          onFailure(error, wanted),
        );
      return engine.load(tenant, definition, latest);
    },
    save: async (tenant, index) => {
      // Read before: a later sequence would hide an erasure that the snapshot does not have.
      const { sequence } = index;
      await engine.save(tenant, index);
      const { domain, version } = index.definition;
      const saved = { tenant, domain, version, sequence, rows: index.size };
      sharing = sharing
        .then(() => share(artifacts, saved, folderOf(saved)))
        .catch((error: unknown) => onFailure(error, saved));
    },
    snapshots: async () => {
      const own = await engine.snapshots();
      const names = new Set(own.map(nameOf));
      const shared = await inTime(newestOf(artifacts)).catch(() => []);
      return [...own, ...shared.filter((each) => !names.has(nameOf(each)))];
    },
    deleteSnapshot: async (snapshot) => {
      await engine.deleteSnapshot(snapshot);
      await artifacts.removeAll(snapshot.tenant, ROOM, resourceOf(snapshot));
    },
    close: async () => {
      await sharing;
      await engine.close();
    },
  };
}

async function share(artifacts: ArtifactStore, saved: StoredSnapshot, folder: string): Promise<void> {
  const earlier = await sharedOf(artifacts, saved);
  const newest = earlier.at(-1);
  if (newest !== undefined && Date.now() - newest.modifiedMs < SHARE_EVERY_MS && newest.rows * 2 > saved.rows)
    return;
  const before = await readFile(join(folder, MANIFEST));
  const file = `${String(saved.sequence).padStart(16, '0')}.${saved.rows}.${randomUUID()}.tar`;
  const writer = await artifacts.create(artifactKey(saved.tenant, ROOM, resourceOf(saved), file));
  try {
    for await (const piece of packTar(folder)) await writer.write(piece as Uint8Array);
    // A snapshot that was written meanwhile has replaced files of this one.
    if (!before.equals(await readFile(join(folder, MANIFEST))))
      throw new Error('the snapshot changed while it was read');
    await writer.commit();
  } catch (error) {
    await writer.abort();
    throw error;
  }
  for (const { key } of earlier) await artifacts.remove(key);
}

/** Fetches the newest snapshot. Afterwards the folder is complete, or does not exist. */
async function fetchNewest(artifacts: ArtifactStore, wanted: Named, folder: string): Promise<void> {
  const newest = (await inTime(sharedOf(artifacts, wanted))).at(-1);
  if (newest === undefined) return;
  const incoming = `${folder}.incoming-${randomUUID()}`;
  await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
  try {
    await pipeline(
      Readable.from(artifacts.read(newest.key)),
      unpackTar(incoming, { fmode: 0o600, dmode: 0o700 }),
    );
    if (!existsSync(join(incoming, MANIFEST))) throw new Error(`${newest.key} is no snapshot of an index`);
    await rm(folder, { recursive: true, force: true });
    await rename(incoming, folder);
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

async function inTime<Found>(search: Promise<Found>): Promise<Found> {
  if (!(await waitAtMost(search, SEARCH_MS)))
    throw new Error(`the store of artifacts listed no saved indexes within ${SEARCH_MS} ms`);
  return search;
}

/** The shared snapshots of one index, oldest first. */
async function sharedOf(artifacts: ArtifactStore, wanted: Named): Promise<readonly Shared[]> {
  const all = await allShared(artifacts);
  return all.filter((each) => nameOf(each) === nameOf(wanted));
}

async function newestOf(artifacts: ArtifactStore): Promise<readonly Shared[]> {
  return [...new Map((await allShared(artifacts)).map((each) => [nameOf(each), each])).values()];
}

async function allShared(artifacts: ArtifactStore): Promise<readonly Shared[]> {
  const found: Shared[] = [];
  for await (const { key, modifiedMs } of artifacts.list(ROOM)) {
    const { tenant, resourceId, file } = parseArtifactKey(key);
    const parts = /^(.+)\.v(\d+)$/.exec(resourceId);
    const [sequence, rows] = file.split('.').map(Number);
    if (parts === null || sequence === undefined || rows === undefined) continue;
    const [, domain, version] = parts as unknown as [string, string, string];
    found.push({
      tenant,
      domain,
      version: Number(version),
      sequence: changeSequence(sequence),
      rows,
      key,
      modifiedMs,
    });
  }
  return found.sort((a, b) => a.sequence - b.sequence);
}

const resourceOf = ({ domain, version }: Named) => `${domain}.v${version}`;
const nameOf = ({ tenant, domain, version }: Named) => `${tenant} ${domain} ${version}`;
