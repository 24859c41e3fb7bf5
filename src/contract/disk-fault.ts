/** The one error of a request or a job when a disk accepts no more data, whatever file was written. */
import { retryLater } from './errors.ts';

/** No space, quota or file-size limit reached, failing disk, or read-only mount. */
const diskFaults: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS']);
const RETRY_AFTER_MS = 30_000;

/** 503 for a disk fault, which may pass; any other error unchanged. */
export function explainDiskFault(error: unknown): unknown {
  if (!diskFaults.has((error as { code?: unknown } | null | undefined)?.code)) return error;
  return retryLater(
    'dependency_unavailable',
    'A file cannot be written (disk full or failing); nothing was kept. Free space, then try again.',
    RETRY_AFTER_MS,
  );
}
