/** The job of the queue around the making of missing vectors, and the look every minute at whether it is needed. */
import type { Schedule } from '../../jobs/schedule.ts';
import type { Task, TaskContext } from '../../jobs/task.ts';
import type { Store } from '../../storage/store.ts';
import { askForReencoding, reencodeKind } from './reencode-kind.ts';
import { type ReencodeParts, reencodeProfiles } from './reencode-profiles.ts';

const MINUTE_MS = 60_000;

/** `parts`: opened when there is something to do. */
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

/** Takes up what a writer that had not heard of a switch left over, and what a worker that died gave up. */
export function encoderUpkeep(store: Pick<Store, 'jobs' | 'encoders'>, clock: () => number): Schedule {
  return {
    kind: 'encoder_upkeep',
    everyMs: MINUTE_MS,
    async run() {
      await askForReencoding(store, clock());
    },
  };
}
