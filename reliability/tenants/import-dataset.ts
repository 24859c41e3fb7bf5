/** One import of a dataset, from its request to the end of its job. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tenant } from './world.ts';

const ITEMS = 200;
const PEOPLE = 100;
const EVENTS = 20;
const POLL_MS = 50;
const DAY_MS = 86_400_000;
const FIRST_MS = Date.parse('2025-01-01T00:00:00Z');

const dataset = {
  name: 'catalogue',
  items: Array.from({ length: ITEMS }, (_, n) => ({ item_id: `i${n}`, text: `Thing ${n}` })),
  events: Array.from({ length: PEOPLE * EVENTS }, (_, n) => ({
    event_id: `e${n}`,
    person_id: `p${n % PEOPLE}`,
    item_id: `i${(n * 7) % ITEMS}`,
    kind: 'view',
    timestamp: new Date(FIRST_MS + (n % 300) * DAY_MS).toISOString(),
  })),
};
const body = JSON.stringify(dataset);
let sent = 0;

/** The status of a refusal, or 200 once the job has succeeded. */
export async function importDataset(url: string, { key }: Tenant, signal: AbortSignal): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/v1/datasets`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'idempotency-key': `import-${process.pid}-${++sent}`,
    },
    body,
    signal,
  });
  const job = (await answer.json()) as { readonly id: string };
  if (answer.status !== 202) return answer.status;
  for (;;) {
    const seen = await fetch(`${url}/v1/jobs/${job.id}`, { headers, signal });
    const { status, error } = (await seen.json()) as { readonly status: string; readonly error: unknown };
    if (status === 'succeeded') return 200;
    if (status === 'failed' || status === 'cancelled')
      throw new Error(`an import ${status}: ${JSON.stringify(error)}`);
    await sleep(POLL_MS, undefined, { signal });
  }
}
