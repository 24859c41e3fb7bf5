/** Backups in a bucket of S3, or of a store that speaks its protocol. */
import { buffer } from 'node:stream/consumers';
import { listObjects } from '../artifacts/s3/list-bucket.ts';
import type { S3Bucket } from '../outbound/s3/s3-bucket.ts';
import { isMissing } from '../outbound/s3/s3-fault.ts';
import type { BackupTarget } from './backup-target.ts';

/** `prefix`: without slashes at its ends; '' for the whole bucket. */
export function openS3Target(bucket: S3Bucket, prefix: string): BackupTarget {
  const root = prefix === '' ? '' : `${prefix}/`;
  const keyOf = (name: string) => root + name;
  return {
    put: async (name, bytes) => {
      await bucket.send({ method: 'PUT', key: keyOf(name), body: Uint8Array.from(bytes) });
    },
    get: async (name) => {
      try {
        return await buffer(bucket.readBytes(keyOf(name)));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    has: async (name) => {
      try {
        await bucket.send({ method: 'HEAD', key: keyOf(name) });
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
    list: async (begin) => {
      const names: string[] = [];
      for await (const { name } of listObjects(bucket, keyOf(begin))) names.push(name.slice(root.length));
      return names.sort();
    },
    remove: async (name) => {
      await bucket.send({ method: 'DELETE', key: keyOf(name) });
    },
  };
}
