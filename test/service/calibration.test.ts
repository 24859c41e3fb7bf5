/**
 * Level and temperature of a tenant's scores, fitted by the worker from the first 20 outcomes on, over HTTP
 * with all real parts.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeService } from '../../src/composition/compose-service.ts';
import { openTaskParts } from '../../src/composition/open-task-parts.ts';
import { openSchedules } from '../../src/composition/open-tasks.ts';
import { MatchRecord, MatchResult } from '../../src/contract/match.ts';
import { createLogger } from '../../src/outside/http/logs/create-logger.ts';
import { readSettings } from '../../src/platform/config/read-settings.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
const women = Array.from({ length: 5 }, (_, n) => `w${n}`);
const men = Array.from({ length: 8 }, (_, n) => `m${n}`);

beforeAll(async () => {
  service = await composed();
  const put = (user_id: string, gender: string, n: number) =>
    service.send('users', {
      user_id,
      domain: 'dating',
      fields: { age: 28 + n, gender, location: 'Lisbon, Portugal', relationship_goal: 'long_term' },
    });
  for (const [n, id] of women.entries()) await put(id, 'woman', n);
  for (const [n, id] of men.entries()) await put(id, 'man', n);
});
afterAll(() => service?.stop());

/** The worker does this four times a minute. */
async function calibrate(): Promise<void> {
  const parts = await openTaskParts(service.settings, {
    onError: (_, error) => {
      throw error;
    },
    onNotice: () => {},
  });
  try {
    const schedule = openSchedules(parts).find(({ kind }) => kind === 'calibrate_models')!;
    const context = { signal: new AbortController().signal } as Parameters<typeof schedule.run>[0];
    await schedule.run(context);
    await schedule.run(context);
  } finally {
    await parts.close();
  }
}

const match = async (more: object = {}) =>
  MatchResult.parse((await service.send('match', { user_id: 'w4', domain: 'dating', ...more })).body);
const calibratedOf = ({ models_used }: MatchResult) =>
  Object.fromEntries(Object.entries(models_used).map(([stage, used]) => [stage, used?.calibrated]));
const decide = async (pairs: readonly (readonly [string, string])[], outcome: string) => {
  const items = pairs.map(([seeker_id, candidate_id]) => ({ seeker_id, candidate_id, outcome }));
  const answer = await service.send('feedback', { domain: 'dating', items });
  expect(answer.body).toMatchObject({ accepted: items.length, errors: [] });
};
const scoresOf = ({ matches }: MatchResult) => matches.map(({ score }) => score);
const all = { light_ml: true, embedding: true, cross_encoder: true };
const none = { light_ml: false, embedding: false, cross_encoder: false };
const pairs = men.flatMap((man) => women.slice(0, 4).map((woman) => [woman, man] as const));

test('scores rest on the declaration until 20 outcomes have come', async () => {
  await decide(pairs.slice(0, 2), 'accepted');
  await decide(pairs.slice(2, 19), 'rejected');
  await calibrate();
  const before = await match();
  expect(calibratedOf(before)).toEqual(none);
  await decide(pairs.slice(19, 32), 'rejected');
  await calibrate();
  const after = await match();
  expect(calibratedOf(after)).toEqual(all);
  expect(after.models_used.light_ml!.version).toBe(before.models_used.light_ml!.version);
  // Two of 32 said yes, where 40 % were believed to.
  for (const [n, score] of scoresOf(after).entries()) {
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThan(0.5 * scoresOf(before)[n]!);
  }
  const kept = MatchRecord.parse((await service.send(`matches/${after.match_id}`)).body);
  expect(kept.models_used.light_ml!.calibrated).toBe(true);
});

test('weights of a request and other tenants are not calibrated', async () => {
  expect(calibratedOf(await match({ weights: { age_gap: 2 } }))).toEqual(none);
  const other = await service.accounts.createTenant({
    name: 'other',
    domains: ['dating'],
    email: 'o@example.com',
  });
  const { key } = await service.accounts.createKey(other.tenantId, {});
  const send = (url: string, payload: object) =>
    service.server.inject({ method: 'POST', url, headers: { authorization: `Bearer ${key}` }, payload });
  for (const [user_id, gender] of [
    ['w', 'woman'],
    ['m', 'man'],
  ] as const)
    await send('/v1/users', { user_id, domain: 'dating', fields: { age: 30, gender } });
  const answer = await send('/v1/match', { user_id: 'w', domain: 'dating' });
  expect(calibratedOf(MatchResult.parse(answer.json()))).toEqual(none);
});

test('a restart serves the same level', async () => {
  const before = await match();
  const again = await composeService(
    readSettings({}, ['--data', service.folder, '--port', '0']),
    createLogger('silent'),
  );
  try {
    const answer = await again.server.inject({
      method: 'POST',
      url: '/v1/match',
      headers: { authorization: `Bearer ${service.key}` },
      payload: { user_id: 'w4', domain: 'dating' },
    });
    const after = MatchResult.parse(answer.json());
    expect(scoresOf(after)).toEqual(scoresOf(before));
    expect(after.models_used).toEqual(before.models_used);
  } finally {
    await again.close();
  }
});
