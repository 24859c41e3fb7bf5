/**
 * An import is stored by a fast reading, and a job reads the texts in full behind it. The people are samples
 * of the domain whose rules have a network beside them.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TenantId } from '../../src/contract/brands.ts';
import type { Job } from '../../src/contract/job.ts';
import type { UpsertUserRequest, UserRecord } from '../../src/contract/user.ts';
import { sendLines } from '../../src/platform/testing/lines-client.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

const PEOPLE = 40;
const domain = 'agent-to-agent';
let service: ComposedService;
let port: number;
let samples: readonly UpsertUserRequest[];

beforeAll(async () => {
  service = await composed();
  port = await service.port();
  const tenant = await tenantNamed('main');
  await service.accounts.enableDomain(tenant, domain);
  const withTexts = (await service.profiles.samples(tenant, domain)).filter(({ context }) => context);
  samples = withTexts.slice(0, PEOPLE);
}, 60_000);
afterAll(() => service?.stop());

async function tenantNamed(name: string): Promise<TenantId> {
  return (await service.accounts.findTenant(name)).tenantId;
}

async function importAs(prefix: string, query = '', key = service.key): Promise<void> {
  const lines = samples.map((each) => JSON.stringify({ ...each, user_id: `${prefix}-${each.user_id}` }));
  const path = `/v1/users/batch${query}`;
  const answers = await sendLines(port, key, lines.join('\n'), { path });
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
}

async function recordOf(prefix: string, { user_id }: UpsertUserRequest, key = service.key) {
  const path = `users/${prefix}-${user_id}?domain=${domain}&alternatives=true`;
  return (await service.send(path, undefined, undefined, key)).body as UserRecord;
}

/** Values in force, with their sources, but for times and ids. */
async function readingOf(prefix: string, sample: UpsertUserRequest, key?: string) {
  const { fields, derived, preferences, provenance } = await recordOf(prefix, sample, key);
  return JSON.parse(
    JSON.stringify({ fields, derived, preferences, provenance }, (name, value) =>
      ['at', 'context_id', 'embeddings'].includes(name) ? undefined : value,
    ),
  );
}

async function jobs(key = service.key): Promise<readonly Job[]> {
  return (await service.send('jobs?kind=full_reading', undefined, undefined, key)).body.data;
}

test('fast values first; then a job, and the values of a direct reading, with their history', {
  timeout: 120_000,
}, async () => {
  await importAs('direct', '?reading=full');
  expect(await jobs()).toEqual([]);
  await importAs('import');
  const [job] = await jobs();
  expect(job).toMatchObject({ status: 'queued', resource: { type: 'domain', id: domain } });
  const fast = new Map<UpsertUserRequest, UserRecord>();
  for (const sample of samples) fast.set(sample, await recordOf('import', sample));

  const ended = await service.ended(job!.id);
  expect(ended).toMatchObject({ status: 'succeeded', progress: 1 });
  let corrected = 0;
  for (const sample of samples) {
    expect(await readingOf('import', sample)).toEqual(await readingOf('direct', sample));
    const { fields, alternatives } = await recordOf('import', sample);
    for (const [name, value] of Object.entries(fast.get(sample)!.fields)) {
      if (JSON.stringify(value) === JSON.stringify(fields[name])) continue;
      corrected++;
      expect(alternatives?.[name]).toContainEqual(expect.objectContaining({ value }));
    }
  }
  expect(corrected).toBeGreaterThan(0);
  const { rows_read, rows_refused } = ended.result as { rows_read: number; rows_refused: number };
  expect(rows_read).toBeGreaterThan(PEOPLE / 2);
  expect(rows_refused).toBe(0);
});

test('who is erased or written before the job is not read, and other workspaces are untouched', {
  timeout: 120_000,
}, async () => {
  const { tenantId } = await service.accounts.createTenant({
    ...{ name: 'other', domains: [domain], email: 'ops@example.com' },
  });
  const { key } = await service.accounts.createKey(tenantId, { rate: 1_000_000, burst: 1_000_000 });
  await importAs('late');
  await importAs('late', '', key);
  const [erased, written, given] = samples as [UpsertUserRequest, UpsertUserRequest, UpsertUserRequest];
  const fastElsewhere = await readingOf('late', given, key);
  const idOf = ({ user_id }: UpsertUserRequest) => `late-${user_id}`;
  await service.profiles.erase(await tenantNamed('main'), idOf(erased), null);
  await service.send('users', { user_id: idOf(written), domain, context: 'Translates German to English.' });
  const after = await readingOf('late', written);
  const name = Object.keys((await recordOf('late', given)).fields)[0]!;
  const value = (await recordOf('late', given)).fields[name];
  await service.profiles.patch(await tenantNamed('main'), {
    ...{ user_id: idOf(given), domain, fields: { [name]: value } },
  });

  // The job of the other workspace waits.
  const [other] = await jobs(key);
  await service.send(`/v1/jobs/${other!.id}/cancel`, {}, undefined, key);
  const [job] = await jobs();
  expect(await service.ended(job!.id)).toMatchObject({ status: 'succeeded' });
  expect((await service.send(`users/${idOf(erased)}?domain=${domain}`)).status).toBe(404);
  expect(await readingOf('late', written)).toEqual(after);
  const record = await recordOf('late', given);
  expect(record.fields[name]).toEqual(value);
  expect(record.provenance.fields[name]).toMatchObject({ extractor: 'client' });
  expect(await readingOf('late', given, key)).toEqual(fastElsewhere);
  expect(await service.store.readings.count(tenantId, domain), 'cancelled').toBe(0);
});

test('a reading that is neither fast nor full is refused', async () => {
  const [answer] = await sendLines(port, service.key, '{}', { path: '/v1/users/batch?reading=slow' });
  expect(answer.error).toMatchObject({ code: 'invalid_request' });
  expect(answer.error.message).toContain('fast');
});
