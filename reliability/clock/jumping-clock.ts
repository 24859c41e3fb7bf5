/** A clock that goes on with the machine's, and jumps. */
export class JumpingClock {
  #offsetMs = 0;
  #latestMs = 0;

  /** Epoch milliseconds. */
  readonly now = (): number => {
    const nowMs = Date.now() + this.#offsetMs;
    this.#latestMs = Math.max(this.#latestMs, nowMs);
    return nowMs;
  };

  jump(byMs: number): void {
    this.#offsetMs += byMs;
    this.now();
  }

  /** The latest time so far: what was in force until before it may have been removed. */
  latestMs(): number {
    return this.#latestMs;
  }
}
