/** Objects of a bucket as a place of files: one is on this machine while it is read. */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { listObjects } from '../../../platform/artifacts/s3/list-bucket.ts';
import type { S3Bucket } from '../../../platform/outbound/s3/s3-bucket.ts';
import type { FilePlace, ListedFile } from './files-source.ts';

export function s3Place(bucket: S3Bucket, prefix: string): FilePlace {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-connect-'));
  return {
    kind: 's3',
    async list() {
      const files: ListedFile[] = [];
      for await (const { name, bytes, modifiedMs } of listObjects(bucket, prefix))
        if (!name.endsWith('/')) files.push({ name, version: `${bytes} ${modifiedMs}` });
      return files;
    },
    async *withPath({ name }, use) {
      const path = join(folder, `object-${basename(name).slice(-100)}`);
      await pipeline(Readable.from(bucket.readBytes(name)), createWriteStream(path, { mode: 0o600 }));
      try {
        yield* use(path);
      } finally {
        rmSync(path, { force: true });
      }
    },
    close: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
