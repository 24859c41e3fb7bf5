/**
 * POST /users/batch on a real server that is stopped, killed or out of disk in the middle of a body. A line
 * that was answered is stored, and the client knows where to go on. A retry with a key writes no line twice.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type LinesClient, openLines } from '../src/platform/testing/lines-client.ts';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from './running-service.ts';
import { mountSmallDisk } from './support/small-disk.ts';

const NO_JOBS = ['--job-workers', '0'];
let service: RunningService | undefined;
afterEach(() => service?.stop('SIGKILL'));

const portOf = ({ url }: RunningService) => Number(new URL(url).port);
const idOf = (round: string, n: number) => `${round}-${n}`;
const person = (round: string, n: number) => {
  const user_id = idOf(round, n);
  return `${JSON.stringify({ user_id, domain: 'dating', fields: { age: 30 }, context: `I am ${user_id}.` })}\n`;
};

// biome-ignore lint/suspicious/noExplicitAny: whatever was answered
type Any = any;

interface Sent {
  readonly client: LinesClient;
  /** Answers so far; the first is that of line `from`. */
  readonly answers: Any[];
  /** Reads answers until `most` are there, or until the answer or the connection ends. */
  read(most?: number): Promise<void>;
}

/** Sends the lines `from` to `to` of a round in a body of their own. */
function send(key: string, round: string, from: number, to: number, idempotencyKey?: string): Sent {
  const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
  const client = openLines(portOf(service!), key, { path: '/v1/users/batch?records=true', headers });
  const sending = (async () => {
    for (let n = from; n <= to; n += 100) {
      const count = Math.min(100, to + 1 - n);
      await client.send(Array.from({ length: count }, (_, at) => person(round, n + at)).join(''));
    }
    client.end();
  })();
  // A server that ends takes no more lines.
  sending.catch(() => {});
  const answers: Any[] = [];
  return {
    client,
    answers,
    read: async (most = Number.POSITIVE_INFINITY) => {
      while (answers.length < most) {
        const line = await client.next().catch(() => undefined);
        if (line === undefined) return;
        answers.push(line);
      }
    },
  };
}

/** Ids of the round that are stored, and how many rows were ever written, by the file of the database. */
function stored(folder: string, round: string) {
  const database = new DatabaseSync(join(folder, 'counterpart.sqlite'), { readOnly: true });
  try {
    const rows = database.prepare('select user_id from profiles where user_id like ?').all(`${round}-%`);
    const [counter] = database.prepare('select sum(value) as value from change_counters').all();
    return { ids: new Set(rows.map((row) => row.user_id)), written: Number(counter?.value ?? 0) };
  } finally {
    database.close();
  }
}

function unstored(folder: string, round: string, answers: readonly Any[]): readonly string[] {
  const { ids } = stored(folder, round);
  return answers
    .filter(({ status }) => status === 200)
    .flatMap(({ user_id }) => (ids.has(user_id) ? [] : user_id));
}

