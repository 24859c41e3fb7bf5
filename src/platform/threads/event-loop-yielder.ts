import { FairTurns } from './fair-turns.ts';
import { tenantAtWork } from './tenant-at-work.ts';

export interface YielderOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called with every turn that the loop gives up; a pause of the loop until it resolves. */
  readonly giveWay?: (() => Promise<void> | undefined) | undefined;
  /** Turns that it shares with other yielders; default: its own. */
  readonly turns?: FairTurns;
  /** The tenant that the turns belong to; default: the tenant at work. */
  readonly tenant?: string;
  /** Called with the time that the loop has held the thread, ms. */
  readonly onSpent?: (ms: number) => void;
}

let lastOrder = 0;

/**
 * Keeps long loops from blocking the event loop: a loop runs in pieces and calls `yieldIfDue` between them.
 * Tasks that share a yielder, or its `turns`, share one slice. Together they hold each turn of the event loop
 * for at most that long, plus one piece of work. A turn that is given up goes to the tenant that has had the
 * least.
 */
export class EventLoopYielder {
  readonly #sliceMs: number;
  readonly #options: YielderOptions;
  readonly #turns: FairTurns;
  readonly #order = ++lastOrder;

  constructor(sliceMs: number, options: YielderOptions = {}) {
    this.#sliceMs = sliceMs;
    this.#options = options;
    this.#turns = options.turns ?? new FairTurns();
  }

  /** Undefined while the slice has time left. Throws the signal's reason once aborted. */
  yieldIfDue(): Promise<void> | undefined {
    const { signal, onSpent, tenant = tenantAtWork() } = this.#options;
    signal?.throwIfAborted();
    return this.#turns.isOver(tenant, this.#sliceMs, onSpent) ? this.#wait(tenant) : undefined;
  }

  async #wait(tenant: string): Promise<void> {
    await this.#options.giveWay?.();
    await this.#turns.next(tenant, this.#order);
    this.#options.signal?.throwIfAborted();
  }
}
