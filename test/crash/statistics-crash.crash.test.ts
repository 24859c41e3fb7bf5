/**
 * The counters of the statistics survive kill -9 of the server and its worker, in the middle of matches,
 * outcomes and counting. Nothing is lost and nothing counts twice.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from '../running-service.ts';

const CLIENTS = 4;
const PEOPLE = 12;
/** Matches are counted every 5 s: the kills come before, meanwhile and after. */
const KILLED_AFTER_MS = [4000, 5100, 5400, 7000];
const folder = temporaryFolder();
let service: RunningService | undefined;
let key: string;
beforeAll(async () => {
  key = await tenantWithKey(folder.path, 'main', 'dating');
}, 60_000);
afterEach(() => service?.stop('SIGKILL'));
afterAll(() => folder.remove());

async function call<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`${service!.url}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

interface Matches {
  readonly match_id: string;
  readonly matches: readonly { readonly user_id: string }[];
}

async function matchAndDecide(n: number): Promise<void> {
  const seeker = `p${n % PEOPLE}`;
  const request = { user_id: seeker, domain: 'dating', limit: 3, filters: { exclude_outcomes: [] } };
  const { match_id, matches } = await call<Matches>('/match', request);
  const outcome = n % 2 === 0 ? 'accepted' : 'rejected';
  const item = { seeker_id: seeker, candidate_id: matches[n % matches.length]!.user_id, outcome, match_id };
  if (n % 3 === 0) await call('/feedback', { domain: 'dating', items: [item] });
}

/** Works until the server and its worker are killed. */
async function workUntilKilled(afterMs: number): Promise<void> {
  const ended = once(service!.process, 'exit');
  let isKilled = false;
  const client = async (first: number) => {
    for (let n = first; !isKilled; n += CLIENTS) {
      try {
        await matchAndDecide(n);
      } catch (error) {
        if (!isKilled) throw error;
      }
      await pause(10);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, first) => client(first)));
  await pause(afterMs);
  isKilled = true;
  process.kill(-service!.process.pid!, 'SIGKILL');
  await ended;
  await clients;
}

interface Statistics {
  readonly waiting: number;
  readonly shown: number;
  readonly data: readonly Record<string, unknown>[];
}

const sumOf = ({ data }: Statistics, name: string) => data.reduce((sum, day) => sum + Number(day[name]), 0);

test('counters are those of the stored rows after every kill', { timeout: 240_000 }, async () => {
  service = await startService(folder.path, [], { group: true });
  for (let n = 0; n < PEOPLE; n++) {
    const gender = n % 2 === 0 ? 'woman' : 'man';
    const fields = { age: 30, gender, location: 'Lisbon, Portugal', relationship_goal: 'long_term' };
    await call('/users', { user_id: `p${n}`, domain: 'dating', fields });
  }
  for (const afterMs of KILLED_AFTER_MS) {
    await workUntilKilled(afterMs);
    service = await startService(folder.path, [], { group: true });
  }
  const query = '?domain=dating&days=2';
  let matches = await call<Statistics>(`/statistics/matches${query}`);
  while (matches.waiting > 0) {
    await pause(200);
    matches = await call<Statistics>(`/statistics/matches${query}`);
  }
  const exposure = await call<Statistics>(`/statistics/exposure${query}`);
  const outcomes = await call<Statistics>(`/statistics/outcomes${query}`);
  const database = new DatabaseSync(join(folder.path, 'counterpart.sqlite'), { readOnly: true });
  const stored = (sql: string) => Number(Object.values(database.prepare(sql).get()!)[0]);
  const shown = stored('select count(*) from shown_candidates');
  expect(shown).toBeGreaterThan(300);
  expect({
    matches: sumOf(matches, 'matches'),
    shown: sumOf(matches, 'shown'),
    exposed: exposure.shown,
  }).toEqual({ matches: stored('select count(*) from shown_matches'), shown, exposed: shown });
  const counted = outcomes.data.flatMap(({ labels }) => Object.values(labels as object)) as {
    outcomes: number;
    current: number;
  }[];
  expect({
    outcomes: counted.reduce((sum, one) => sum + one.outcomes, 0),
    current: counted.reduce((sum, one) => sum + one.current, 0),
  }).toEqual({
    outcomes: stored('select count(*) from outcomes'),
    current: stored('select count(*) from outcomes where is_current = 1'),
  });
  database.close();
});
