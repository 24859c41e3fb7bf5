/**
 * The queue task that makes missing profile vectors, and the schedule that requests it every minute if
 * needed.
 */
import type { Schedule } from '../../../platform/jobs/schedule.ts';
import type { Task, TaskContext } from '../../../platform/jobs/task.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { askForReencoding, reencodeKind } from './reencode-kind.ts';
import { type ReencodeParts, reencodeProfiles } from './reencode-profiles.ts';

const MINUTE_MS = 60_000;

/** `parts` is called when the job runs. */
export function reencodeTask(parts: () => Promise<ReencodeParts>): Task {
  return {
    ...reencodeKind,
    async run({ signal, progress }: TaskContext) {
      const { rows, refused, dropped } = await reencodeProfiles(await parts(), {
        signal,
        onProgress: ({ rowsLeft, share, refused: refusedSoFar, problem }) =>
          progress(share, { rows_left: rowsLeft, refused: refusedSoFar, problem }),
      });
      return { result: { rows, refused, dropped } };
    },
  };
}

/** Picks up rows of a writer that had not yet seen a switch of encoders, and the work of a crashed worker. */
export function encoderUpkeep(store: Pick<Store, 'jobs' | 'encoders'>, clock: () => number): Schedule {
  return {
    kind: 'encoder_upkeep',
    everyMs: MINUTE_MS,
    async run() {
      await askForReencoding(store, clock());
    },
  };
}
