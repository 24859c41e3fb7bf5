/** POST /train/runs/{run_id}/cancel over HTTP with all real parts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ComposedService, composed } from './testing/composed-service.ts';

let service: ComposedService;
let otherKey: string;
let readKey: string;

beforeAll(async () => {
  service = await composed();
  const { accounts } = service;
  const other = await accounts.createTenant({ name: 'other', domains: ['dating'], email: 'o@example.com' });
  otherKey = (await accounts.createKey(other.tenantId, {})).key;
  const main = (await accounts.listTenants()).find(({ name }) => name === 'main')!;
  readKey = (await accounts.createKey(main.tenantId, { scopes: ['read'] })).key;
  for (const [user_id, gender] of Object.entries({ ana: 'woman', ben: 'man', cem: 'man' }))
    await service.send('users', { user_id, domain: 'dating', fields: { gender, age: 30 } });
});
afterAll(() => service?.stop());

async function cancel(runId: string, key = service.key) {
  const headers = { authorization: `Bearer ${key}` };
  const url = `/v1/train/runs/${runId}/cancel`;
  const answer = await service.server.inject({ method: 'POST', url, headers });
  return { status: answer.statusCode, body: answer.json() };
}
const pending = (label: string) =>
  service.send('feedback', {
    domain: 'dating',
    items: [{ seeker_id: 'ana', candidate_id: 'ben', outcome: label }],
  });

test('a waiting run is cancelled at once, and its triplets are free again', async () => {
  const { triplets_pending_train: waiting } = (await pending('accepted')).body;
  expect(waiting).toBeGreaterThan(0);
  const started = (await service.send('train', { domain: 'dating', force: true })).body;
  const { run_id } = started;
  expect(started.already_running).toBe(false);
  const again = (await service.send('train', { domain: 'dating', force: true })).body;
  expect(again).toMatchObject({ run_id, already_running: true });
  expect((await pending('accepted')).body.triplets_pending_train).toBe(0);
  expect((await cancel(run_id, readKey)).status).toBe(403);
  expect((await cancel(run_id, otherKey)).body.error.code).toBe('run_not_found');
  expect(await cancel(run_id)).toMatchObject({ status: 200, body: { run_id, status: 'cancelled' } });
  expect(await cancel(run_id)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
  expect((await pending('accepted')).body.triplets_pending_train).toBe(waiting);
});

test('a run that ended is not cancelled', async () => {
  const { run_id } = (await service.send('train', { domain: 'dating', force: true })).body;
  await service.working(async () => {
    const { status } = (await service.send(`train/runs/${run_id}`)).body;
    return !['queued', 'running', 'evaluating'].includes(status);
  });
  const refused = await cancel(run_id);
  expect(refused).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict', details: { run_id, status: 'rejected' } } },
  });
  expect((await cancel('run_none')).status).toBe(404);
});
