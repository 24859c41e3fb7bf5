import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Shares a turn of the event loop among all who work in it: together they hold it no longer than a slice, however
 * many they are.
 */
export class EventLoopYielder {
  readonly #sliceMs: number;
  #startedMs: number | null = null;

  constructor(sliceMs: number) {
    this.#sliceMs = sliceMs;
  }

  /** Before each piece of work; resolves (or is undefined) when there is time for it. */
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
