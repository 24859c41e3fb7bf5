/** A busy workspace and many quiet ones, each with a key and people of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openStoreAndAccounts } from '../../src/composition/open-store.ts';

export interface Tenant {
  readonly key: string;
  readonly people: number;
}

export interface World {
  readonly busy: Tenant;
  readonly quiet: readonly Tenant[];
}

const QUIET_PEOPLE = 30;
const cities = ['Lisbon, Portugal', 'Porto, Portugal', 'Madrid, Spain', 'Paris, France', 'Berlin, Germany'];
const noLimit = { rate: 100_000, burst: 200_000 };

/** Before the server starts. */
export async function makeTenants(data: string, quiet: number, busyPeople: number): Promise<World> {
  const { accounts, close } = await openStoreAndAccounts({ data });
  const make = async (name: string, people: number): Promise<Tenant> => {
    const email = `${name}@example.com`;
    const { tenantId } = await accounts.createTenant({ name, domains: ['dating'], email });
    return { key: (await accounts.createKey(tenantId, noLimit)).key, people };
  };
  try {
    const busy = await make('busy', busyPeople);
    const others: Tenant[] = [];
    for (let n = 0; n < quiet; n++) others.push(await make(`quiet-${n}`, QUIET_PEOPLE));
    return { busy, quiet: others };
  } finally {
    await close();
  }
}

/** Writes the people of all, and asks for one match of each, so that every index is built. */
export async function fillWorld(url: string, { busy, quiet }: World): Promise<void> {
  const all = [busy, ...quiet];
  let next = 0;
  const fillSome = async () => {
    for (let tenant = all[next++]; tenant !== undefined; tenant = all[next++]) await fillTenant(url, tenant);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fillSome));
}

const AT_ONCE = 8;
const RETRY_MS = 200;

async function fillTenant(url: string, { key, people }: Tenant): Promise<void> {
  const answer = await fetch(`${url}/v1/users/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: Array.from({ length: people }, (_, n) => `${JSON.stringify(person(n))}\n`).join(''),
  });
  const text = await answer.text();
  if (!answer.ok || text.includes('"error"')) throw new Error(`people were refused: ${text.slice(0, 300)}`);
  const ready = async () => (await askMatch(url, { key, people }, 0, AbortSignal.timeout(60_000))).status;
  for (let status = await ready(); status !== 200; status = await ready()) {
    if (status !== 503) throw new Error(`a match was answered with ${status}`);
    await sleep(RETRY_MS);
  }
}

function person(n: number) {
  const fields = {
    age: 20 + (n % 40),
    gender: n % 2 === 0 ? 'woman' : 'man',
    location: cities[n % cities.length],
    relationship_goal: 'long_term',
    values_text: `I like ${n % 7} dogs and long walks. Honesty matters, and so does a good breakfast on day ${n % 30}.`,
  };
  return { user_id: `p${n}`, domain: 'dating', fields };
}

export interface Answered {
  readonly status: number;
  readonly retryAfterMs: number;
}

/** A match of much work: all stages, many pairs, explained. */
export async function askMatch(
  url: string,
  { key, people }: Tenant,
  n: number,
  signal: AbortSignal,
): Promise<Answered> {
  const answer = await fetch(`${url}/v1/match`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ user_id: `p${n % people}`, domain: 'dating', limit: 20, explain: true },
      stages: { cross_encoder: { top_k: 400 }, embedding: { top_k: 1000 } },
    }),
    signal,
  });
  await answer.arrayBuffer();
  const retryAfterMs = Number(answer.headers.get('retry-after') ?? 0) * 1000;
  return { status: answer.status, retryAfterMs };
}
