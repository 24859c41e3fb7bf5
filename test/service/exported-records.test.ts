/**
 * A person who is exported and imported again has the same record: values with their sources, texts with
 * their times. Other by nature are the ids of texts, and the time at which a vector was made.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TenantId } from '../../src/contract/brands.ts';
import { exportedLines } from '../../src/outside/cli/export/exported-lines.ts';
import type { ProfileRow } from '../../src/platform/storage/profile-row.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';
import { jsonOf, runHere } from './testing/run-cli.ts';

const DOMAIN = 'hiring';

let service: ComposedService;
let made = 0;

interface Workspace {
  readonly name: string;
  readonly tenantId: TenantId;
  readonly key: string;
}

beforeAll(async () => {
  service = await composed({}, { jobWorkers: 0 });
}, 60_000);
afterAll(() => service?.stop());

async function workspace(): Promise<Workspace> {
  const { accounts } = service;
  const name = `w${++made}`;
  const { tenantId } = await accounts.createTenant({ name, domains: [DOMAIN], email: 'o@example.com' });
  const { key } = await accounts.createKey(tenantId, { rate: 1e6, burst: 1e6 });
  return { name, tenantId, key };
}

async function send({ key }: Workspace, path: string, body?: object | string) {
  const answer = await service.server.inject({
    method: body === undefined ? 'GET' : 'POST',
    url: `/v1/${path}`,
    headers: {
      authorization: `Bearer ${key}`,
      ...(typeof body === 'string' && { 'content-type': 'application/x-ndjson' }),
    },
    ...(body !== undefined && { payload: body }),
  });
  return { status: answer.statusCode, text: answer.body };
}

/**
 * All stored values of a person in a workspace, without those that differ by nature, such as ids and times.
 */
async function personIn({ tenantId }: Workspace, userId: string) {
  const { profiles } = service.store;
  const row = (await profiles.get(tenantId, DOMAIN, userId))!;
  const items = [...(await profiles.contextItems(tenantId, DOMAIN, userId, 1000))].reverse();
  const texts = new Map(items.map(({ contextId }, at) => [contextId, `text ${at}`]));
  const { tenantId: _, createdAt: __, revision: ___, ...record } = row;
  const vectors = await profiles.vectors(tenantId, userId);
  return {
    record: withNames(record, texts),
    items: items.map(({ contextId: ____, ...item }) => item),
    vectors: vectors.map(({ at: _____, ...vector }) => vector),
  };
}

const withNames = (record: object, names: ReadonlyMap<string, string>): Partial<ProfileRow> =>
  JSON.parse(
    JSON.stringify(record, (key, value) => (key === 'context_id' ? (names.get(value) ?? 'none') : value)),
  );

async function linesOf({ tenantId }: Workspace): Promise<string> {
  const lines: string[] = [];
  const counts = { people: 0, cutTexts: 0 };
  for await (const line of exportedLines(service.store.profiles, tenantId, DOMAIN, counts)) lines.push(line);
  return lines.join('');
}

const cv1 = 'Web developer in Leeds. 10 years of PHP and WordPress. Looking for a PHP job, on site, £40k.';
const cv2 = 'Backend engineer in Leeds. Python and PostgreSQL. Looking for a remote Python job, £60k.';

