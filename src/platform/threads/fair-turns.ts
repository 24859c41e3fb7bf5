/**
 * Shares one thread out among loops that run in pieces. Together they hold each turn of the event loop for at
 * most a slice, plus one piece of work. Where several loops wait, each turn goes on with one. The tenant that
 * has had the least time comes first (`fair-queue.ts`), and its oldest loop.
 *
 * Time is counted from one call of `isOver` in a turn to the next: it is charged to the caller of the second
 * one. The work of a loop between its return from another thread and its first call counts only if the turn
 * has begun before.
 */
import { FairQueue } from './fair-queue.ts';

/** A turn of the event loop in which a loop has run. */
interface Turn {
  readonly startedMs: number;
  /** Time before is charged. */
  countedMs: number;
}

export class FairTurns {
  readonly #queue = new FairQueue<() => void>();
  /** Null: no loop has run in this turn. */
  #turn: Turn | null = null;
  /** The tenant whose turn it is. */
  #served: string | null = null;
  #isServing = false;
  readonly #monotonicMs: () => number;

  constructor(monotonicMs = () => performance.now()) {
    this.#monotonicMs = monotonicMs;
  }

  /** Charges the time since the last call in this turn, and says whether the slice is used up. */
  isOver(tenant: string, sliceMs: number, onSpent?: (ms: number) => void): boolean {
    const nowMs = this.#monotonicMs();
    const turn = this.#turn ?? this.#begin(nowMs);
    const spentMs = nowMs - turn.countedMs;
    turn.countedMs = nowMs;
    this.#queue.charge(tenant, spentMs);
    onSpent?.(spentMs);
    return nowMs - turn.startedMs > sliceMs;
  }

  /**
   * Resolves in a later turn, which belongs to the caller. `order`: the age of the loop among those of its
   * tenant.
   */
  next(tenant: string, order: number): Promise<void> {
    return new Promise((resolve) => {
      this.#queue.push(tenant, resolve, order);
      if (!this.#isServing) setImmediate(this.#serve);
      this.#isServing = true;
    });
  }

  readonly #serve = () => {
    this.#end();
    const next = this.#queue.take();
    this.#served = next?.key ?? null;
    this.#begin(this.#monotonicMs());
    next?.item();
    this.#isServing = this.#queue.size > 0;
    if (this.#isServing) setImmediate(this.#serve);
  };

  #begin(nowMs: number): Turn {
    const turn = { startedMs: nowMs, countedMs: nowMs };
    this.#turn = turn;
    setImmediate(() => {
      if (this.#turn === turn) this.#end();
    });
    return turn;
  }

  #end(): void {
    this.#turn = null;
    if (this.#served !== null) this.#queue.leave(this.#served);
    this.#served = null;
  }
}
