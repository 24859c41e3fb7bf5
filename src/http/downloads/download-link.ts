/**
 * Links to made files. All that a download needs stands in the sealed token: the file's key, name, type, size, hash and
 * end. So a link needs no row of its own, is the same whenever the job is shown, and opens without a bearer key. Whoever
 * has it has the file until it ends: it is a secret, and stands in no log line.
 */
import type { MadeFile } from '../../contract/job.ts';
import type { Sealer } from '../seal.ts';

export type DownloadFile = MadeFile['file'];

export interface DownloadLinks {
  /** Below `origin` (`https://match.example.com`). */
  urlOf(file: DownloadFile, origin: string): string;
  /** What the token opens, expired or not; null for one that was not made here. */
  open(token: string): DownloadFile | null;
}

const context = ['download'];

export function createDownloadLinks(sealer: Sealer): DownloadLinks {
  return {
    urlOf: ({ key, filename, content_type, bytes, sha256, expires_at_ms }, origin) => {
      const claims = JSON.stringify([key, filename, content_type, bytes, sha256, expires_at_ms]);
      return `${origin}/v1/downloads/${sealer.seal(context, claims)}`;
    },
    open: (token) => {
      const claims = sealer.open(context, token);
      if (claims === null) return null;
      const [key, filename, content_type, bytes, sha256, expires_at_ms] = JSON.parse(claims) as [
        string,
        string,
        DownloadFile['content_type'],
        number,
        string,
        number,
      ];
      return { key, filename, content_type, bytes, sha256, expires_at_ms };
    },
  };
}
