/**
 * Matches at a steady rate through a load balancer. It asks every server half a second apart whether it is
 * ready. The client repeats a match once, at another server, where a connection fails or the answer is 502 to
 * 504.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isReady } from './fleet.ts';

export interface Question {
  readonly key: string;
  readonly userId: string;
}

export interface Asked {
  /** Milliseconds after the start of the load. */
  readonly atMs: number;
  readonly tookMs: number;
  readonly retried: boolean;
  /** null: answered with 200. */
  readonly failure: string | null;
}

const CHECK_EVERY_MS = 500;
const TIMEOUT_MS = 30_000;

export class Balancer {
  readonly #urls: readonly string[];
  readonly #ready = new Set<string>();
  #next = 0;
  #isClosed = false;
  readonly #checking: Promise<void>;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
    for (const url of urls) this.#ready.add(url);
    this.#checking = this.#check();
  }

  async match({ key, userId }: Question): Promise<Omit<Asked, 'atMs'>> {
    const began = performance.now();
    const first = this.#pick();
    const failure = await ask(first, key, userId);
    const retried = failure !== null;
    const last = retried ? await ask(this.#pick(first), key, userId) : null;
    return { tookMs: performance.now() - began, retried, failure: last };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#checking;
  }

  #pick(except?: string): string {
    const others = this.#urls.filter((url) => url !== except && this.#ready.has(url));
    const from = others.length > 0 ? others : this.#urls;
    return from[this.#next++ % from.length]!;
  }

  async #check(): Promise<void> {
    while (!this.#isClosed) {
      for (const url of this.#urls) {
        if (await isReady(url)) this.#ready.add(url);
        else this.#ready.delete(url);
      }
      await sleep(CHECK_EVERY_MS);
    }
  }
}

/** null: 200. */
async function ask(url: string, key: string, userId: string): Promise<string | null> {
  try {
    const answer = await fetch(`${url}/v1/match`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: userId, domain: 'dating', limit: 10 }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await answer.text();
    return answer.status === 200 ? null : `${answer.status} ${text.slice(0, 200)}`;
  } catch (error) {
    const { message, cause } = error as Error;
    return `${message} ${(cause as Error | undefined)?.message ?? ''}`;
  }
}

/** Asks `perSecond` times a second, whatever the answers take, until `until` resolves. */
export async function steadyLoad(
  balancer: Balancer,
  questions: readonly Question[],
  perSecond: number,
  until: Promise<unknown>,
): Promise<readonly Asked[]> {
  const asked: Promise<Asked>[] = [];
  const began = performance.now();
  let isOver = false;
  const end = until.finally(() => {
    isOver = true;
  });
  for (let n = 0; !isOver; n++) {
    const dueMs = (n * 1000) / perSecond;
    await sleep(Math.max(0, dueMs - (performance.now() - began)));
    const atMs = performance.now() - began;
    asked.push(balancer.match(questions[n % questions.length]!).then((answer) => ({ atMs, ...answer })));
  }
  await end;
  return Promise.all(asked);
}

/** Matches a second of `clients` that each ask again as soon as they have an answer. */
export async function mostMatches(
  balancer: Balancer,
  questions: readonly Question[],
  clients: number,
  seconds: number,
): Promise<number> {
  const endMs = performance.now() + seconds * 1000;
  let answered = 0;
  const client = async (first: number) => {
    for (let n = first; performance.now() < endMs; n += clients) {
      const { failure } = await balancer.match(questions[n % questions.length]!);
      if (failure === null) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, n) => client(n)));
  return answered / seconds;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
