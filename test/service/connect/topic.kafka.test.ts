/** Messages of a topic of Kafka, under kill -9. */
import { randomUUID } from 'node:crypto';
import { Admin, Producer, stringSerializers } from '@platformatic/kafka';
import { afterAll, beforeAll, test } from 'vitest';
import { temporaryFolder } from '../../../src/platform/testing/temporary-folder.ts';
import { keepLedger, ledgerRow } from './connector-ledger.ts';

const common = { clientId: 'test', bootstrapBrokers: [process.env.COUNTERPART_TEST_KAFKA!] };
const topic = `views-${randomUUID()}`;
const folder = temporaryFolder();
const producer = new Producer({ ...common, serializers: stringSerializers });

beforeAll(async () => {
  const admin = new Admin(common);
  await admin.createTopics({ topics: [topic], partitions: 3, replicas: 1 });
  await admin.close();
});
afterAll(async () => {
  await producer.close();
  folder.remove();
});

test('each message is stored once, or refused once', { timeout: 300_000 }, async () => {
  await keepLedger({
    folder: folder.path,
    rows: 2000,
    source: { kafka: { brokers: [process.env.COUNTERPART_TEST_KAFKA!], topic, every_seconds: 0.2 } },
    async feed(from, to) {
      for (let at = from; at < to; at += 100) {
        const messages = Array.from({ length: Math.min(100, to - at) }, (_, n) => ({
          ...{ topic, key: `p${(at + n) % 7}` },
          value: JSON.stringify(ledgerRow(at + n)),
        }));
        await producer.send({ messages });
      }
    },
  });
});
