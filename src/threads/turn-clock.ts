/** Measures how long the tasks that share it have held the present turn of the event loop. */
export class TurnClock {
  /** The first call in this turn; null: none yet. */
  #startedMs: number | null = null;

  /** Milliseconds since the first call in this turn. */
  elapsedMs(): number {
    const nowMs = performance.now();
    if (this.#startedMs === null) {
      this.#startedMs = nowMs;
      setImmediate(() => {
        this.#startedMs = null;
      });
    }
    return nowMs - this.#startedMs;
  }
}
