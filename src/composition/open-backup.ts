/** Part of the composition root: backups of the data that the settings name, and restores into it. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AuditAction } from '../contract/audit-actions.ts';
import type { BackupTarget } from '../platform/backup/backup-target.ts';
import { mergedErasures } from '../platform/backup/erasures.ts';
import { type BackupReport, makeBackup, pruneBackups } from '../platform/backup/make-backup.ts';
import { type RestoreReport, restoreBackup } from '../platform/backup/restore-backup.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { AuditStore } from '../platform/storage/audit-store.ts';
import {
  openIncomingPostgres,
  takePostgresSnapshot,
} from '../platform/storage/postgres/postgres-snapshot.ts';
import { openPostgresStore } from '../platform/storage/postgres/postgres-store.ts';
import { openIncomingFile, takeSqliteSnapshot } from '../platform/storage/sqlite/sqlite-snapshot.ts';
import { openSqliteStore } from '../platform/storage/sqlite/sqlite-store.ts';
import { OPERATOR_OWNER, type Store } from '../platform/storage/store.ts';
import { openArtifacts, scratchFolder } from './open-artifacts.ts';
import { erasurePlace, readErasures } from './open-erasure-log.ts';
import { databaseFile, openStore, pendingMigrations, postgresSettings } from './open-store.ts';
import { peopleOfDatasets } from './people-of-datasets.ts';

export async function backUp(
  settings: Settings,
  target: BackupTarget,
  keep: number | null,
  onProgress: (line: string) => void,
): Promise<BackupReport & { readonly removed: readonly string[] }> {
  const postgres = postgresSettings(settings);
  const report = await makeBackup({
    target,
    takeSnapshot: () =>
      postgres === null
        ? takeSqliteSnapshot(databaseFile(settings), scratchFolder(settings))
        : takePostgresSnapshot(postgres),
    artifacts: openArtifacts(settings),
    erasures: async () => {
      const byName = Map.groupBy(await readErasures(settings), ([file]) => file);
      return new Map([...byName].map(([file, all]) => [file, mergedErasures(all.map(([, bytes]) => bytes))]));
    },
    erasureLog: erasurePlace(settings),
    clock: Date.now,
    onProgress,
  });
  const removed = keep === null ? [] : await pruneBackups(target, keep);
  const { name, files, bytes } = report;
  // A backup before an upgrade must not bring the tables up to date, as opening the store does.
  if ((await pendingMigrations(settings)).length === 0)
    await noteInAudit(() => openStore(settings), 'backup.make', { name, files, bytes, removed });
  return { ...report, removed };
}

export interface RestoreWish {
  /** null: the last backup. */
  readonly name: string | null;
  readonly erasures: readonly string[];
  readonly allowMissedErasures: boolean;
}

/** `erasures`: places with erasures of other servers, beside those that the backup and the settings name. */
export async function restore(
  settings: Settings,
  target: BackupTarget,
  { name, erasures, allowMissedErasures }: RestoreWish,
  onProgress: (line: string) => void,
): Promise<RestoreReport> {
  const postgres = postgresSettings(settings);
  const file = databaseFile(settings);
  const artifacts = openArtifacts(settings);
  const report = await restoreBackup({
    target,
    name,
    kind: postgres === null ? 'sqlite' : 'postgres',
    openIncoming: async (migrations) =>
      postgres === null ? openIncomingFile(file) : openIncomingPostgres(postgres, migrations),
    openStore: () =>
      postgres === null
        ? openSqliteStore({ file, incoming: true })
        : openPostgresStore({ ...postgres, incoming: true }),
    artifacts,
    peopleOfDatasets: peopleOfDatasets(artifacts, onProgress),
    allowMissedErasures,
    erasures: async (log) => {
      const files = await readErasures(settings, [...(log === null ? [] : [log]), ...erasures]);
      return files.map(([, bytes]) => bytes);
    },
    onProgress,
  });
  // Saved indexes of other data.
  await rm(join(settings.data, 'indexes'), { recursive: true, force: true });
  const { name: restored, files, bytes, erasures: erased, missedErasures } = report;
  const missed = missedErasures > 0 && { missed_erasures: missedErasures };
  const details = { name: restored, files, bytes, erasures: erased, ...missed };
  await noteInAudit(() => openStore(settings), 'backup.restore', details);
  return report;
}

/** Opens the store for one entry. `details` name no place: an address may hold a password. */
async function noteInAudit(
  open: () => Promise<Pick<Store, 'close'> & { readonly audit: Pick<AuditStore, 'note'> }>,
  action: AuditAction,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const store = await open();
  try {
    const about = { tenantId: OPERATOR_OWNER, target: null, person: null, result: 'done' } as const;
    await store.audit.note({ ...about, action, details });
  } finally {
    await store.close();
  }
}
