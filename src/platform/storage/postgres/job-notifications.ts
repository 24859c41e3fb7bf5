/**
 * Signals as NOTIFY and LISTEN. A signal is a statement of its own, not part of the change that it follows:
 * commits with NOTIFY wait for each other, over all tenants. The listener holds one connection, and takes
 * another one when that breaks.
 */
import type pg from 'pg';
import type { JobSignals } from '../job-signals.ts';
import { openPool, type PostgresSettings } from './open-pool.ts';

const CHANNEL = 'counterpart_jobs';
/** Many jobs at once are one signal. */
const TOGETHER_MS = 20;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 10_000;

/** `send`: runs a statement on any connection. */
export function jobNotifications(
  settings: PostgresSettings,
  send: (statement: string) => Promise<unknown>,
): JobSignals {
  let isWaiting = false;
  return {
    notify: () => {
      if (isWaiting) return;
      isWaiting = true;
      setTimeout(() => {
        isWaiting = false;
        send(`notify ${CHANNEL}`).catch(() => undefined);
      }, TOGETHER_MS).unref();
    },
    listen: (listener) => {
      const listening = new Listening(settings, listener);
      return () => listening.stop();
    },
  };
}

class Listening {
  readonly #pool: pg.Pool;
  readonly #listener: () => void;
  readonly #stopping = new AbortController();
  readonly #done: Promise<void>;

  constructor(settings: PostgresSettings, listener: () => void) {
    this.#pool = openPool({ ...settings, connections: 1 });
    this.#listener = listener;
    this.#done = this.#keepListening();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#done;
    await this.#pool.end();
  }

  async #keepListening(): Promise<void> {
    for (let waitMs = FIRST_WAIT_MS; !this.#stopping.signal.aborted; ) {
      const began = Date.now();
      await this.#listenUntilBroken().catch(() => undefined);
      waitMs = Date.now() - began > MAX_WAIT_MS ? FIRST_WAIT_MS : Math.min(MAX_WAIT_MS, 2 * waitMs);
      await this.#pause(waitMs);
    }
  }

  async #listenUntilBroken(): Promise<void> {
    const client = await this.#pool.connect();
    const { promise: broken, resolve } = Promise.withResolvers<void>();
    const { signal } = this.#stopping;
    signal.addEventListener('abort', () => resolve(), { once: true });
    try {
      client
        .on('notification', this.#listener)
        .once('error', () => resolve())
        .once('end', () => resolve());
      await client.query(`listen ${CHANNEL}`);
      // Signals of the time without a connection are lost.
      this.#listener();
      if (!signal.aborted) await broken;
    } finally {
      client.release(true);
    }
  }

  #pause(ms: number): Promise<void> {
    const { signal } = this.#stopping;
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    });
  }
}
