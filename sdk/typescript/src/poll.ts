import { deadlineIn } from './deadline.ts';
import { TimeoutError } from './errors.ts';

export interface WaitOptions<State> {
  /** Called with every state that was read, the last one included. */
  readonly onProgress?: (state: State) => void;
  /** Longest time to wait in all; past it TimeoutError. Default: none. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Longest pause between two looks; the first ones are shorter. Default: 5,000. */
  readonly pollMs?: number;
}

const FIRST_PAUSE_MS = 100;
const GROWTH = 1.5;

/** Reads until `ended`. The pauses grow up to `pollMs`. */
export async function poll<State>(
  read: (options: { readonly signal?: AbortSignal; readonly timeoutMs?: number }) => PromiseLike<State>,
  ended: (state: State) => boolean,
  { onProgress, timeoutMs = Number.POSITIVE_INFINITY, signal, pollMs = 5000 }: WaitOptions<State>,
): Promise<State> {
  const deadline = deadlineIn(timeoutMs, signal);
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pollMs, pause * GROWTH)) {
    const state = await read({
      ...(signal && { signal }),
      ...(Number.isFinite(timeoutMs) && { timeoutMs: deadline.left() }),
    });
    onProgress?.(state);
    if (ended(state)) return state;
    if (deadline.left() < pause) throw new TimeoutError(`it did not end within ${timeoutMs} ms`);
    await deadline.sleep(pause);
  }
}
