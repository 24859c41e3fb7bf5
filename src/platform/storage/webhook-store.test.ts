/** Events out: an event is there exactly if its change is, and goes with the person that it names. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WebhookEventType } from '../../contract/webhook.ts';
import type { Store } from './store.ts';
import type { StoreChange } from './store-change.ts';
import { sampleJob } from './testing/sample-jobs.ts';
import { ALPHA, BETA, sampleWrite } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';
import { type AttemptEnd, DELIVERY_JOB, MAX_WEBHOOKS, type Webhook } from './webhook-store.ts';

const AT = '2026-03-01T12:00:00.000Z';
const NOW = Date.parse(AT);
const polarities = { accepted: 1, rejected: -1 };

function hook(
  webhookId: string,
  events: readonly WebhookEventType[] | null = null,
  tenantId = ALPHA,
): Webhook {
  return {
    ...{ tenantId, webhookId, url: 'https://example.com/hook', description: null, events },
    ...{ secret: 'whsec_c2VjcmV0', earlierSecret: null, disabledAt: null, disabledBecause: null },
    createdAt: AT,
  };
}

describe.each(storesUnderTest)('webhooks of the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;

  beforeAll(async () => {
    under = await open();
    ({ store } = under);
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  const deliveries = (webhookId: string, tenant = ALPHA) =>
    store.webhooks.deliveries(tenant, webhookId, { before: null, limit: 100 });
  const events = async (webhookId: string) => (await deliveries(webhookId)).map(({ event }) => event);
  const taken = async () => {
    const limits = { [DELIVERY_JOB]: 100 };
    const take = { limits, perTenant: 100, limit: 60, nowMs: Date.now() + 1000, leaseMs: 60_000 };
    return (await store.jobs.take('worker', take)).taken;
  };
  const decide = (seekerId: string, candidateId: string, label = 'accepted') =>
    store.learning.recordFeedback({
      ...{ tenantId: ALPHA, domain: 'dating', polarities, at: AT, automatic: null },
      items: [{ index: 0, seekerId, candidateId, label, weight: 1, matchId: null }],
      eligibility: { candidates: 'any', sides: undefined, mutual: false },
    });
  const finish = async (jobId: string, changes: readonly StoreChange[] = []) => {
    const end = { status: 'succeeded', result: {} } as const;
    const nowMs = Date.now();
    return store.jobs.finish('worker', [{ jobId, end, changes, nowMs }]);
  };
  const attempted = async (deliveryId: string, end: Partial<AttemptEnd>) => {
    const jobs = await taken();
    const job = jobs.find(({ resource }) => resource?.id === deliveryId)!;
    const attempt = { at: AT, status: 204, error: null, ms: 1 };
    const whole: AttemptEnd = { attempt, status: 'delivered', nextAttemptAt: null, at: AT, ...end };
    const change = { name: 'recordAttempt', args: [ALPHA, deliveryId, whole] } as const;
    expect(await finish(job.jobId, [change])).toEqual(['finished']);
  };

  test('without a webhook nothing is written; of another workspace none is told', async () => {
    await store.webhooks.create(hook('wh_b', null, BETA));
    await store.profiles.write([sampleWrite('ana')]);
    await store.profiles.erase(ALPHA, 'ana', null, { nowMs: NOW });
    expect(await store.webhooks.counts()).toEqual({ pending: 0, failed: 0 });
    expect(await deliveries('wh_b', BETA)).toEqual([]);
    expect(await store.webhooks.get(ALPHA, 'wh_b')).toBeNull();
    expect(await store.webhooks.remove(ALPHA, 'wh_b')).toBe(false);
    expect(await store.webhooks.rotate(ALPHA, 'wh_b', 'whsec_', 0)).toBe(false);
    expect(await store.webhooks.change(ALPHA, 'wh_b', { description: 'mine' })).toBe(false);
  });

  test('each enabled webhook that takes the type gets a delivery and a job', async () => {
    await store.webhooks.create(hook('wh_1'));
    await store.webhooks.create(hook('wh_2', ['person.erased']));
    await store.webhooks.create(hook('wh_3', ['match.mutual']));
    await store.webhooks.create(hook('wh_4'));
    await store.webhooks.change(ALPHA, 'wh_4', { disabled: { at: AT, because: 'it rests' } });
    await store.profiles.write([sampleWrite('ana')]);
    await store.profiles.erase(ALPHA, 'ana', null, { nowMs: NOW });
    const [first] = await events('wh_1');
    expect(first).toMatchObject({
      ...{ type: 'person.erased', at: AT },
      data: { user_id: 'ana', domain: null, domains: ['dating'] },
    });
    expect(await events('wh_2')).toEqual([first]);
    expect([await events('wh_3'), await events('wh_4')]).toEqual([[], []]);
    expect(await taken()).toHaveLength(2);
    // Nothing of her is left, so nothing has happened.
    await store.profiles.erase(ALPHA, 'ana', null, { nowMs: NOW });
    expect(await events('wh_2')).toHaveLength(1);
  });

  test('a workspace has at most so many webhooks', async () => {
    for (let n = 0; n < MAX_WEBHOOKS; n++) expect(await store.webhooks.create(hook(`wh_${n}`))).toBe(true);
    expect(await store.webhooks.create(hook('wh_more'))).toBe(false);
    expect(await store.webhooks.create(hook('wh_more', null, BETA))).toBe(true);
  });

  test('a pair is told when it becomes mutual, and again after a change of mind', async () => {
    await store.webhooks.create(hook('wh_1', ['match.mutual']));
    await store.profiles.write(['ana', 'ben'].map((userId) => sampleWrite(userId)));
    await decide('ana', 'ben');
    expect(await events('wh_1')).toEqual([]);
    await decide('ben', 'ana');
    await decide('ben', 'ana');
    await decide('ana', 'ben');
    const decided = [
      { user_id: 'ben', label: 'accepted' },
      { user_id: 'ana', label: 'accepted' },
    ];
    expect(await events('wh_1')).toMatchObject([{ data: { domain: 'dating', people: decided } }]);
    await decide('ana', 'ben', 'rejected');
    await decide('ana', 'ben');
    expect(await events('wh_1')).toHaveLength(2);
  });

  test.each(['ana', 'ben'])(
    'the erasure of %s takes the pair with it, and its job finds nothing',
    async (who) => {
      await store.webhooks.create(hook('wh_1', ['match.mutual']));
      await store.profiles.write(['ana', 'ben'].map((userId) => sampleWrite(userId)));
      await decide('ana', 'ben');
      await decide('ben', 'ana');
      await store.profiles.erase(ALPHA, who, 'hiring', { nowMs: NOW });
      expect(await events('wh_1')).toHaveLength(1);
      await store.profiles.erase(ALPHA, who, 'dating', { nowMs: NOW });
      expect(await events('wh_1')).toEqual([]);
      const [job] = await taken();
      expect(await store.webhooks.delivery(ALPHA, job!.resource!.id)).toBeNull();
    },
  );

  test('the event of an erasure names the person until its deliveries have ended', async () => {
    await store.webhooks.create(hook('wh_1'));
    await store.webhooks.create(hook('wh_2'));
    await store.profiles.write([sampleWrite('ana')]);
    await store.profiles.erase(ALPHA, 'ana', null, { nowMs: NOW });
    const [delivery] = await deliveries('wh_1');
    await attempted(delivery!.deliveryId, {});
    expect((await events('wh_1'))[0]!.data).toMatchObject({ user_id: 'ana' });
    await store.webhooks.change(ALPHA, 'wh_2', { disabled: { at: AT, because: 'it rests' } });
    expect((await deliveries('wh_2'))[0]).toMatchObject({ status: 'failed', event: { data: null } });
    expect(await store.webhooks.replay(ALPHA, 'wh_1', delivery!.deliveryId, AT)).toBe('forgotten');
  });

  test('an attempt is kept with the end of its job, and 410 disables', async () => {
    await store.webhooks.create(hook('wh_1'));
    const id = (await store.webhooks.test(ALPHA, 'wh_1', AT))!;
    expect(await store.webhooks.test(BETA, 'wh_1', AT)).toBeNull();
    expect(await store.webhooks.replay(ALPHA, 'wh_1', id, AT)).toBe('pending');
    const attempt = { at: AT, status: 410, error: 'gone', ms: 5 };
    await attempted(id, { attempt, status: 'failed', disables: 'it is gone' });
    expect(await store.webhooks.delivery(ALPHA, id)).toMatchObject({ status: 'failed', attempts: [attempt] });
    expect(await store.webhooks.get(ALPHA, 'wh_1')).toMatchObject({ disabledBecause: 'it is gone' });
    expect(await store.webhooks.replay(ALPHA, 'wh_1', id, AT)).toBe('disabled');
    await store.webhooks.change(ALPHA, 'wh_1', { disabled: null });
    expect(await store.webhooks.replay(BETA, 'wh_1', id, AT)).toBe('unknown');
    expect(await store.webhooks.replay(ALPHA, 'wh_2', id, AT)).toBe('unknown');
    expect(await store.webhooks.replay(ALPHA, 'wh_1', id, AT)).toBe('queued');
    expect(await taken()).toHaveLength(1);
  });

  test('jobs that are kept are told of when they have ended', async () => {
    await store.webhooks.create(hook('wh_1'));
    const resource = { type: 'dataset', id: 'ds_1' };
    await store.jobs.create(
      sampleJob('job_kept', { tenantId: ALPHA, kind: 'dataset_import', resource, keep: true }),
    );
    await store.jobs.create(
      sampleJob('job_internal', { tenantId: ALPHA, kind: 'dataset_import', keep: false }),
    );
    const limits = { dataset_import: 5 };
    await store.jobs.take('worker', { limits, perTenant: 5, limit: 5, nowMs: Date.now(), leaseMs: 60_000 });
    await finish('job_kept');
    await finish('job_internal');
    await store.jobs.create(sampleJob('job_off', { tenantId: ALPHA, kind: 'dataset_import', keep: true }));
    await store.jobs.cancel(ALPHA, 'job_off', { nowMs: Date.now(), changes: [] });
    const told = (await events('wh_1')).map(({ data }) => [data!.job_id, data!.status]).sort();
    expect(told).toEqual([
      ['job_kept', 'succeeded'],
      ['job_off', 'cancelled'],
    ]);
  });

  test('two events of one key are one', async () => {
    await store.webhooks.create(hook('wh_1'));
    const drift = { tenantId: ALPHA, type: 'drift.alert', at: AT, data: { domain: 'dating' } } as const;
    await store.webhooks.announce({ ...drift, key: 'today' });
    await under.another.webhooks.announce({ ...drift, key: 'today' });
    await store.webhooks.announce({ ...drift, key: 'tomorrow' });
    expect(await events('wh_1')).toHaveLength(2);
  });

  test('deliveries come newest first by page, and go a while after their end, or with their webhook', async () => {
    await store.webhooks.create(hook('wh_1'));
    const ids: string[] = [];
    for (let n = 0; n < 3; n++)
      ids.unshift((await store.webhooks.test(ALPHA, 'wh_1', new Date(NOW + n).toISOString()))!);
    const page = await store.webhooks.deliveries(ALPHA, 'wh_1', { before: ids[0]!, limit: 1 });
    expect(page.map(({ deliveryId }) => deliveryId)).toEqual([ids[1]]);
    await attempted(ids[2]!, {});
    expect(await store.webhooks.forget('2026-03-01T11:00:00.000Z', 10)).toBe(0);
    expect(await store.webhooks.forget('2026-03-01T13:00:00.000Z', 10)).toBe(1);
    expect(await store.webhooks.counts()).toEqual({ pending: 2, failed: 0 });
    expect(await store.webhooks.remove(ALPHA, 'wh_1')).toBe(true);
    expect(await store.webhooks.counts()).toEqual({ pending: 0, failed: 0 });
  });
});
