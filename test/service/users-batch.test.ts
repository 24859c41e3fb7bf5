/**
 * POST /users/batch over the whole service: the same as its lines one by one, and durable lines alone are
 * answered.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendLines } from '../../src/platform/testing/lines-client.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
let port: number;
beforeAll(async () => {
  service = await composed();
  port = await service.port();
}, 60_000);
afterAll(() => service?.stop());

/** The answer without times and ids of texts, which differ between two equal writes. */
function comparable(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner) =>
      ['at', 'updated_at', 'last_enriched_at', 'context_id', 'request_id'].includes(key) ? undefined : inner,
    ),
  );
}

const ages = fc.constantFrom<unknown>(17, 30, 45, 'thirty', null);
const person = fc.record(
  {
    user_id: fc.constantFrom('ana', 'ben', 'cleo'),
    domain: fc.constantFrom('dating', 'dating', 'dating', 'hiring', 'nowhere'),
    context: fc.constantFrom('I am 31 and live in Lisbon.', 'I want children.', 'I am 40. I run.', ' '),
    fields: fc.record(
      { age: ages, gender: fc.constantFrom('woman', 'man', 'x'), nickname: fc.constant('N') },
      { requiredKeys: [] },
    ),
    preferences: fc.constantFrom<object>({ age: { gte: 28 } }, { nonsense: 1 }),
    replace: fc.boolean(),
    unknown: fc.constant(1),
  },
  { requiredKeys: ['user_id', 'domain'] },
);
const line = fc.oneof(
  { arbitrary: person.map((value) => JSON.stringify(value)), weight: 9 },
  { arbitrary: fc.constantFrom('{', 'null', '[1]', '{}', '"x"', '{"user_id":""}'), weight: 1 },
);

describe('a batch', () => {
  test('equals its lines sent one by one: answers, records and stored rows', {
    timeout: 120_000,
  }, async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (lines) => {
        runs++;
        const renamed = (kind: string) => (text: string) =>
          text.replace(/"user_id":"(\w+)"/, (_, id) => `"user_id":"${kind}-${runs}-${id}"`);
        const backAgain = (value: unknown) =>
          comparable(JSON.parse(JSON.stringify(value).replaceAll(new RegExp(`(one|all)-${runs}-`, 'g'), '')));
        const single = [];
        for (const text of lines.map(renamed('one'))) {
          const answer = await service.server.inject({
            method: 'POST',
            url: '/v1/users',
            headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
            payload: text,
          });
          const { request_id: _, ...body } = answer.json();
          single.push({
            status: answer.statusCode,
            ...(answer.statusCode === 200 ? { record: body } : body),
          });
        }
        const body = lines.map((text) => `${renamed('all')(text)}\n`).join('');
        const answers = await sendLines(port, service.key, body, {
          path: '/v1/users/batch?records=true&repeated=replace&reading=full',
        });
        expect(answers.map((answer) => answer.line)).toEqual(lines.map((_, at) => at + 1));
        const shown = answers.map(({ line: _, user_id: __, ...answer }) => answer);
        expect(backAgain(shown)).toEqual(backAgain(single));
        for (const id of ['ana', 'ben', 'cleo']) {
          const [one, all] = await Promise.all(
            ['one', 'all'].map((kind) => service.send(`users/${kind}-${runs}-${id}`)),
          );
          expect(all!.status).toBe(one!.status);
          if (one!.status === 200) expect(backAgain(all!.body)).toEqual(backAgain(one!.body));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('thousands of lines, many for the same people, end as the last line of each says', async () => {
    const lines = Array.from({ length: 3000 }, (_, n) => ({
      user_id: `many-${n % 700}`,
      domain: 'dating',
      fields: { age: 18 + (n % 80), gender: 'woman', location: 'Lisbon, Portugal' },
    }));
    const answers = await sendLines(
      port,
      service.key,
      lines.map((each) => `${JSON.stringify(each)}\n`).join(''),
      { path: '/v1/users/batch?repeated=replace' },
    );
    expect(answers.map(({ status }) => status)).toEqual(lines.map(() => 200));
    for (const n of [0, 1, 350, 699]) {
      const last = lines.findLast(({ user_id }) => user_id === `many-${n}`)!;
      const { body } = await service.send(`users/many-${n}?domain=dating`);
      expect(body.fields.age).toBe(last.fields.age);
    }
    const { body } = await service.send('match', {
      user_id: 'many-0',
      domain: 'dating',
      limit: 100,
      filters: { age: [40] },
    });
    for (const { user_id } of body.matches) expect(user_id).toMatch(/^many-/);
  });

  test('another workspace sees nothing of it', async () => {
    await sendLines(port, service.key, '{"user_id":"mine","domain":"dating","fields":{"age":30}}\n');
    const other = await service.accounts.createTenant({
      name: 'other',
      domains: ['dating'],
      email: 'o@example.com',
    });
    const { key } = await service.accounts.createKey(other.tenantId, {});
    const headers = { authorization: `Bearer ${key}` };
    for (const url of ['/v1/users/mine', '/v1/users/mine/export']) {
      expect((await service.server.inject({ url, headers })).json().error.code).toBe('user_not_found');
    }
  });
});
