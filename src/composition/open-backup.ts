/** Part of the composition root: backups of what the settings name, and restores into it. */
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BackupTarget } from '../backup/backup-target.ts';
import { readErasureFiles } from '../backup/erasures.ts';
import { openFolderTarget } from '../backup/folder-target.ts';
import { type BackupReport, makeBackup, pruneBackups } from '../backup/make-backup.ts';
import { type RestoreReport, restoreBackup } from '../backup/restore-backup.ts';
import { openS3Target } from '../backup/s3-target.ts';
import type { Settings } from '../config/settings.ts';
import { openS3Bucket } from '../outbound/s3/s3-bucket.ts';
import { openIncomingPostgres, takePostgresSnapshot } from '../storage/postgres/postgres-snapshot.ts';
import { openPostgresStore } from '../storage/postgres/postgres-store.ts';
import { openIncomingFile, takeSqliteSnapshot } from '../storage/sqlite/sqlite-snapshot.ts';
import { openSqliteStore } from '../storage/sqlite/sqlite-store.ts';
import { bucketAccess, openArtifacts, scratchFolder } from './open-artifacts.ts';
import { databaseFile, erasureFolder, postgresSettings } from './open-store.ts';

/** `where`: a folder, or `s3://bucket/path`. Throws where there are no credentials for a bucket. */
export function openBackupTarget(settings: Settings, where: string): BackupTarget {
  if (!where.startsWith('s3:')) return openFolderTarget(resolve(where));
  const url = URL.parse(where);
  if (url === null || url.hostname === '')
    throw new Error(`«${where}» is no bucket; expected s3://bucket/path.`);
  const access = bucketAccess(settings);
  if (access === null) {
    throw new Error(
      `There are no credentials for ${where}; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and AWS_ENDPOINT_URL for another store than Amazon's.`,
    );
  }
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
  return openS3Target(openS3Bucket({ bucket: url.hostname, access }), prefix);
}

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
    erasures: () => readErasureFiles(erasureFolder(settings)),
    erasureLog: resolve(erasureFolder(settings)),
    clock: Date.now,
    onProgress,
  });
  return { ...report, removed: keep === null ? [] : await pruneBackups(target, keep) };
}

/** `erasures`: folders with erasures of other servers, beside those that the backup and the settings name. */
export async function restore(
  settings: Settings,
  target: BackupTarget,
  { name, erasures }: { readonly name: string | null; readonly erasures: readonly string[] },
  onProgress: (line: string) => void,
): Promise<RestoreReport> {
  const postgres = postgresSettings(settings);
  const file = databaseFile(settings);
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
    artifacts: openArtifacts(settings),
    erasures: async (log) => {
      const named = [erasureFolder(settings), ...(log === null ? [] : [log]), ...erasures];
      const folders = new Set(named.map((folder) => resolve(folder)));
      const files = await Promise.all([...folders].map((folder) => readErasureFiles(folder)));
      return files.flatMap((each) => [...each.values()]);
    },
    onProgress,
  });
  // Saved indexes of other data.
  await rm(join(settings.data, 'indexes'), { recursive: true, force: true });
  return report;
}
