/** An unknown place is named by every answer that stores it; a filter with it is refused. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
beforeAll(async () => {
  service = await composed();
}, 60_000);
afterAll(() => service?.stop());

const person = (user_id: string, location: string, more: object = {}) => ({
  user_id,
  domain: 'dating',
  fields: { age: 30, gender: 'woman', location },
  ...more,
});
const unknown = (field: string, value: string) => ({
  code: 'place_unknown',
  field,
  value,
  message: expect.stringContaining(`${field}: no place answers to "${value}"`),
});

test('a record says which of its places nobody knows, whatever call shows it', async () => {
  const wishes = { preferences: { location: ['Lisbon', 'Narnia'] } };
  const warnings = [unknown('location', 'Middle-earth'), unknown('preferences.location', 'Narnia')];
  const stored = await service.send('users', person('ana', 'Middle-earth', wishes));
  expect(stored).toMatchObject({ status: 200, body: { warnings, places: {} } });
  expect((await service.send('users/ana?domain=dating')).body.warnings).toEqual(warnings);
  const told = { user_id: 'ana', domain: 'dating', source: 'chat', content: 'I like tea.' };
  expect((await service.send('context', told)).body.warnings).toEqual(warnings);
  const streamed = { user_id: 'ana', domain: 'dating', text: 'I like long walks by the sea.' };
  expect((await service.send('stream', streamed)).body.warnings).toEqual(warnings);
  const ingested = { user_id: 'ana', domain: 'dating', text: 'I bake bread every Sunday.' };
  expect((await service.send('ingest', ingested)).body.warnings).toEqual(warnings);
  const known = await service.send('users', person('ana', 'Lisbon', { preferences: {} }));
  expect(known.body).not.toHaveProperty('warnings');
});

test('a line of a batch says it too', async () => {
  const lines = [person('ben', 'Narnia'), person('cem', '80331 München')];
  const answer = await service.server.inject({
    method: 'POST',
    url: '/v1/users/batch',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/x-ndjson' },
    payload: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  const [first, second] = answer.body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(first).toMatchObject({ status: 200, warnings: [unknown('location', 'Narnia')] });
  expect(second).not.toHaveProperty('warnings');
});

test.each([
  ['filters.location', { location: 'Narnia' }],
  ['filters.location.ne', { location: { ne: 'Narnia' } }],
  ['filters.location[1]', { location: ['Lisbon', 'Narnia'] }],
  ['filters.location_from', { location_within_km: 50, location_from: 'Narnia' }],
])('a filter with an unknown place is refused: %s', async (path, filters) => {
  await service.send('users', person('dora', 'Porto'));
  const answer = await service.send('match', { user_id: 'dora', domain: 'dating', filters });
  expect(answer).toMatchObject({
    status: 422,
    body: { error: { code: 'location_unknown', details: { fields: [path] } } },
  });
});

test('people are found by the place that their postcode, area or other name means', async () => {
  const seeker = {
    user_id: 'seeker',
    domain: 'dating',
    fields: { age: 30, gender: 'man', location: 'München' },
  };
  await service.send('users', seeker);
  const places = {
    code: '80331 München',
    metro: 'Großraum München',
    cyrillic: 'Мюнхен',
    degrees: '48,1374 11,5755',
    state: 'Bayern',
    far: 'Hamburg',
  };
  for (const [id, location] of Object.entries(places)) await service.send('users', person(id, location));
  const within = async (km: number, from = {}) => {
    const filters = { location_within_km: km, ...from };
    const request = { user_id: 'seeker', domain: 'dating', filters, stages: { llm_judge: false }, limit: 50 };
    const { matches } = (await service.send('match', { ...request, candidate_user_ids: Object.keys(places) }))
      .body;
    return matches.map(({ user_id }: { user_id: string }) => user_id).sort();
  };
  expect(await within(40)).toEqual(['code', 'cyrillic', 'degrees', 'metro']);
  expect(await within(400)).toEqual(['code', 'cyrillic', 'degrees', 'metro', 'state']);
  expect(await within(10, { location_from: 'Bavaria' })).toEqual([
    'code',
    'cyrillic',
    'degrees',
    'metro',
    'state',
  ]);
  const { places: shown } = (await service.send('users/state?domain=dating')).body;
  expect(shown.location).toMatchObject({
    name: 'Bayern, Germany',
    country: 'DE',
    radius_km: expect.any(Number),
  });
});
