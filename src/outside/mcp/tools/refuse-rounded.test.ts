import { expect, test } from 'vitest';
import { refuseRounded } from './refuse-rounded.ts';

test.each([
  [{ user_id: Number('76561197980428155') }, 'user_id'],
  [{ fields: { ids: [1, Number('-9007199254740993')] } }, 'fields.ids[1]'],
  [{ items: [{ weight: 1e300 }] }, 'items[0].weight'],
])('a whole number that JSON.parse may have rounded is refused: %j', async (given, path) => {
  const call = () => Promise.reject(new Error('is not called'));
  await expect(refuseRounded(given, call)).rejects.toMatchObject({
    code: 'invalid_request',
    details: { issues: [{ path, message: expect.stringMatching(/as text$/) }] },
  });
});

test('other arguments go on', async () => {
  const given = { user_id: '76561197980428155', limit: 2 ** 53 - 1, weight: 0.1, none: null, yes: true };
  expect(await refuseRounded(given, async () => 'called')).toBe('called');
});
