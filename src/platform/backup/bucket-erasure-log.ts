/** Erasures in a bucket, which all servers share: an object an erasure, `<month>/<time>.<random>.jsonl`. */
import { randomUUID } from 'node:crypto';
import type { BackupTarget } from './backup-target.ts';
import { type ErasureLog, lineOf, mergedErasures, monthOf } from './erasures.ts';

/** Objects that are read at once. */
const AT_ONCE = 16;

export function openBucketErasureLog(bucket: Pick<BackupTarget, 'put' | 'get' | 'list'>): ErasureLog {
  return {
    note: async (erasure) => {
      const time = new Date(erasure.atMs).toISOString().replaceAll(':', '-');
      await bucket.put(`${monthOf(erasure)}/${time}.${randomUUID()}.jsonl`, Buffer.from(lineOf(erasure)));
    },
    files: async () => {
      const names = await bucket.list('');
      const byMonth = Map.groupBy(names, (name) => name.slice(0, name.indexOf('/')));
      const files = new Map<string, Uint8Array>();
      for (const [month, objects] of byMonth)
        files.set(`${month}.bucket.jsonl`, mergedErasures(await readAll(bucket, objects)));
      return files;
    },
  };
}

async function readAll(
  bucket: Pick<BackupTarget, 'get'>,
  names: readonly string[],
): Promise<readonly Uint8Array[]> {
  const read: Uint8Array[] = [];
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const some = await Promise.all(names.slice(from, from + AT_ONCE).map((name) => bucket.get(name)));
    read.push(...some.filter((bytes) => bytes !== null));
  }
  return read;
}
