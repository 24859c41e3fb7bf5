/** The operations of domains over the whole service. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shippedVersions } from '../../src/domains/shipped-domains.ts';
import { checkDomainExample } from '../../src/outside/http/endpoints/post-domain-check.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
beforeAll(async () => {
  service = await composed();
}, 60_000);
afterAll(() => service?.stop());

const send = async (path: string, body?: object) => {
  const answer = await service.send(path, body);
  expect([path, answer.status, answer.body]).toEqual([path, 200, answer.body]);
  return answer.body;
};

describe('domains', () => {
  test('are listed with the versions in force', async () => {
    const { data } = await send('domains');
    expect(data).toEqual([
      {
        ...{
          domain: 'dating',
          version: 1,
          schema_version: 'dating.v1',
          newest_version: 1,
          origin: 'shipped',
        },
        ...{ title: expect.any(String), fields: expect.any(Number), terms: expect.any(Number) },
      },
    ]);
  });

  test('are read with their source, of any version', async () => {
    const read = await send('domains/dating');
    expect(read).toMatchObject({ version: 1, in_force: true, origin: 'shipped' });
    expect(read.source).toMatch(/^(#.*\n)*domain: dating\n/m);
    expect(read.versions).toEqual([
      { version: 1, schema_version: 'dating.v1', origin: 'shipped', in_force: true },
    ]);
    const { fields, scorecard } = read.definition;
    expect(fields.find(({ name }: { name: string }) => name === 'age')).toMatchObject({
      kind: 'hard',
      type: 'integer',
    });
    for (const { least, most } of scorecard.terms) expect(least).toBeLessThanOrEqual(most);
    expect(await send('domains/dating?version=1')).toMatchObject({ source: read.source });
  });

  test('that are unknown, or have no such version, are 404; those of others too', async () => {
    const other = await service.accounts.createTenant({ name: 'other', domains: [], email: 'o@example.com' });
    await service.accounts.addDefinition(other.tenantId, checkDomainExample.source, 'walks.yaml');
    for (const path of ['domains/walks', 'domains/nonsense', 'domains/dating?version=7']) {
      const { status, body } = await service.send(path);
      expect([path, status, body.error.code]).toEqual([path, 404, 'domain_not_found']);
    }
    expect((await service.send('domains/hiring')).status).toBe(403);
    for (const query of ['version=0', 'version=one', 'version=10000', 'versions=1']) {
      expect((await service.send(`domains/dating?${query}`)).status).toBe(400);
    }
  });
});

describe('a check of a definition', () => {
  test('gives faults with lines', async () => {
    const { faults, definition, results } = await send('domains/check', {
      source: 'domain: walks\nversion: one\n',
      texts: ['x'],
    });
    expect(faults[0]).toMatchObject({ line: 1 });
    expect(faults.at(-1)).toMatchObject({ line: 2, column: 1, path: 'version' });
    expect([definition, results]).toEqual([null, []]);
  });

  test('gives a summary and what texts say, and stores nothing', async () => {
    const { faults, definition, changes, results } = await send('domains/check', checkDomainExample);
    expect(faults).toEqual([]);
    expect(definition).toMatchObject({ schema_version: 'walks.v1', fields: [{ name: 'age', rules: 1 }, {}] });
    expect(definition.scorecard.terms).toEqual([
      {
        ...{ name: 'pace', compare: 'same', fields: ['pace'], least: -0.4, most: 0.8, missing: 0 },
        conditional: false,
      },
    ]);
    expect(changes).toBeNull();
    const [text] = checkDomainExample.texts!;
    expect(results[0].fields.map(({ field, value }: Record<string, unknown>) => [field, value])).toEqual([
      ['age', 41],
      ['pace', 'brisk'],
    ]);
    expect(text!.slice(...results[0].fields[1].span)).toBe('brisk');
    expect(results[0].lost).toEqual({});
    expect((await service.send('domains/walks')).status).toBe(404);
  });

  test('says what would change in the domain in force', async () => {
    const { source } = await send('domains/dating');
    const next = source
      .replace('version: 1', 'version: 2')
      .replace('title: ', 'title: New ')
      .replace(/- name: smoking\n/, '- name: smokes\n');
    const { faults, changes } = await send('domains/check', { source: next });
    expect(faults).toEqual([]);
    expect(changes).toMatchObject({ against: 'dating.v1', others: ['title'] });
    const same = await send('domains/check', { source });
    expect(same.changes).toEqual({
      ...{ against: 'dating.v1', others: [], incompatible: [], people_stored: false, revalidates: false },
      ...{ fields: { added: [], removed: [], changed: [] }, terms: { added: [], removed: [], changed: [] } },
    });
  });

  test.each(shippedVersions().map((each) => [each.domain, each] as const))(
    'reads the shipped definition of %s with half as much again',
    async (_, { source }) => {
      const text = source();
      const roomy = text.padEnd(text.length * 1.5, '# a line of a comment\n');
      const { faults, definition } = await send('domains/check', { source: roomy, texts: ['I am 41.'] });
      expect([faults, definition === null]).toEqual([[], false]);
    },
    30_000,
  );

  test('names the faults of an empty definition', async () => {
    for (const source of ['', ' \n']) {
      const { faults, definition } = await send('domains/check', { source });
      expect([faults.length > 0, definition]).toEqual([true, null]);
    }
  });

  test('is refused beyond its bounds', async () => {
    for (const [body, status] of [
      [{ source: 'x'.repeat(1024 * 1024 + 1) }, 413],
      [{ source: 'é'.repeat(512 * 1024 + 1) }, 413],
      [{ source: 'x'.repeat(4 * 1024 * 1024) }, 413],
      [{ source: 'x', texts: Array(6).fill('x') }, 400],
      [{ source: 'x', texts: ['x'.repeat(16 * 1024 + 1)] }, 400],
      [{ source: 1 }, 400],
      [{ source: 'x', text: 'x' }, 400],
      [{}, 400],
    ] as const) {
      expect((await service.send('domains/check', body)).status).toBe(status);
    }
  });
});

describe('an operator', () => {
  const publish = (body: object, path = 'domains/walks') => asOperator(path, body);
  let tenant = '';
  let operatorKey = '';
  let tenantKey = '';
  beforeAll(async () => {
    const { tenantId } = await service.accounts.createTenant({
      ...{ name: 'walkers', domains: ['dating'], email: 'o@example.com' },
    });
    tenant = tenantId;
    operatorKey = (await service.accounts.createOperatorKey({ rate: 100_000, burst: 100_000 })).key;
    tenantKey = (await service.accounts.createKey(tenantId, {})).key;
  });
  const request = async (key: string, url: string, body?: object) => {
    const answer = await service.server.inject({
      method: body === undefined ? 'GET' : 'POST',
      url,
      headers: { authorization: `Bearer ${key}` },
      ...(body !== undefined && { payload: body }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const asOperator = (path: string, body?: object) =>
    request(operatorKey, `/v1/admin/tenants/${tenant}/${path}`, body);
  const first = checkDomainExample.source;
  const next = (version: number, source = first) => source.replace('version: 1', `version: ${version}`);

  test('publishes versions, which are in force at once', async () => {
    const made = await publish({ source: first, expected_version: null });
    expect(made.body).toMatchObject({ schema_version: 'walks.v1', previous_version: null });
    const walk = (user_id: string, pace: string) =>
      request(tenantKey, '/v1/users', { user_id, domain: 'walks', fields: { age: 40, pace } });
    expect((await walk('ana', 'slow')).status).toBe(200);
    expect((await walk('ben', 'brisk')).status).toBe(200);
    const before = await request(tenantKey, '/v1/match', { user_id: 'ana', domain: 'walks' });
    expect(before.body.matches).toHaveLength(1);

    const source = next(2).replace('different: -0.4', 'different: -3');
    const { body } = await publish({ source, expected_version: 1 });
    expect(body).toMatchObject({ version: 2, previous_version: 1, revalidated_rows: 0 });
    expect((await publish({ source, expected_version: 1 })).body).toMatchObject({ version: 2 });
    const after = await request(tenantKey, '/v1/match', { user_id: 'ana', domain: 'walks' });
    expect(after.body.matches[0].score).toBeLessThan(before.body.matches[0].score);
    expect((await asOperator('domains')).body.data.map(({ schema_version: name }: never) => name)).toEqual([
      'dating.v1',
      'walks.v2',
    ]);
    const read = await asOperator('domains/walks?version=1');
    expect(read.body).toMatchObject({ source: first, in_force: false, versions: [{}, {}] });
  });

  test('whose expectation is old changes nothing', async () => {
    const { status, body } = await publish({ source: next(3), expected_version: 1 });
    expect([status, body.error.code]).toEqual([409, 'conflict']);
    expect(body.error.details).toEqual({ expected_version: 1, version_in_force: 2 });
    const answers = await Promise.all(
      [3, 4].map((version) => publish({ source: next(version), expected_version: 2 })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 409]);
    expect((await asOperator('domains/walks')).body.version).toBe(3);
  });

  test('is told what stored people would lose, and what would change', async () => {
    const source = next(4)
      .replace('values: [slow, brisk]', 'values: [slow]')
      .replace(', brisk: [brisk, fast]', '');
    const { status, body } = await publish({ source, expected_version: 3 });
    expect([status, body.error.details]).toEqual([409, { changes: ['field pace: no more brisk'] }]);
    const required = next(4).replace(
      /kind: hard\n {4}type: enum/,
      'kind: hard\n    required: true\n    type: enum',
    );
    const checked = await request(operatorKey, '/v1/domains/check', { source: required, tenant_id: tenant });
    expect(checked.body.changes).toMatchObject({
      ...{ against: 'walks.v3', people_stored: true, revalidates: true, incompatible: [] },
      fields: { changed: [{ name: 'pace', changed: ['required'] }] },
    });
    const alone = await request(operatorKey, '/v1/domains/check', { source: required });
    expect([alone.status, alone.body.changes]).toEqual([200, null]);
  });

  test('gets the faults of a definition by line', async () => {
    const { status, body } = await publish({ source: 'domain: walks\nversion: x\n', expected_version: 3 });
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.details.issues.at(-1)).toMatchObject({ path: 'source', line: 2 });
    const misnamed = await publish({ source: first, expected_version: null }, 'domains/hikes');
    expect(misnamed.body.error.message).toMatch(/«walks», and the address names «hikes»/);
    const unknown = await request(operatorKey, '/v1/admin/tenants/ten_none/domains');
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'not_found']);
    expect((await publish({ source: first })).status).toBe(400);
    expect((await publish({ source: 'x'.repeat(1_100_000), expected_version: 3 })).status).toBe(413);
  });

  test('alone may do so', async () => {
    const body = { source: next(4), expected_version: 3 };
    for (const path of ['domains', 'domains/walks']) {
      expect((await request(tenantKey, `/v1/admin/tenants/${tenant}/${path}`)).status).toBe(403);
    }
    expect((await request(tenantKey, `/v1/admin/tenants/${tenant}/domains/walks`, body)).status).toBe(403);
    expect((await request(operatorKey, '/v1/domains')).status).toBe(403);
    const named = await request(tenantKey, '/v1/domains/check', { source: first, tenant_id: tenant });
    expect(named.status).toBe(400);
  });
});
