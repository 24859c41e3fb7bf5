/**
 * Links to files that jobs made. The sealed token holds everything that a download needs: key, name, type,
 * size, hash and expiry of the file. A link therefore needs no row, stays the same whenever the job is shown,
 * and opens without a bearer key. It grants access to the file until it expires, so it is a secret and never
 * logged.
 */
import type { MadeFile } from '../../../contract/job.ts';
import type { Sealer } from '../seal.ts';

export type DownloadFile = MadeFile['file'];

export interface DownloadLinks {
  /** Below `origin` (`https://match.example.com`). */
  urlOf(file: DownloadFile, origin: string): string;
  /** The file of the token, expired or not; null for a token that this service did not make. */
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
