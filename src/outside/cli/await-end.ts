/** Waits for work that a worker does: it looks every half second, and says on standard error how far it is. */
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_EVERY_MS = 500;
/** A worker normally takes a job sooner than this. */
const NO_WORKER_AFTER_MS = 15_000;

interface Awaited<Work> {
  readonly read: () => Promise<Work>;
  readonly isEnded: (work: Work) => boolean;
  readonly isQueued: (work: Work) => boolean;
  /** Written where it differs from the line before. Absent: the end alone is waited for. */
  readonly lineOf?: (work: Work) => string;
  /** Written once, where no worker has taken the work after 15 seconds. */
  readonly noWorker?: string;
}

/** The work at its end. */
export async function awaitEnd<Work>({
  read,
  isEnded,
  isQueued,
  lineOf,
  noWorker = 'No worker has started it yet: is a server running on this data folder, or «counterpart work»?',
}: Awaited<Work>): Promise<Work> {
  let printed: string | undefined;
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const work = await read();
    if (isEnded(work)) return work;
    const line = lineOf?.(work);
    if (line !== printed) process.stderr.write(`${line}\n`);
    printed = line;
    if (waitedMs === NO_WORKER_AFTER_MS && isQueued(work)) process.stderr.write(`${noWorker}\n`);
    await wait(LOOK_EVERY_MS);
  }
}
