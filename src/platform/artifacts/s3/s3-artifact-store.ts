/**
 * Artifacts as objects of a bucket, `<prefix>/<room>/<tenant>/<resource>/<file>`. The names are those below
 * the folder of `files/`, so a plain copy moves a folder into a bucket. A file is a multipart upload and
 * becomes visible, whole, when the upload is completed.
 */

import contentDisposition from 'content-disposition';
import type { S3Bucket } from '../../outbound/s3/s3-bucket.ts';
import { isMissing } from '../../outbound/s3/s3-fault.ts';
import { parseArtifactKey } from '../artifact-key.ts';
import type { ArtifactStore } from '../artifact-store.ts';
import { lastWrittenMs, listObjects, listUploads } from './list-bucket.ts';
import { createObjectNames } from './object-names.ts';
import { openObject } from './open-object.ts';
import { isLost, removeUpload, writeS3Artifact } from './write-s3-artifact.ts';

export interface S3ArtifactStoreOptions {
  readonly bucket: S3Bucket;
  /** The objects of the store begin with it; '' for the whole bucket. Without slashes at its ends. */
  readonly prefix: string;
  /** Size of the parts of an upload but the last, at least 5 MiB. Default 8 MiB. */
  readonly partBytes?: number;
}

/** How long an address of `addressOf` can be opened. A download that has begun goes on. */
const ADDRESS_SECONDS = 300;

/** Several processes and machines may share it. */
export function openS3ArtifactStore({ bucket, prefix, partBytes }: S3ArtifactStoreOptions): ArtifactStore {
  const names = createObjectNames(prefix);
  const stat = (key: string) => statObject(bucket, names.objectOf(key));
  const remove = (name: string) => bucket.send({ method: 'DELETE', key: name });
  return {
    create: async (key) => {
      const name = names.objectOf(key);
      if ((await stat(key)) !== null) throw new Error(`artifact ${key} exists; a key is written once`);
      return writeS3Artifact(bucket, { key, name, ...(partBytes !== undefined && { partBytes }) });
    },
    stat,
    read: (key, range) => readObject(bucket, names.objectOf(key), range),
    open: async (key) => {
      const found = await stat(key);
      if (found === null) throw new Error(`artifact ${key} does not exist`);
      return openObject(bucket, names.objectOf(key), found.bytes);
    },
    addressOf: async (key, { filename, contentType }) => {
      const query = {
        'response-content-disposition': contentDisposition(filename),
        'response-content-type': contentType,
      };
      return bucket.presign(names.objectOf(key), query, ADDRESS_SECONDS);
    },
    remove: async (key) => {
      await remove(names.objectOf(key));
    },
    removeAll: async (tenant, room, resourceId) => {
      parseArtifactKey(`${tenant}/${room}/${resourceId}/any`);
      const folder = names.folderOf(room, tenant, resourceId);
      for await (const { name } of listObjects(bucket, folder)) await remove(name);
    },
    list: async function* (room) {
      for await (const { name, ...found } of listObjects(bucket, names.folderOf(room))) {
        const key = names.keyOf(name);
        if (key !== null) yield { key, ...found };
      }
    },
    removePartials: (beforeMs) => removeUploads(bucket, names.root, beforeMs),
  };
}

/** The date has whole seconds. */
async function statObject(bucket: S3Bucket, name: string) {
  try {
    const { headers } = await bucket.send({ method: 'HEAD', key: name });
    return {
      bytes: Number(headers.get('content-length')),
      modifiedMs: Date.parse(headers.get('last-modified') ?? ''),
    };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function* readObject(
  bucket: S3Bucket,
  name: string,
  range?: { readonly start: number; readonly end: number },
): AsyncGenerator<Uint8Array> {
  if (range !== undefined && range.start >= range.end) return;
  yield* bucket.readBytes(name, range?.start, range?.end);
}

async function removeUploads(bucket: S3Bucket, root: string, beforeMs: number): Promise<number> {
  let removed = 0;
  for await (const upload of listUploads(bucket, root)) {
    if (upload.initiatedMs >= beforeMs) continue;
    try {
      if ((await lastWrittenMs(bucket, upload)) >= beforeMs) continue;
      await removeUpload(bucket, upload);
      removed++;
    } catch (error) {
      // Its writer has ended it meanwhile.
      if (!isLost(error)) throw error;
    }
  }
  return removed;
}
