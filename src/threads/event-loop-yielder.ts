import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Limits the time that several concurrent tasks together may hold the event loop: a task waits for the next
 * turn once they have used up the slice of this one.
 */
export class EventLoopYielder {
  readonly #sliceMs: number;
  #startedMs: number | null = null;

  constructor(sliceMs: number) {
    this.#sliceMs = sliceMs;
  }

  /** Call before each piece of work. Undefined (or resolved) when the slice has time left. */
  ready(): Promise<void> | undefined {
    return this.#isOver() ? this.#wait() : undefined;
  }

  async #wait(): Promise<void> {
    do await nextTurn();
    while (this.#isOver());
  }

  #isOver(): boolean {
    if (this.#startedMs === null) {
      this.#startedMs = performance.now();
      setImmediate(() => {
        this.#startedMs = null;
      });
    }
    return performance.now() - this.#startedMs > this.#sliceMs;
  }
}