describe('a server that ends', () => {
  const folder = temporaryFolder();
  let key: string;
  beforeAll(async () => {
    key = await tenantWithKey(folder.path, 'main', 'dating');
  }, 60_000);
  afterAll(() => folder.remove());

  const LINES = 4000;
  test.each([1, 700, 2500])(
    'kill -9 after %i answers, and a retry with the same key',
    {
      timeout: 180_000,
    },
    async (most) => {
      const round = `killed${most}`;
      service = await startService(folder.path, NO_JOBS);
      const before = stored(folder.path, round).written;
      const ended = once(service.process, 'exit');
      const sent = send(key, round, 1, LINES, round);
      await sent.read(most);
      service.process.kill('SIGKILL');
      await sent.read();
      await ended;
      expect(sent.answers.length).toBeGreaterThanOrEqual(most);
      expect(sent.answers.length).toBeLessThan(LINES);
      expect(sent.answers.map(({ line, status }) => [line, status])).toEqual(
        sent.answers.map((_, at) => [at + 1, 200]),
      );

      service = await startService(folder.path, NO_JOBS);
      expect(unstored(folder.path, round, sent.answers)).toEqual([]);
      const changed = await fetch(`${service.url}/v1/users`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ user_id: idOf(round, 1), domain: 'dating', fields: { age: 77 } }),
      });
      expect(changed.status).toBe(200);
      const retried = send(key, round, 1, LINES, round);
      await retried.read();
      expect(retried.answers).toHaveLength(LINES);
      expect(retried.answers.slice(0, sent.answers.length)).toEqual(
        sent.answers.map((answer) => ({ ...answer, replayed: true })),
      );
      expect(retried.answers.every(({ status }) => status === 200)).toBe(true);
      // One write a line, and one of the other client, which the retry left alone.
      expect(stored(folder.path, round).written - before).toBe(LINES + 1);
      const found = await fetch(`${service.url}/v1/users/${idOf(round, 1)}?domain=dating`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect(((await found.json()) as Any).fields.age).toBe(77);
    },
  );

  test('SIGTERM in the middle of 20,000 lines: the last line says where to go on', {
    timeout: 240_000,
  }, async () => {
    service = await startService(folder.path, NO_JOBS);
    const ended = once(service.process, 'exit');
    const sent = send(key, 'stopped', 1, 20_000);
    await sent.read(3000);
    service.process.kill('SIGTERM');
    await sent.read();
    expect(await ended).toEqual([0, null]);
    const last = sent.answers.pop();
    expect(last).toMatchObject({
      next_line: sent.answers.length + 1,
      status: 503,
      error: { code: 'overloaded', details: { retry_after_ms: expect.any(Number) } },
    });
    expect(sent.answers.length).toBeLessThan(20_000);
    expect(sent.answers.every(({ line, status }, at) => line === at + 1 && status === 200)).toBe(true);

    service = await startService(folder.path, NO_JOBS);
    expect(unstored(folder.path, 'stopped', sent.answers)).toEqual([]);
    const rest = send(key, 'stopped', last.next_line, 20_000);
    await rest.read();
    expect(rest.answers.at(-1)).toMatchObject({ line: 20_000 - sent.answers.length, status: 200 });
    expect(stored(folder.path, 'stopped').ids.size).toBe(20_000);
  });
});

const disk = mountSmallDisk(200);
describe.skipIf(disk === null)('a full disk', () => {
  let key: string;
  beforeAll(async () => {
    key = await tenantWithKey(disk!.path, 'main', 'dating');
  }, 60_000);
  afterAll(async () => {
    await service?.stop('SIGKILL');
    disk!.remove();
  });

  test.each([
    ['without a key the lines from next_line on are sent again', undefined],
    ['with a key all lines are sent again', 'full'],
  ])('ends the answer with 503; %s', { timeout: 240_000 }, async (_, idempotencyKey) => {
    const LINES = 12_000;
    const round = idempotencyKey ?? 'unkeyed';
    service = await startService(disk!.path, NO_JOBS);
    const before = stored(disk!.path, round).written;
    const sent = send(key, round, 1, LINES, idempotencyKey);
    await sent.read(500);
    disk!.fill();
    await sent.read();
    const last = sent.answers.pop();
    expect(last).toMatchObject({
      next_line: sent.answers.length + 1,
      status: 503,
      error: {
        code: 'dependency_unavailable',
        message: expect.stringContaining('disk full'),
        details: { retry_after_ms: 30_000 },
      },
    });
    expect(sent.answers.every(({ line, status }, at) => line === at + 1 && status === 200)).toBe(true);
    expect(unstored(disk!.path, round, sent.answers)).toEqual([]);

    disk!.empty();
    const from = idempotencyKey === undefined ? last.next_line : 1;
    const rest = send(key, round, from, LINES, idempotencyKey);
    await rest.read();
    expect(rest.answers.every(({ status }) => status === 200)).toBe(true);
    expect(rest.answers).toHaveLength(LINES - from + 1);
    const { ids, written } = stored(disk!.path, round);
    expect(ids.size).toBe(LINES);
    if (idempotencyKey !== undefined) expect(written - before).toBe(LINES);
  });
});
