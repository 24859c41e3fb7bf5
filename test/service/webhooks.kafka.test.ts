/** Events out into topics of a real broker, which is away for some seconds. */
import { randomUUID } from 'node:crypto';
import { Admin, Consumer, stringDeserializers } from '@platformatic/kafka';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebhookDeliveryFields } from '../../src/contract/webhook.ts';
import { startTestBroker } from './connect/test-broker.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

const clientId = 'test';
const LATEST = -1n;
let broker: Awaited<ReturnType<typeof startTestBroker>>;
let service: ComposedService;

beforeAll(async () => {
  broker = await startTestBroker();
  service = await composed();
}, 180_000);
afterAll(async () => {
  await service?.stop();
  await broker?.close();
});

async function allow(memoryHosts: readonly string[]): Promise<void> {
  const { tenantId } = await service.accounts.findTenant('main');
  await service.accounts.setMemoryAccess(tenantId, { memoryHosts, memoryHeader: null });
}

async function makeTopic(topic: string): Promise<void> {
  const admin = new Admin({ clientId, bootstrapBrokers: [broker.address] });
  await admin.createTopics({ topics: [topic], partitions: 3, replicas: 1 });
  await admin.close();
}

async function create(topic: string, address = broker.address) {
  const answer = await service.send('webhooks', { url: `kafka://${address}/${topic}` });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body as { readonly id: string; readonly secret: string };
}

const deliveries = async (id: string): Promise<readonly WebhookDeliveryFields[]> =>
  (await service.send(`webhooks/${id}/deliveries?limit=100`)).body.data;
const settled = (id: string) => async () =>
  (await deliveries(id)).every(({ status }) => status === 'delivered');
const tell = async (id: string, events: number) => {
  for (let n = 0; n < events; n++) await service.send(`webhooks/${id}/test`, {});
};

interface Taken {
  readonly key: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** All records of the topic. */
async function recordsOf(topic: string): Promise<readonly Taken[]> {
  const consumer = new Consumer({
    ...{ clientId, groupId: randomUUID(), bootstrapBrokers: [broker.address] },
    deserializers: stringDeserializers,
  });
  try {
    const ends = (await consumer.listOffsets({ topics: [topic], timestamp: LATEST })).get(topic)!;
    const count = Number(ends.reduce((sum, end) => sum + end, 0n));
    const records: Taken[] = [];
    if (count === 0) return records;
    const stream = await consumer.consume({ topics: [topic], mode: 'earliest', maxWaitTime: 200 });
    for await (const { key, value, headers } of stream) {
      records.push({ key: key!, value: value!, headers: Object.fromEntries(headers) });
      if (records.length === count) break;
    }
    await stream.close();
    return records;
  } finally {
    await consumer.close(true);
  }
}

test('every event is one record, signed as a call is', { timeout: 120_000 }, async () => {
  await allow(['127.0.0.1']);
  await makeTopic('events');
  const { id, secret } = await create('events');
  await tell(id, 40);
  await service.working(settled(id));
  const records = await recordsOf('events');
  const sent = await deliveries(id);
  expect(records.map(({ key }) => key).sort()).toEqual(sent.map(({ event_id }) => event_id).sort());
  for (const { key, value, headers } of records) {
    expect(new Webhook(secret).verify(value, { ...headers })).toMatchObject({ type: 'webhook.test' });
    expect(headers).toMatchObject({ 'webhook-id': key, 'content-type': 'application/json' });
    expect(Object.keys(headers)).toHaveLength(4);
  }
  expect(sent[0]!.attempts).toMatchObject([{ status: null, error: null }]);
  const { id: delivery, event_id } = sent[0]!;
  await service.send(`webhooks/${id}/deliveries/${delivery}/replay`, {});
  await service.working(settled(id));
  const again = await recordsOf('events');
  expect(again.filter(({ key }) => key === event_id)).toHaveLength(2);
});

test('a topic that is not there is tried again', { timeout: 120_000 }, async () => {
  const { id } = await create('later');
  await tell(id, 1);
  await service.working(async () => (await deliveries(id))[0]!.attempts.length > 0);
  expect((await deliveries(id))[0]!.attempts[0]!.error).toMatch(/no such topic/);
  await makeTopic('later');
  await service.working(settled(id));
  expect(await recordsOf('later')).toHaveLength(1);
});

test('brokers that the cluster names must be allow-listed, too', async () => {
  await allow(['localhost']);
  const { id } = await create('events', broker.address.replace('127.0.0.1', 'localhost'));
  const before = (await recordsOf('events')).length;
  await tell(id, 1);
  await service.working(async () => (await deliveries(id))[0]!.attempts.length > 0);
  expect((await deliveries(id))[0]!.attempts[0]!.error).toMatch(
    /further brokers.*127\.0\.0\.1 is not allowed/,
  );
  expect(await recordsOf('events')).toHaveLength(before);
});

test('no event is lost over a broker that is away', { timeout: 400_000 }, async () => {
  await allow(['127.0.0.1']);
  await makeTopic('ledger');
  const { id } = await create('ledger');
  await tell(id, 30);
  let stopped = false;
  const away = async () => {
    stopped = true;
    await broker.stop();
    await tell(id, 10);
    await new Promise((resolve) => setTimeout(resolve, 4000));
    await broker.start();
  };
  let comingBack: Promise<void> | undefined;
  await service.working(async () => {
    const sent = await deliveries(id);
    if (!stopped && sent.some(({ status }) => status === 'delivered')) comingBack = away();
    return comingBack !== undefined && sent.length === 40 && settled(id)();
  });
  await comingBack;
  const keys = new Set((await recordsOf('ledger')).map(({ key }) => key));
  expect([...keys].sort()).toEqual((await deliveries(id)).map(({ event_id }) => event_id).sort());
});
