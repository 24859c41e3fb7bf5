/**
 * Delays the restart of a thread that keeps dying. The first death costs no pause, because one bad call may
 * have caused it. From the second death without an answer in between, the pause doubles.
 */

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

export class RestartBackoff {
  #deathsInARow = 0;
  #endsAtMs = 0;

  get deathsInARow(): number {
    return this.#deathsInARow;
  }

  /** 0: the thread may be started. */
  leftMs(): number {
    return Math.max(0, Math.ceil(this.#endsAtMs - performance.now()));
  }

  noteDeath(hadAnswered: boolean): void {
    this.#deathsInARow = hadAnswered ? 1 : this.#deathsInARow + 1;
    if (this.#deathsInARow === 1) return;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (this.#deathsInARow - 2));
    this.#endsAtMs = performance.now() + pauseMs;
  }
}
