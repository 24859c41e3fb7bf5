/**
 * POST /feedback knows every answered match, also after kill -9 in the middle of many matches, and after the
 * disk was full. A match that cannot be recorded is not answered.
 */
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from '../running-service.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

const CLIENTS = 8;
const PEOPLE = 12;
const NO_JOBS = ['--job-workers', '0'];

interface Shown {
  readonly seeker: string;
  readonly candidate: string;
  readonly matchId: string;
}

let service: RunningService | undefined;
let key: string;
afterEach(() => service?.stop('SIGKILL'));

async function call(path: string, body: object) {
  const response = await fetch(`${service!.url}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as never };
}

async function writePeople(): Promise<void> {
  for (let n = 0; n < PEOPLE; n++) {
    const gender = n % 2 === 0 ? 'woman' : 'man';
    const fields = { age: 30, gender, location: 'Lisbon, Portugal', relationship_goal: 'long_term' };
    const { status } = await call('/users', { user_id: `p${n}`, domain: 'dating', fields });
    expect(status).toBe(200);
  }
}

async function match(n: number) {
  const seeker = `p${n % PEOPLE}`;
  const { status, headers, body } = await call('/match', {
    user_id: seeker,
    domain: 'dating',
    limit: 3,
    filters: { exclude_outcomes: [] },
  });
  const answer = body as {
    match_id: string;
    matches: { user_id: string }[];
    error: { code: string; details: object };
  };
  const shown: Shown | null =
    status === 200 ? { seeker, candidate: answer.matches[0]!.user_id, matchId: answer.match_id } : null;
  return { status, headers, error: answer.error, shown };
}

/** Answers whose match is unknown. */
async function unknownOf(answered: readonly Shown[]): Promise<readonly string[]> {
  const { status, body } = await call('/feedback', {
    domain: 'dating',
    items: answered.map(({ seeker, candidate, matchId }) => ({
      seeker_id: seeker,
      candidate_id: candidate,
      outcome: 'accepted',
      match_id: matchId,
    })),
  });
  expect(status).toBe(200);
  const { accepted, errors } = body as { accepted: number; errors: { message: string }[] };
  expect(accepted + errors.length).toBe(answered.length);
  return errors.map(({ message }) => message);
}

describe('kill -9', () => {
  const folder = temporaryFolder();
  beforeAll(async () => {
    key = await tenantWithKey(folder.path, 'main', 'dating');
  }, 60_000);
  afterAll(() => folder.remove());

  test('every answered match is known after kill -9', { timeout: 120_000 }, async () => {
    service = await startService(folder.path, NO_JOBS);
    await writePeople();
    const answered: Shown[] = [];
    const ended = once(service.process, 'exit');
    const client = async (first: number) => {
      for (let n = first; ; n += CLIENTS) {
        const { status, shown } = await match(n);
        expect(status).toBe(200);
        answered.push(shown!);
        // Killed at once: an answered match must already be durable.
        if (answered.length >= 200) service!.process.kill('SIGKILL');
      }
    };
    const clients = Array.from({ length: CLIENTS }, (_, first) => client(first));
    const died = await Promise.allSettled(clients);
    for (const end of died) expect(String((end as PromiseRejectedResult).reason)).toContain('fetch failed');
    await ended;
    service = await startService(folder.path, NO_JOBS);
    expect(await unknownOf(answered)).toEqual([]);
  });
});

const disk = mountSmallDisk(40);
describe.skipIf(disk === null)('a full disk', () => {
  beforeAll(async () => {
    key = await tenantWithKey(disk!.path, 'main', 'dating');
  }, 60_000);
  afterAll(async () => {
    await service?.stop('SIGKILL');
    disk!.remove();
  });

  test('a match that cannot be stored is 503, and answered matches are known', {
    timeout: 120_000,
  }, async () => {
    service = await startService(disk!.path, NO_JOBS);
    await writePeople();
    const answered: Shown[] = [];
    disk!.fill();
    let refused: Awaited<ReturnType<typeof match>> | undefined;
    // The log of the database may have room of its own for a few more.
    for (let n = 0; n < 5000 && refused === undefined; n++) {
      const outcome = await match(n);
      if (outcome.shown !== null) answered.push(outcome.shown);
      else refused = outcome;
    }
    expect(refused?.error).toMatchObject({
      code: 'dependency_unavailable',
      message: expect.stringContaining('disk full'),
      details: { retry_after_ms: 30_000 },
    });
    expect([refused!.status, refused!.headers.get('retry-after')]).toEqual([503, '30']);

    disk!.empty();
    const { shown } = await match(1);
    const unknown: string[] = [];
    for (let from = 0; from < answered.length; from += 500) {
      unknown.push(...(await unknownOf(answered.slice(from, from + 500))));
    }
    expect([...unknown, ...(await unknownOf([shown!]))]).toEqual([]);
  });
});