const texts = [
  cv1,
  cv2,
  'I moved to Berlin and I speak German.',
  'Rust developer, 4 years. I want 90k.',
  '  ',
];
const call = fc.oneof(
  fc.record({
    path: fc.constant('users' as const),
    body: fc.record(
      {
        context: fc.constantFrom(...texts),
        fields: fc.record(
          {
            role: fc.constantFrom('candidate', 'job'),
            years_experience: fc.integer({ min: 0, max: 30 }),
            skills: fc.constantFrom(['rust'], ['python', 'go']),
            location: fc.constantFrom('Leeds', 'Nowhere at all', '51.5,-0.1'),
            nickname: fc.constantFrom('x', 'Žofie 😀'),
          },
          { requiredKeys: [] },
        ),
        preferences: fc.constantFrom({ years_experience: { gte: 3 } }, { skills: ['rust'] }),
        replace: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    path: fc.constant('context' as const),
    body: fc.record({ source: fc.constantFrom('chat', 'cv'), content: fc.constantFrom(...texts) }),
  }),
);

describe('an exported person', () => {
  test('any history of calls, exported and imported, is the same record', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 6 }), async (history) => {
        const from = await workspace();
        for (const { path, body } of history)
          await send(from, path, { user_id: 'u1', domain: DOMAIN, ...body });
        if ((await service.store.profiles.get(from.tenantId, DOMAIN, 'u1')) === null) return;
        const lines = await linesOf(from);
        const to = await workspace();
        const { status, text } = await send(to, 'users/batch', lines);
        expect([status, JSON.parse(text.split('\n')[0]!)]).toMatchObject([200, { status: 200 }]);
        expect(await personIn(to, 'u1')).toEqual(await personIn(from, 'u1'));
        expect(await linesOf(to)).toBe(lines);
      }),
      { numRuns: 8 },
    );
  }, 60_000);

  test('by every way: the command line, POST /users, POST /users/batch and the export of one person', async () => {
    const from = await workspace();
    for (const context of [cv1, cv2, cv2])
      await send(from, 'users', { user_id: 'c1', domain: DOMAIN, context });
    await send(from, 'users', {
      ...{ user_id: 'c1', domain: DOMAIN, fields: { role: 'candidate', hobby: 'chess' } },
      preferences: { skills: ['rust'] },
    });
    await send(from, 'context', {
      user_id: 'c1',
      domain: DOMAIN,
      source: 'chat',
      content: 'I know Rust too.',
    });
    await correct(from, 'c1');
    const before = await personIn(from, 'c1');
    expect(before.record.fields).toMatchObject({
      skills: ['python', 'postgresql', 'rust'],
      years_experience: 7,
    });
    const file = join(service.folder, 'people.ndjson');
    const exporting = ['export-users', '--domain', DOMAIN, '--json', '--tenant', from.name, '--out', file];
    expect(await jsonOf(runHere(service.folder, ...exporting))).toMatchObject({ exported: 1, texts_cut: 0 });
    const line = readFileSync(file, 'utf8');
    expect(existsSync(`${file}.partial`)).toBe(false);
    const exported = JSON.parse((await send(from, 'users/c1/export')).text);
    const items = exported.context_items.map(({ domain: _, ...item }: { domain: string }) => item);
    const joined = { ...exported.stored[DOMAIN], context_items: items };
    const ways: Readonly<Record<string, (to: Workspace) => Promise<unknown>>> = {
      import: (to) =>
        jsonOf(runHere(service.folder, 'import', '--domain', DOMAIN, '--json', '--tenant', to.name, file)),
      'POST /users': (to) => send(to, 'users', JSON.parse(line)),
      'POST /users/batch': (to) => send(to, 'users/batch', line),
      'GET /users/{id}/export': (to) => send(to, 'users', { user_id: 'c1', domain: DOMAIN, record: joined }),
    };
    for (const [way, store] of Object.entries(ways)) {
      const to = await workspace();
      await store(to);
      expect(await personIn(to, 'c1'), way).toEqual(before);
      await store(to);
      expect(await personIn(to, 'c1'), `${way}, twice`).toEqual(before);
    }
    await send(from, 'users', JSON.parse(line));
    expect(await personIn(from, 'c1')).toEqual(before);
  }, 60_000);

  /** A value that feedback corrected, as the store has it. */
  async function correct({ tenantId }: Workspace, userId: string): Promise<void> {
    const { profiles } = service.store;
    const row = (await profiles.get(tenantId, DOMAIN, userId))!;
    const provenance = { source: 'feedback', extractor: 'none', confidence: 0.8, at: row.updatedAt } as const;
    await profiles.write([
      {
        row: {
          ...row,
          layers: { ...row.layers, feedback: { years_experience: { value: 7, provenance } } },
          fields: { ...row.fields, years_experience: 7 },
        },
        ...{ contextItems: [], vectors: [], dropVectors: [], refreshDueAtMs: 'keep' },
      },
    ]);
  }

  test('is refused where the line is no record', async () => {
    const from = await workspace();
    await send(from, 'users', { user_id: 'c1', domain: DOMAIN, context: cv1, fields: { role: 'candidate' } });
    const { record } = JSON.parse(await linesOf(from));
    const given = record.layers.client.role;
    const later = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const withRole = (role: object) => ({ ...record, layers: { ...record.layers, client: { role } } });
    const [text] = record.context_items;
    const bad: readonly (readonly [object, number, string])[] = [
      [{ record, fields: { role: 'job' } }, 400, 'fields'],
      [{ record, context: 'more' }, 400, 'context'],
      [{ record: { ...record, layers: undefined } }, 400, 'layers'],
      [{ record: { ...record, more: 1 } }, 400, 'more'],
      [{ record: withRole({ ...given, value: 'astronaut' }) }, 422, 'role'],
      [{ record: withRole({ ...given, value: { a: 1 } }) }, 400, 'value'],
      [{ record: withRole({ ...given, provenance: { ...given.provenance, at: 'May' } }) }, 400, 'at'],
      [{ record: { ...record, updated_at: later } }, 400, 'updated_at'],
      [{ record: { ...record, context_items: [{ ...text, created_at: later }] } }, 400, 'created_at'],
      [{ record: { ...record, context_items: [text, text] } }, 400, 'context_id twice'],
      [{ record: { ...record, context_items: [{ ...text, content: 'x'.repeat(300_000) }] } }, 413, 'content'],
      [{ record: { ...record, preferences: { ...record.preferences, given: { none: 1 } } } }, 422, 'none'],
    ];
    const to = await workspace();
    for (const [body, status, named] of bad) {
      const answer = await send(to, 'users', { user_id: 'c1', domain: DOMAIN, ...body });
      expect([answer.status, answer.text], named).toEqual([status, expect.stringContaining(named)]);
    }
    expect(await service.store.profiles.get(to.tenantId, DOMAIN, 'c1')).toBeNull();
  });
});
