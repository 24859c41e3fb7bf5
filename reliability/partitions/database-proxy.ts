/** Stands between one server and the database, and loses, holds or delays their messages. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';

/**
 * `cut`: connections break, new ones are refused. `silent`: connections stay, and nothing comes through.
 * `slow`: each piece waits for a time of its own, so that the pieces of several connections change their
 * order.
 */
export type Weather = 'fair' | 'cut' | 'silent' | 'slow';

const SLOWEST_MS = 400;
const LOOK_EVERY_MS = 20;

export class DatabaseProxy {
  weather: Weather = 'fair';
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  readonly #random: SeededRandom;

  constructor(database: URL, random: SeededRandom) {
    this.#random = random;
    this.#server = createServer((near) => this.#join(near, database));
  }

  /** The database's address by way of this proxy. */
  async listen(database: URL): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const url = new URL(database);
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** Breaks all connections, with what is still on its way. */
  breakAll(): void {
    for (const [near, far] of this.#pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
    this.#pairs.clear();
  }

  async close(): Promise<void> {
    this.breakAll();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(near: Socket, database: URL): void {
    if (this.weather === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(Number(database.port), database.hostname);
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    for (const [from, to] of [pair, [far, near]] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
      void this.#pass(from, to);
    }
  }

  async #pass(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const piece of from) {
        if (this.weather === 'slow') await passed(this.#random.uniform() * SLOWEST_MS);
        while (this.weather === 'silent') await passed(LOOK_EVERY_MS);
        if (to.destroyed) return;
        if (!to.write(piece)) await once(to, 'drain');
      }
      to.end();
    } catch {
      to.destroy();
    }
  }
}

const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
