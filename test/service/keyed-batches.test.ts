/**
 * `Idempotency-Key` on POST /users/batch: a line is written once, whatever was cut off, repeated or sent
 * twice at once.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLines, sendLines } from '../../src/platform/testing/lines-client.ts';
import { until } from '../../src/platform/testing/until.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

const HOUR_MS = 3_600_000;

let service: ComposedService;
let port: number;
let database: DatabaseSync;
beforeAll(async () => {
  service = await composed();
  port = await service.port();
  database = new DatabaseSync(join(service.folder, 'counterpart.sqlite'));
}, 60_000);
afterAll(async () => {
  database?.close();
  await service?.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: whatever was answered
type Any = any;

const path = '/v1/users/batch?records=true&repeated=replace';
const headersOf = (key: string) => ({ 'idempotency-key': key });
const send = (key: string, body: string, options: object = {}): Promise<Any[]> =>
  sendLines(port, service.key, body, { path, headers: headersOf(key), ...options });
const line = (user_id: string, age = 30, rest: object = {}) =>
  `${JSON.stringify({ user_id, domain: 'dating', fields: { age, gender: 'woman' }, ...rest })}\n`;
const ageOf = async (user: string) => (await service.send(`users/${user}?domain=dating`)).body?.fields?.age;
const codeOf = ({ status, error }: Any) => error?.code ?? status;

/** Rows that the store has written since it was made. */
function rowsWritten(): number {
  return Number(database.prepare('select sum(value) as value from change_counters').get()?.value ?? 0);
}

