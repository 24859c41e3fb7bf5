/** The operations of domains over the whole service. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkDomainExample } from '../../http/endpoints/examples.ts';
import { type ComposedService, composed } from '../testing/composed-service.ts';

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
        ...{ domain: 'dating', version: 1, schema_version: 'dating.v1', newest_version: 1, origin: 'shipped' },
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

  test('is refused beyond its bounds', async () => {
    for (const [body, status] of [
      [{ source: 'x'.repeat(257 * 1024) }, 413],
      [{ source: 'x'.repeat(3 * 1024 * 1024) }, 413],
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
