/**
 * Finds the stored events whose time is possible. Earlier versions took any time. A dataset may thus hold an
 * event of 2099, or one of 1970, whose seconds were read as milliseconds or whose time was 0. Such an event
 * would be the newest or the oldest for good. It stays in the dataset and in its exports; histories and
 * charts leave it out and count it.
 *
 * Events before 1971 are accepted where they are at least half of all: then times only give an order.
 */
import { latestTimeMs } from '../../contract/times.ts';

const MISREAD_UNTIL_MS = Date.UTC(1971, 0, 1);

export class StoredTimes {
  readonly #latestMs = latestTimeMs();
  #early = 0;
  #later = 0;
  #ahead = 0;

  /** Counts an event. False: its time is more than one day ahead. */
  add(timestampMs: number): boolean {
    if (!(timestampMs <= this.#latestMs)) this.#ahead++;
    else if (timestampMs < MISREAD_UNTIL_MS) this.#early++;
    else this.#later++;
    return timestampMs <= this.#latestMs;
  }

  /** Earlier events have no possible time; known after the last `add`. Epoch ms. */
  get fromMs(): number {
    return this.#early < this.#later ? MISREAD_UNTIL_MS : Number.NEGATIVE_INFINITY;
  }

  /** Events without a possible time. */
  get impossible(): number {
    return this.#ahead + (this.#early < this.#later ? this.#early : 0);
  }
}
