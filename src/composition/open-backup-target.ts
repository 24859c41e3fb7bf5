/** Part of the composition root: a folder or a bucket, by the name that an operator gives. */
import { resolve } from 'node:path';
import type { BackupTarget } from '../platform/backup/backup-target.ts';
import { openFolderTarget } from '../platform/backup/folder-target.ts';
import { openS3Target } from '../platform/backup/s3-target.ts';
import { openS3Bucket } from '../platform/outbound/s3/s3-bucket.ts';
import { type BucketSettings, bucketAccess } from './open-artifacts.ts';

/** `where`: a folder, or `s3://bucket/path`. Throws where there are no credentials for a bucket. */
export function openBackupTarget(settings: BucketSettings, where: string): BackupTarget {
  return where.startsWith('s3:') ? openBucketTarget(settings, where) : openFolderTarget(resolve(where));
}

export function openBucketTarget(settings: BucketSettings, where: string): BackupTarget {
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
