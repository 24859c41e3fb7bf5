/** `merge` of POST /v1/users and its batch: values are laid over the stored ones, in several requests too. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendLines } from '../../src/platform/testing/lines-client.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
beforeAll(async () => {
  service = await composed();
}, 60_000);
afterAll(() => service?.stop());

const domain = 'dating';
const first = {
  ...{ user_id: 'ana', domain, context: 'I run every morning. I live in Porto.' },
  fields: { age: 31, gender: 'woman', club: 'north' },
  preferences: { age: { gte: 28 } },
};
const recordOf = async (id: string) => (await service.send(`users/${id}?domain=${domain}`)).body;
const textsOf = async (id: string) =>
  (await service.send(`users/${id}/export`)).body.context_items.map(
    ({ content }: { content: string }) => content,
  );

test('what the call does not say stays, and the text is added once', async () => {
  await service.send('users', first);
  const more = { user_id: 'ana', domain, context: 'I also sail.', fields: { age: 32 }, merge: true };
  for (let time = 0; time < 2; time++) expect((await service.send('users', more)).status).toBe(200);
  expect(await recordOf('ana')).toMatchObject({
    fields: { age: 32, gender: 'woman' },
    extras: { club: 'north' },
    preferences: { age: { gte: 28 } },
  });
  expect(await textsOf('ana')).toEqual([first.context, 'I also sail.']);
});

test('a line of a batch merges into the person of an earlier request', async () => {
  await service.send('users', { ...first, user_id: 'ben' });
  const lines = `${JSON.stringify({ user_id: 'ben', domain, fields: { age: 40 }, merge: true })}\n`;
  const path = '/v1/users/batch';
  expect(await sendLines(await service.port(), service.key, lines, { path })).toMatchObject([{ line: 1 }]);
  expect((await recordOf('ben')).fields).toMatchObject({ age: 40, gender: 'woman' });
});

test('without a stored person it stores one, with `replace` it replaces, and it is true or false', async () => {
  const alone = { user_id: 'cleo', domain, fields: { age: 50 }, merge: true };
  expect((await service.send('users', alone)).body.fields).toMatchObject({ age: 50 });
  await service.send('users', { ...first, user_id: 'dan' });
  const replaced = await service.send('users', { ...alone, user_id: 'dan', replace: true });
  expect(replaced.body.fields.gender).toBeUndefined();
  expect((await service.send('users', { ...alone, merge: 'yes' })).body.error).toMatchObject({
    code: 'invalid_request',
    details: { issues: [{ path: 'merge' }] },
  });
});
