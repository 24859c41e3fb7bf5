/**
 * Restores a backup into an empty place. Everything is checked before anything is written. The database is
 * opened only when all files are there and the erasures after the backup have been made again.
 */

import type { TenantId } from '../../contract/brands.ts';
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { DatabaseKind, IncomingDatabase } from '../storage/database-snapshot.ts';
import { refuseNewer } from '../storage/migrations/migrate.ts';
import type { Store } from '../storage/store.ts';
import type { BackupTarget } from './backup-target.ts';
import { readStored } from './blocks.ts';
import { erasuresAfter } from './erasures.ts';
import { findErased, type PeopleOfDatasets } from './find-erased.ts';
import { ERASURES, type Manifest, readManifest } from './manifest.ts';
import { verifyBackup } from './verify-backup.ts';

const MINUTE = 60_000;

export interface RestoreParts {
  readonly target: BackupTarget;
  /** null: the last one. */
  readonly name: string | null;
  readonly kind: DatabaseKind;
  readonly openIncoming: (migrations: readonly string[]) => Promise<IncomingDatabase>;
  /** Opens the incoming database, and brings it up to date. */
  readonly openStore: () => Promise<Store>;
  readonly artifacts: ArtifactStore;
  /** Files of erasures beside those of the backup. `log`: the place that the backup names. */
  readonly erasures: (log: string | null) => Promise<Iterable<Uint8Array>>;
  readonly peopleOfDatasets: PeopleOfDatasets;
  /**
   * Whether the restore goes on without erasures that name people by a secret that the backup does not have.
   */
  readonly allowMissedErasures: boolean;
  readonly onProgress: (line: string) => void;
}

export interface RestoreReport {
  readonly name: string;
  readonly startedAt: string;
  readonly files: number;
  readonly bytes: number;
  /** Erasures after the backup that were made again. */
  readonly erasures: number;
  /** Erasures that could not be made again. */
  readonly missedErasures: number;
}

export async function restoreBackup(parts: RestoreParts): Promise<RestoreReport> {
  const { target, kind, onProgress, openIncoming } = parts;
  const manifest = await readManifest(target, parts.name);
  const { database, name, startedAt } = manifest;
  if (database.kind !== kind) throw new Error(otherKind(database.kind));
  refuseNewer(database.migrations);
  onProgress(`checking the backup ${name}`);
  const { faults, files, bytes } = await verifyBackup(target, name);
  if (faults.length > 0) throw new Error(`The backup ${name} is damaged:\n${faults.join('\n')}`);
  const incoming = await openIncoming(database.migrations);
  try {
    for (const file of database.files) {
      onProgress(file.name);
      await incoming.fill({ ...file, read: () => readStored(target, file) });
    }
    await incoming.keep();
    for (const file of manifest.artifacts) await placeArtifact(parts, file);
    const { erased, missed } = await eraseAgain(parts, manifest);
    await incoming.finish();
    return { name, startedAt, files, bytes, erasures: erased, missedErasures: missed };
  } finally {
    await incoming.close();
  }
}

async function placeArtifact({ target, artifacts }: RestoreParts, file: Parameters<typeof readStored>[1]) {
  // An interrupted restore has already written it.
  if ((await artifacts.stat(file.name))?.bytes === file.bytes) return;
  const writer = await artifacts.create(file.name);
  try {
    for await (const block of readStored(target, file)) await writer.write(block);
    await writer.commit();
  } catch (error) {
    await writer.abort();
    throw error;
  }
}

/**
 * An erasure is noted before it is made, and the backup may have read the database in between. The clocks of
 * servers differ, too. So erasures from a little before the backup are also made again.
 */
const NOTED_BEFORE_MS = 10 * MINUTE;

async function eraseAgain(
  parts: RestoreParts,
  { name, startedAt, erasureLog }: Manifest & { readonly name: string },
) {
  const { target, openStore, erasures, peopleOfDatasets, allowMissedErasures, onProgress } = parts;
  const files: Uint8Array[] = [...(await erasures(erasureLog))];
  for (const file of await target.list(ERASURES)) files.push((await target.get(file))!);
  const noted = erasuresAfter(files, Date.parse(startedAt) - NOTED_BEFORE_MS);
  const store = await openStore();
  try {
    const { found, missed } = await findErased(store, noted, peopleOfDatasets);
    if (missed > 0 && !allowMissedErasures) throw new Error(otherSecret(name, missed));
    let erased = 0;
    for (const { tenant, domain, atMs, userId, mark, block = false } of found) {
      if (userId === null) {
        if (block) await store.blocks.add(tenant, mark);
        continue;
      }
      if (await hasReturned(store, { tenant, userId, domain, atMs })) continue;
      if (await store.people.isKnown(tenant, userId, domain)) erased += 1;
      await store.profiles.erase(tenant, userId, domain, { block });
    }
    if (erased > 0) onProgress(`${erased} erasures made after the backup were made again`);
    return { erased, missed };
  } finally {
    await store.close();
  }
}

interface ErasureOfPerson {
  readonly tenant: TenantId;
  readonly userId: string;
  readonly domain: string | null;
  readonly atMs: number;
}

/** Whether the person was stored anew since the erasure, and the backup has the new data. */
async function hasReturned(store: Store, { tenant, userId, domain, atMs }: ErasureOfPerson) {
  const rows = await store.profiles.listDomains(tenant, userId);
  return rows.some((row) => (domain === null || row.domain === domain) && Date.parse(row.createdAt) > atMs);
}

const otherSecret = (name: string, missed: number) =>
  `${missed} erasures cannot be made again: their log names people by a keyed hash, and the backup ${name} is older than its key. Restore a later backup, or allow it with --allow-missed-erasures and erase those people by hand.`;

function otherKind(kind: DatabaseKind): string {
  return kind === 'sqlite'
    ? 'The backup is of an embedded database: restore it into a data folder, without DATABASE_URL.'
    : 'The backup is of a PostgreSQL database: set DATABASE_URL to an empty one.';
}
