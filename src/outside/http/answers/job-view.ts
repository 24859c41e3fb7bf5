/** The wire form of a job. */

import type { JobFields, MadeFile } from '../../../contract/job.ts';
import type { Job } from '../../../platform/storage/job.ts';
import type { Caller } from '../../accounts/authenticate.ts';
import { holdsScope } from '../../accounts/holds-scope.ts';
import type { DownloadFile, DownloadLinks } from '../downloads/download-link.ts';

/** Address of a file for the calling key; null where that key may not have it. */
type UrlOf = (file: DownloadFile) => string | null;

/** An address opens the file without a key, so it is shown only to keys with the scope `export`. */
export function urlsFor(
  downloads: DownloadLinks,
  { caller, origin }: { readonly caller: Caller; readonly origin: string },
): UrlOf {
  return holdsScope(caller.scopes, 'export') ? (file) => downloads.urlOf(file, origin) : () => null;
}

export function viewJob(job: Job, urlOf: UrlOf): JobFields {
  return {
    id: job.jobId,
    kind: job.kind as JobFields['kind'],
    status: job.status,
    progress: job.progress,
    detail: job.detail,
    resource: resourceOf(job),
    created_at: job.createdAt,
    started_at: job.startedAt,
    finished_at: job.finishedAt,
    result: job.result === null ? null : viewResult(job.result, urlOf),
    error: job.error === null ? null : { ...job.error },
  };
}

function resourceOf({ jobId, resource }: Job): JobFields['resource'] {
  if (resource === null) throw new Error(`${jobId} is of a kind that is shown and has no resource`);
  return { type: resource.type as JobFields['resource']['type'], id: resource.id };
}

/**
 * The link stays the same after the file has expired, and then answers 403. A client that kept the job sees
 * the same link as one that polls again; `expires_at` gives the time.
 */
function viewResult(result: Readonly<Record<string, unknown>>, urlOf: UrlOf): Record<string, unknown> {
  const { file, ...others } = result as Partial<MadeFile>;
  if (file === undefined) return { ...others };
  return {
    download_url: urlOf(file),
    expires_at: new Date(file.expires_at_ms).toISOString(),
    bytes: file.bytes,
    sha256: file.sha256,
    ...others,
  };
}
