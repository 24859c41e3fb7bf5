/**
 * Learning goes on where a cross encoder serves: train, restart the server, and train again, twice. Values
 * count only together here, which no sum of terms holds, so a cross encoder is kept.
 */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService, temporaryFolder } from './running-service.ts';
import { runHere } from './service/testing/run-cli.ts';

const GOALS = ['long_term', 'marriage', 'casual', 'friendship'] as const;
const PEOPLE = 800;
/** So few that nothing can be learned of a person alone. */
const DECISIONS = 4;
const folder = temporaryFolder();
let service: RunningService;
let key: string;

/** 0..1, the same for the same numbers (mulberry32). */
function chance(...numbers: readonly number[]): number {
  let state = numbers.reduce((hash, number) => Math.imul(hash ^ number, 0x9e3779b1) + 0x6d2b79f5, 7);
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32;
}

const people = Array.from({ length: 2 * PEOPLE }, (_, n) => ({
  user_id: n < PEOPLE ? `w${n}` : `m${n - PEOPLE}`,
  gender: n < PEOPLE ? 'woman' : 'man',
  age: 22 + Math.floor(40 * chance(n, 1)),
  relationship_goal: GOALS[Math.floor(GOALS.length * chance(n, 2))]!,
}));

/** Older people choose those of their own goal, younger ones the others. */
function decisions(round: number) {
  return Array.from({ length: PEOPLE }, (_, w) =>
    Array.from({ length: DECISIONS }, (__, n) => {
      const m = Math.floor(PEOPLE * chance(w, n, round, 3));
      const [seeker, candidate] = [people[w]!, people[PEOPLE + m]!];
      const isSuited = seeker.age > 41 === (seeker.relationship_goal === candidate.relationship_goal);
      return {
        seeker_id: seeker.user_id,
        candidate_id: candidate.user_id,
        outcome: chance(w, m, 4) < (isSuited ? 0.93 : 0.07) ? 'accepted' : 'rejected',
      };
    }),
  ).flat();
}

async function call(method: string, path: string, body?: unknown) {
  const answer = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: the test says what it expects of the answer
  const given = (await answer.json()) as any;
  expect(answer.ok, JSON.stringify(given)).toBe(true);
  return given;
}

async function trainedOn(round: number) {
  const items = decisions(round);
  for (let from = 0; from < items.length; from += 500)
    await call('POST', '/v1/feedback', { domain: 'dating', items: items.slice(from, from + 500) });
  const { run_id } = await call('POST', '/v1/train', { domain: 'dating', force: true });
  for (;;) {
    const run = await call('GET', `/v1/train/runs/${run_id}`);
    if (run.finished_at !== null) return run;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Stored networks: each model with a cross encoder has one. */
const networks = () =>
  readdirSync(folder.path, { recursive: true }).filter((name) => String(name).endsWith('cross-encoder.onnx'));

beforeAll(async () => {
  const counterpart = async (...args: readonly string[]) =>
    JSON.parse((await runHere(folder.path, ...args, '--json')).stdout);
  await counterpart('tenants', 'create', 'acme', '--domains', 'dating', '--email', 'acme@example.com');
  ({ key } = await counterpart('keys', 'create', '--tenant', 'acme', '--rate', '100000'));
  await counterpart('tenants', 'set', 'acme', '--threshold', 'dating=1000000');
  service = await startService(folder.path);
  const lines = people.map(({ user_id, ...fields }) =>
    JSON.stringify({ user_id, domain: 'dating', fields: { ...fields, location: 'Lisbon, Portugal' } }),
  );
  const sent = await fetch(`${service.url}/v1/users/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  expect((await sent.text()).match(/"status":200/g)).toHaveLength(people.length);
}, 120_000);
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

test('a cross encoder is kept, and runs after a restart go on from it, twice', async () => {
  const first = await trainedOn(1);
  expect(first.status, first.reason).toBe('deployed');
  expect(networks()).not.toEqual([]);
  for (const round of [2, 3]) {
    const before = networks().length;
    await service.stop();
    service = await startService(folder.path);
    const next = await trainedOn(round);
    expect(next.status, next.reason).toBe('deployed');
    expect(networks().length).toBeGreaterThan(before);
  }
}, 900_000);
