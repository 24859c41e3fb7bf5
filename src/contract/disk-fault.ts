/** A disk that takes no more: the one error that a request or a job gets of it, wherever a file was being written. */
import { retryLater } from './errors.ts';

/** No space, a quota or a limit on a file's size reached, the disk failing, or mounted to be read alone. */
const diskFaults: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS']);
const RETRY_AFTER_MS = 30_000;

/** 503 where it may work later, else the error as it came. */
export function explainDiskFault(error: unknown): unknown {
  if (!diskFaults.has((error as { code?: unknown } | null | undefined)?.code)) return error;
  return retryLater(
    'dependency_unavailable',
    'A file cannot be written (disk full or failing); nothing was kept. Free space, then try again.',
    RETRY_AFTER_MS,
  );
}
