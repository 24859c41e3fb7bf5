/**
 * Mixed load on a world that does not grow: the same people are written, matched, decided about, erased and
 * made again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';

const PEOPLE = 1000;
/** Requests of decisions before the load, and decisions in each. */
const REQUESTS_BEFORE = 40;
const DECISIONS = 500;
const LINES = 50;
const CLIENTS = 4;
const PAUSE_MS = 10;
const labels = ['accepted', 'rejected'] as const;

interface Target {
  readonly url: string;
  readonly key: string;
  readonly random: SeededRandom;
}

/**
 * Decisions of about 40 MiB in the store. Each connection of SQLite keeps up to 32 MiB of pages. In a small
 * store that looks like a leak until the cache is full.
 */
export async function fillStore(target: Target): Promise<void> {
  await writePeople(target);
  for (let request = 0; request < REQUESTS_BEFORE; request++) {
    const items = Array.from({ length: DECISIONS }, () => decision(target.random));
    await call(target, 'POST', '/feedback', { domain: 'dating', items });
  }
}

/** Answers by status. Rejects on a 5xx other than 503. */
export async function steadyLoad(
  target: Target,
  isOver: () => boolean,
): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>();
  const client = async () => {
    while (!isOver()) {
      const { method, path, body } = anyCall(target.random);
      const status = await call(target, method, path, body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await sleep(PAUSE_MS);
    }
  };
  await writePeople(target);
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return statuses;
}

const writePeople = (target: Target) =>
  call(target, 'POST', '/users/batch', linesOf(Array.from({ length: PEOPLE }, (_, n) => n)));

interface Call {
  readonly method: string;
  readonly path: string;
  /** A text is lines of JSON. */
  readonly body?: object | string;
}

function anyCall(random: SeededRandom): Call {
  const one = random.below(PEOPLE);
  const [user_id, domain] = [`p${one}`, 'dating'];
  switch (random.below(9)) {
    case 0:
      return { method: 'POST', path: '/users', body: person(one) };
    case 1:
      return {
        method: 'POST',
        path: '/users/batch',
        body: linesOf(Array.from({ length: LINES }, (_, n) => (one + n) % PEOPLE)),
      };
    case 2:
      return { method: 'DELETE', path: `/users/${user_id}` };
    case 3:
      return {
        method: 'POST',
        path: '/feedback',
        body: { domain, items: [decision(random)] },
      };
    case 4:
      return {
        method: 'POST',
        path: '/context',
        body: { user_id, domain, source: 'chat', content: `I am ${one} and run.` },
      };
    case 5:
      return { method: 'GET', path: `/users/${user_id}/export` };
    case 6:
      return { method: 'GET', path: '/statistics/matches?domain=dating' };
    default:
      return { method: 'POST', path: '/match', body: { user_id, domain, limit: 10, explain: one % 2 === 0 } };
  }
}

function decision(random: SeededRandom) {
  const [one, other] = [random.below(PEOPLE), random.below(PEOPLE)];
  const candidate_id = `p${one === other ? (one + 1) % PEOPLE : other}`;
  return { seeker_id: `p${one}`, candidate_id, outcome: random.pick(labels) };
}

function person(n: number) {
  const fields = { age: 20 + (n % 50), gender: n % 2 === 0 ? 'woman' : 'man', location: 'Lisbon' };
  return { user_id: `p${n}`, domain: 'dating', fields };
}

const linesOf = (numbers: readonly number[]) => numbers.map((n) => `${JSON.stringify(person(n))}\n`).join('');

async function call(
  { url, key }: Target,
  method: string,
  path: string,
  body?: object | string,
): Promise<number> {
  const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
  const answer = await fetch(`${url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status >= 500 && answer.status !== 503)
    throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
  return answer.status;
}
