/** Where values come from, and what was not taken: GET /users, POST /match with a profile, and exports. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UserRecord } from '../../src/contract/user.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
const context =
  '# Ana\n\n## About\n\nI am a woman of 31 and live in Lisbon. My brother is 45.\n\n## Wishes\n\nA man between 30 and 40.';

beforeAll(async () => {
  service = await composed();
  await service.send('users', { user_id: 'ana', domain: 'dating', context, fields: { gender: 'woman' } });
});
afterAll(() => service?.stop());

const record = async (query = '') => {
  const { status, body } = await service.send(`users/ana?domain=dating${query}`);
  expect(status).toBe(200);
  return UserRecord.parse(body);
};

test('a record says where each value stands, and what speaks for it', async () => {
  const { provenance, lost } = await record();
  expect(lost).toBeUndefined();
  expect(provenance.fields.age).toMatchObject({
    ...{ source: 'context', extractor: 'rules', path: 'Ana › About' },
    signs: { age: expect.any(Number), mention: expect.any(Number) },
  });
  expect(provenance.fields.gender).not.toHaveProperty('signs');
  expect(provenance.preferences.age).toMatchObject({ path: 'Ana › Wishes' });
});

test('with `explain` it also says what was not taken, and nothing of it is stored', async () => {
  const { lost, provenance } = await record('&explain=true');
  const ages = lost!.age!.filter(({ kind }) => kind === 'value');
  const brother = ages.find(({ value }) => value === 45)!;
  expect(brother).toMatchObject({ owner: 'other', because: 'other_owner', path: 'Ana › About' });
  expect(brother.context_id).toBe(provenance.fields.age!.context_id);
  expect(context.slice(...(brother.span as [number, number]))).toContain('45');
  for (const readings of Object.values(lost!)) expect(readings.length).toBeLessThanOrEqual(5);
  expect(await record()).not.toHaveProperty('lost');
});

test('a match with a profile explains what it read', async () => {
  const matched = async (explain: boolean) =>
    (await service.send('match', { domain: 'dating', profile: { context }, record: false, explain })).body;
  const { profile } = await matched(true);
  expect(profile.lost.age).toContainEqual(expect.objectContaining({ value: 45, because: 'other_owner' }));
  expect((await matched(false)).profile).not.toHaveProperty('lost');
});

test('an export keeps path and signs, and an import takes them back', async () => {
  const { body } = await service.send('users/ana/export');
  const { context_items, stored } = body;
  const items = context_items.map(({ domain: _, ...item }: { domain: string }) => item);
  const again = { ...stored.dating, context_items: items };
  await service.send('users', { user_id: 'again', domain: 'dating', record: again });
  const { body: read } = await service.send('users/again?domain=dating');
  const { path, signs } = (await record()).provenance.fields.age!;
  expect(read.provenance.fields.age).toMatchObject({ path, signs });
});
