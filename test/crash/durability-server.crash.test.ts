/**
 * Requests answered with 2xx survive kill -9. Many clients write, append and erase on a real server process.
 * It is killed and started again, and its state is compared over HTTP with its earlier answers.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from '../running-service.ts';

const CLIENTS = 8;
const LIVES = 1;
const folder = temporaryFolder();
let key: string;
let service: RunningService | undefined;

beforeAll(async () => {
  key = await tenantWithKey(folder.path, 'main', 'dating');
}, 60_000);
afterEach(() => service?.stop('SIGKILL'));
afterAll(() => folder.remove());

/** State of a person by the last answer: the age, or null for an erased person. */
type Answered = Map<string, number | null>;
/** Calls without an answer: either may have happened. */
type Unanswered = Map<string, number | null>;

test('a server killed under load keeps every answered write', { timeout: 120_000 }, async () => {
  const answered: Answered = new Map();
  const unanswered: Unanswered = new Map();
  for (let life = 1; life <= LIVES; life++) {
    const before = answered.size;
    const started = await startService(folder.path);
    service = started;
    const clients = Array.from({ length: CLIENTS }, (_, n) =>
      writeUntilItDies(started.url, `${life}-${n}`, answered, unanswered),
    );
    await expect.poll(() => answered.size, { timeout: 30_000 }).toBeGreaterThan(before + 20);
    await sleep(Math.random() * 300);
    const ended = once(started.process, 'exit');
    started.process.kill('SIGKILL');
    await Promise.all([ended, ...clients]);
  }
  const again = await startService(folder.path);
  service = again;
  const differences: string[] = [];
  for (const [userId, age] of answered) {
    const found = await ageOf(again.url, userId);
    const allowed = unanswered.has(userId) ? [age, unanswered.get(userId)!] : [age];
    if (!allowed.includes(found)) differences.push(`${userId}: ${found} instead of ${allowed.join(' or ')}`);
  }
  expect(differences).toEqual([]);
});

/** Makes people, changes every second one, erases every fourth. */
async function writeUntilItDies(
  url: string,
  name: string,
  answered: Answered,
  unanswered: Unanswered,
): Promise<void> {
  for (let n = 0; ; n++) {
    const userId = `person-${name}-${n}`;
    const steps: readonly (number | null)[] = [
      20 + (n % 50),
      ...(n % 2 === 0 ? [70] : []),
      ...(n % 4 === 0 ? [null] : []),
    ];
    for (const age of steps) {
      unanswered.set(userId, age);
      const status = await (age === null ? erase(url, userId) : write(url, userId, age)).catch(
        () => 'died' as const,
      );
      if (status === 'died') return;
      if (status !== 200) throw new Error(`${userId}: status ${status}`);
      unanswered.delete(userId);
      answered.set(userId, age);
    }
  }
}

async function write(url: string, userId: string, age: number): Promise<number> {
  const response = await fetch(`${url}/v1/users`, {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'application/json' },
    body: JSON.stringify({
      user_id: userId,
      domain: 'dating',
      fields: { age, values_text: `I am ${userId}.` },
    }),
  });
  await response.arrayBuffer();
  return response.status;
}

async function erase(url: string, userId: string): Promise<number> {
  const response = await fetch(`${url}/v1/users/${userId}`, { method: 'DELETE', headers: authorization() });
  await response.arrayBuffer();
  return response.status;
}

async function ageOf(url: string, userId: string): Promise<number | null> {
  const response = await fetch(`${url}/v1/users/${userId}?domain=dating`, { headers: authorization() });
  const body = (await response.json()) as { fields: { age: number; values_text: string } };
  if (response.status === 404) return null;
  expect(body.fields.values_text).toBe(`I am ${userId}.`);
  return body.fields.age;
}

function authorization() {
  return { authorization: `Bearer ${key}` };
}
