/**
 * Chooses the windows that the network reads next. Calls take turns: a long text delays a short one by a
 * round at most.
 *
 * A batch holds windows of the same number of tokens, from any calls. So no batch needs padding, and a vector
 * does not depend on the texts beside it.
 */
import type { EncodeJob, Window } from './encode-job.ts';

/** Tokens of a round; a short text has about 12. */
const ROUND_TOKENS = 8192;
const CALL_WINDOWS = 256;
const BATCH_TOKENS = 1024;

export class JobQueue<Owner> {
  readonly #waiting: { readonly owner: Owner; readonly job: EncodeJob; next: number }[] = [];

  add(owner: Owner, job: EncodeJob): void {
    this.#waiting.push({ owner, job, next: 0 });
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Batches of about `ROUND_TOKENS` tokens in all, and the jobs that are complete once these are read. */
  round(): {
    readonly batches: readonly (readonly Window[])[];
    readonly complete: readonly [Owner, EncodeJob][];
  } {
    const byLength = new Map<number, Window[]>();
    const complete: [Owner, EncodeJob][] = [];
    let tokens = 0;
    for (let turns = this.#waiting.length; turns > 0 && tokens < ROUND_TOKENS; turns--) {
      const turn = this.#waiting.shift()!;
      const { job } = turn;
      const end = Math.min(job.windows.length, turn.next + CALL_WINDOWS);
      for (; turn.next < end && tokens < ROUND_TOKENS; turn.next++) {
        const window = job.windows[turn.next]!;
        const length = window.ids.length;
        const batch = byLength.get(length) ?? [];
        byLength.set(length, batch);
        batch.push(window);
        tokens += length;
      }
      if (turn.next < job.windows.length) this.#waiting.push(turn);
      else complete.push([turn.owner, job]);
    }
    return { batches: [...byLength.values()].flatMap(cut), complete };
  }
}

function cut(windows: readonly Window[]): Window[][] {
  const most = Math.max(1, Math.floor(BATCH_TOKENS / windows[0]!.ids.length));
  return Array.from({ length: Math.ceil(windows.length / most) }, (_, n) =>
    windows.slice(n * most, (n + 1) * most),
  );
}
