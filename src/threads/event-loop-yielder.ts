import { setImmediate as nextTurn } from 'node:timers/promises';
import { TurnClock } from './turn-clock.ts';

/**
 * Keeps long loops from blocking the event loop: a loop runs in pieces and calls `yieldIfDue` between them.
 * Tasks that share a yielder, or the clock of theirs, share its slice: together they hold each turn of the event loop
 * for at most that long, plus one piece of work.
 */
export class EventLoopYielder {
  readonly #sliceMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #giveWay: (() => Promise<void> | undefined) | undefined;
  readonly #clock: TurnClock;

  /** `giveWay`: called with every turn that the loop gives up; a pause of the loop until it resolves. */
  constructor(
    sliceMs: number,
    signal?: AbortSignal,
    giveWay?: () => Promise<void> | undefined,
    clock: TurnClock = new TurnClock(),
  ) {
    this.#sliceMs = sliceMs;
    this.#signal = signal;
    this.#giveWay = giveWay;
    this.#clock = clock;
  }

  /** Undefined while the slice has time left. Throws the signal's reason once aborted. */
  yieldIfDue(): Promise<void> | undefined {
    this.#signal?.throwIfAborted();
    return this.#isOver() ? this.#wait() : undefined;
  }

  async #wait(): Promise<void> {
    do {
      await nextTurn();
      await this.#giveWay?.();
    } while (this.#isOver());
    this.#signal?.throwIfAborted();
  }

  #isOver(): boolean {
    return this.#clock.elapsedMs() > this.#sliceMs;
  }
}
