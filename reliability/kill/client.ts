/** Requests to a server that may die at any moment. */
import type { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';

export interface Answer {
  /** 0: no answer, since the connection broke. The work of the request may be done or not. */
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: any answer
  readonly body: any;
  readonly text: string;
}

export interface Client {
  readonly random: SeededRandom;
  readonly tenant: string;
  /** `body`: an object as JSON, a string as lines of JSON. */
  send(method: string, path: string, body?: object | string, idempotencyKey?: string): Promise<Answer>;
  /** With a key of its own. */
  sendWith(key: string, path: string): Promise<Answer>;
}

export interface Target {
  /** null: the server does not run. */
  url(): string | null;
  readonly key: string;
  readonly operatorKey: string;
  readonly tenant: string;
  readonly random: SeededRandom;
}

const TIMEOUT_MS = 60_000;
const lost: Answer = { status: 0, body: null, text: 'no answer' };
const isOperators = (path: string) => /^\/(admin|experiments)\b/.test(path);

export function createClient({ url, key, operatorKey, tenant, random }: Target): Client {
  async function call(method: string, path: string, headers: Record<string, string>, body?: string) {
    const base = url();
    if (base === null) return lost;
    try {
      const answer = await fetch(`${base}/v1${path}`, {
        method,
        headers,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body !== undefined && { body }),
      });
      const text = await answer.text();
      // Not lines of JSON (application/jsonl).
      const isJson = answer.headers.get('content-type')?.split(';')[0] === 'application/json';
      return { status: answer.status, text, body: isJson ? JSON.parse(text) : null };
    } catch (error) {
      if ((error as Error).name === 'TimeoutError')
        throw new Error(`${method} ${path}: no answer in a minute`);
      return lost;
    }
  }

  return {
    random,
    tenant,
    send: (method, path, body, idempotencyKey) => {
      const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
      const headers = {
        authorization: `Bearer ${isOperators(path) ? operatorKey : key}`,
        ...(body !== undefined && { 'content-type': type }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      };
      return call(method, path, headers, typeof body === 'object' ? JSON.stringify(body) : body);
    },
    sendWith: (given, path) => call('GET', path, { authorization: `Bearer ${given}` }),
  };
}