describe('retries', () => {
  const userNames = ['ana', 'ben', 'cleo', 'dan'] as const;
  const anyLine = fc.oneof(
    { arbitrary: fc.tuple(fc.constantFrom(...userNames), fc.integer({ min: 20, max: 80 })), weight: 6 },
    { arbitrary: fc.constantFrom('', '{', '{"user_id":"x","domain":"nowhere"}'), weight: 1 },
  );
  const step = fc.record({
    key: fc.constantFrom('one', 'two'),
    /** Answers that are read before the connection is cut; null: all. */
    cutAfter: fc.option(fc.integer({ min: 0, max: 6 })),
    /** Whether the same request is sent twice at once. */
    isTwice: fc.boolean(),
    /** Whether the next step begins at once. */
    isLeft: fc.boolean(),
    /** A person whom another client writes afterwards. */
    meanwhile: fc.option(fc.constantFrom(...userNames)),
  });

  const statusOf = (each: unknown) => {
    if (typeof each !== 'string') return 'replayed';
    return each === '{' ? 400 : 404;
  };

  test('write every line once, give its first answer again, and leave what others wrote', {
    timeout: 240_000,
  }, async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyLine, { minLength: 1, maxLength: 14 }),
        fc.array(step, { minLength: 1, maxLength: 8 }),
        async (given, steps) => {
          const run = `run${++runs}`;
          const nameOf = (user: string) => `${run}-${user}`;
          const body = given
            .map((each) => (typeof each === 'string' ? `${each}\n` : line(nameOf(each[0]), each[1])))
            .join('');
          const valid = given.flatMap((each, at) => (typeof each === 'string' ? [] : [at + 1]));
          const before = rowsWritten();
          const acknowledged = new Map<string, Any>();
          const left: Promise<void>[] = [];
          let others = 0;
          /** People whom others wrote after every line about them was acknowledged. */
          const settled = new Map<string, number>();

          const check = (key: string, answers: readonly Any[]) => {
            for (const { replayed, ...answer } of answers) {
              if (answer.status !== 200) continue;
              const known = acknowledged.get(`${key} ${answer.line}`);
              if (known !== undefined) expect(answer).toEqual(known);
              acknowledged.set(`${key} ${answer.line}`, answer);
            }
          };
          const request = async (key: string, cutAfter: number | null) => {
            const client = openLines(port, service.key, { path, headers: headersOf(`${run} ${key}`) });
            client.outgoing.end(body);
            if (cutAfter === null) return check(key, await client.rest());
            for (let read = 0; read < cutAfter; read++) {
              const answer = await client.next();
              if (answer === undefined) break;
              check(key, [answer]);
            }
            client.outgoing.destroy();
          };

          const used = new Set<string>();
          for (const { key, cutAfter, isTwice, isLeft, meanwhile } of steps) {
            // The lines of a key that is used for the first time write over what others wrote before.
            if (!used.has(key)) settled.clear();
            used.add(key);
            const requests = [request(key, cutAfter), ...(isTwice ? [request(key, null)] : [])];
            if (isLeft) left.push(...requests);
            else await Promise.all(requests);
            if (meanwhile === null) continue;
            const isSettled = given.every(
              (each, at) =>
                typeof each === 'string' ||
                each[0] !== meanwhile ||
                [...used].every((name) => acknowledged.has(`${name} ${at + 1}`)),
            );
            const age = 81 + others++;
            await service.send('users', {
              ...{ user_id: nameOf(meanwhile), domain: 'dating' },
              fields: { age, gender: 'woman' },
            });
            if (isSettled) settled.set(meanwhile, age);
          }
          await Promise.all(left);
          for (const key of used) {
            await until(async () => {
              const answers = await send(`${run} ${key}`, body);
              check(key, answers);
              return answers.some(({ error }) => error?.code === 'idempotency_in_progress');
            }).toBe(false);
            for (const at of valid) expect(acknowledged.has(`${key} ${at}`)).toBe(true);
            const again = await send(`${run} ${key}`, body);
            const statuses = again.map((answer) => (answer.replayed === true ? 'replayed' : answer.status));
            expect(statuses).toEqual(given.filter((each) => each !== '').map(statusOf));
          }
          expect(rowsWritten() - before).toBe(used.size * valid.length + others);
          for (const [user, age] of settled) expect(await ageOf(nameOf(user))).toBe(age);
        },
      ),
      { numRuns: 60, seed: 18 },
    );
  });

  test('two bodies of a thousand lines at once, with one key, write each line once', async () => {
    const body = Array.from({ length: 1000 }, (_, n) => line(`both-${n}`)).join('');
    const before = rowsWritten();
    const all = await Promise.all([send('both', body), send('both', body)]);
    for (const answers of all) {
      expect(answers.map((answer) => answer.line)).toEqual(Array.from({ length: 1000 }, (_, n) => n + 1));
      for (const answer of answers) expect([200, 'idempotency_in_progress']).toContain(codeOf(answer));
    }
    expect(rowsWritten() - before).toBe(1000);
    const again = await send('both', body);
    expect(again.every(({ status, replayed }) => status === 200 && replayed === true)).toBe(true);
    expect(rowsWritten() - before).toBe(1000);
  });

  test('the answer is that of the first time, byte for byte, with one more key', async () => {
    const body = line('bytes', 33, { context: 'I live in Lisbon.' }) + line('warned', 34);
    const text = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${service.key}`, 'content-type': 'application/x-ndjson' },
          'idempotency-key': 'bytes',
        },
        body,
      });
      return (await answer.text()).trimEnd().split('\n');
    };
    const first = await text();
    expect(await text()).toEqual(first.map((each) => `${each.slice(0, -1)},"replayed":true}`));
  });
});

describe('a key', () => {
  test('used with another line, or another query, is refused for that line alone', async () => {
    await send('reused', line('r1') + line('r2') + line('r3'));
    const changed = await send('reused', line('r1') + line('r2', 44) + line('r3'));
    expect(changed.map(codeOf)).toEqual([200, 'idempotency_key_reused', 200]);
    expect(changed[1].error.details).toEqual({ idempotency_key: 'reused' });
    expect(await ageOf('r2')).toBe(30);
    const sameInOtherOrder = `${JSON.stringify({ fields: { gender: 'woman', age: 30 }, domain: 'dating', user_id: 'r1' })}\n`;
    expect((await send('reused', sameInOtherOrder))[0].replayed).toBe(true);
    const withoutRecords = await send('reused', line('r1'), { path: '/v1/users/batch' });
    expect(withoutRecords.map(codeOf)).toEqual(['idempotency_key_reused']);
    expect((await send('reused', line('r2'))).map(codeOf)).toEqual(['idempotency_key_reused']);
  });

  test('of a line that was refused is free; a blank line keeps the numbers of the others', async () => {
    const bad = `{"user_id":"f2","domain":"dating","fields":{"age":"old"}}\n`;
    const first = await send('freed', `${line('f1')}${bad}\n{\n${line('f5')}`);
    expect(first.map(({ line: number, ...answer }) => [number, codeOf(answer)])).toEqual([
      [1, 200],
      [2, 'invalid_field_value'],
      [4, 'invalid_request'],
      [5, 200],
    ]);
    const second = await send('freed', `{\n${line('f2')}${line('f3')}${line('f4')}\n${line('f6')}`);
    expect(second.map(({ line: number, ...answer }) => [number, codeOf(answer), answer.replayed])).toEqual([
      [1, 'invalid_request', undefined],
      [2, 200, undefined],
      [3, 200, undefined],
      [4, 200, undefined],
      [6, 200, undefined],
    ]);
    expect((await send('freed', line('f1')))[0].replayed).toBe(true);
  });

  test('of another workspace, another route or another spelling is another key', async () => {
    const { tenantId } = await service.accounts.createTenant({
      name: 'keyed other',
      domains: ['dating'],
      email: 'o@example.com',
    });
    const { key: other } = await service.accounts.createKey(tenantId, {});
    const options = { path, headers: headersOf('shared') };
    const before = rowsWritten();
    expect((await send('shared', line('mine')))[0].replayed).toBeUndefined();
    expect((await sendLines(port, other, line('mine'), options))[0]).not.toHaveProperty('replayed');
    expect((await sendLines(port, other, line('other', 40), options)).map(codeOf)).toEqual([
      'idempotency_key_reused',
    ]);
    const { status, headers } = await service.send('users', JSON.parse(line('mine')), 'shared');
    expect([status, headers['idempotent-replayed']]).toEqual([200, undefined]);
    for (const spelled of ['Shared', 'shared 0000001', 'shared 1']) {
      expect((await send(spelled, line('mine')))[0].replayed, spelled).toBeUndefined();
    }
    expect(rowsWritten() - before).toBe(6);
  });

  test('has 1 to 255 characters', async () => {
    for (const key of ['k', 'k'.repeat(255)]) {
      expect((await send(key, line('long')))[0].replayed).toBeUndefined();
      expect((await send(key, line('long')))[0].replayed).toBe(true);
    }
    const before = rowsWritten();
    for (const key of ['', 'k'.repeat(256)]) {
      const client = openLines(port, service.key, { path, headers: headersOf(key) });
      expect((await client.head).statusCode, key).toBe(400);
      expect((await client.next()).error.code).toBe('invalid_request');
      client.outgoing.destroy();
    }
    expect(rowsWritten()).toBe(before);
  });

  test('holds for 24 hours', async () => {
    const age = (ms: number) =>
      database
        .prepare('update idempotency_keys set expires_at_ms = expires_at_ms - ? where key = ?')
        .run(ms, 'aged 0000001');
    await send('aged', line('aged'));
    age(23.9 * HOUR_MS);
    expect((await send('aged', line('aged')))[0].replayed).toBe(true);
    age(0.1 * HOUR_MS);
    const [after] = await send('aged', line('aged', 50));
    expect([after.status, after.replayed, after.record.fields.age]).toEqual([200, undefined, 50]);
    expect((await send('aged', line('aged', 50)))[0].replayed).toBe(true);
  });

  test('of a line about a person who was erased is 409, and stores nothing of the person', async () => {
    const body = line('gone') + line('stays') + line('gone', 31);
    await send('erased', body);
    const erase = await service.server.inject({
      method: 'DELETE',
      url: '/v1/users/gone',
      headers: { authorization: `Bearer ${service.key}` },
    });
    expect(erase.statusCode).toBe(200);
    const kept = database.prepare("select * from idempotency_keys where key like 'erased %'").all();
    expect(JSON.stringify(kept)).not.toContain('gone');
    const again = await send('erased', body);
    expect(again.map(codeOf)).toEqual(['conflict', 200, 'conflict']);
    expect(again[1].replayed).toBe(true);
    expect((await service.send('users/gone')).status).toBe(404);
    expect((await send('after', line('gone'))).map(codeOf)).toEqual([200]);
  });
});
