/**
 * Part of the composition root: the log of erasures. By default it is where the files are: below the data
 * folder, or in the bucket that all servers share.
 */
import { join, resolve } from 'node:path';
import { openBucketErasureLog } from '../platform/backup/bucket-erasure-log.ts';
import type { ErasureLog } from '../platform/backup/erasures.ts';
import { openFolderErasureLog } from '../platform/backup/folder-erasure-log.ts';
import type { Settings } from '../platform/config/settings.ts';
import type { BucketSettings } from './open-artifacts.ts';

export type ErasureSettings = Pick<Settings, 'data'> &
  BucketSettings &
  Partial<Pick<Settings, 'erasureLog' | 'artifactBucket'>>;

const ownFolder = ({ data }: ErasureSettings) => resolve(join(data, 'erasures'));

/** Where erasures are noted from now on: a folder, or `s3://bucket/path`. */
export function erasurePlace(settings: ErasureSettings): string {
  const { erasureLog, artifactBucket } = settings;
  if (erasureLog != null) return erasureLog.startsWith('s3:') ? erasureLog : resolve(erasureLog);
  return artifactBucket == null ? ownFolder(settings) : `${artifactBucket}/erasures`;
}

/** Opened with the first use: a command that erases nothing loads nothing. Throws as `openBucketTarget`. */
export function openErasureLog(settings: ErasureSettings, place = erasurePlace(settings)): ErasureLog {
  let opened: Promise<ErasureLog> | undefined;
  const log = () => {
    opened ??= openLog(settings, place);
    return opened;
  };
  return {
    note: async (erasure) => (await log()).note(erasure),
    files: async () => (await log()).files(),
  };
}

async function openLog(settings: ErasureSettings, place: string): Promise<ErasureLog> {
  if (!place.startsWith('s3:')) return openFolderErasureLog(place);
  const { openBucketTarget } = await import('./open-backup-target.ts');
  return openBucketErasureLog(openBucketTarget(settings, place));
}

/** Lines of the places, of the one in force, and of the folder that was in force before a bucket was set. */
export async function readErasures(
  settings: ErasureSettings,
  more: readonly string[] = [],
): Promise<readonly (readonly [string, Uint8Array])[]> {
  const others = more.map((place) => (place.startsWith('s3:') ? place : resolve(place)));
  const places = new Set([ownFolder(settings), erasurePlace(settings), ...others]);
  const files = await Promise.all([...places].map((place) => openErasureLog(settings, place).files()));
  return files.flatMap((each) => [...each]);
}
