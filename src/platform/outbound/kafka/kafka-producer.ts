/**
 * Appends records to one topic, in a client that is loaded and connected with the first record.
 *
 * The producer is idempotent: a broker drops what the client sends again after a broken connection, by the number
 * of the record. The client counts a number only when its record was taken. So one record is sent after the other,
 * and none after a fault. The broker may have taken the failed record, and would drop the next one, which has the
 * same number, as its repetition.
 */
import { isIP } from 'node:net';
import type { Producer } from '@platformatic/kafka';
import { NetworkFault } from '../network-fault.ts';
import { type AllowedTopic, brokerRefusal } from './allowed-topic.ts';

export interface KafkaRecord {
  readonly key: string;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface KafkaProducer {
  /** Resolves when all replicas in sync have the record. After it has rejected once, it always does. */
  send(record: KafkaRecord): Promise<void>;
  close(): Promise<void>;
}

type Client = Producer<string, string, string, string>;

const CONNECT_MS = 5000;
const REQUEST_MS = 10_000;
const RETRY_MS = 500;

export function openKafkaProducer(topic: AllowedTopic): KafkaProducer {
  const { promise: refused, reject: refuse } = Promise.withResolvers<never>();
  refused.catch(() => {});
  const client = newClient(topic, refuse);
  let earlier: Promise<unknown> = client;
  return {
    send({ key, value, headers }) {
      const messages = [{ topic: topic.topic, key, value, headers: { ...headers } }];
      const sent = earlier.then(async () => {
        await Promise.race([(await client).send({ messages }), refused]);
      });
      earlier = sent;
      return sent;
    },
    close: async () => (await client).close(),
  };
}

async function newClient(
  { brokers, tls, allowedHosts }: AllowedTopic,
  refuse: (fault: NetworkFault) => void,
): Promise<Client> {
  const { Producer, stringSerializers } = await import('@platformatic/kafka');
  const client = new Producer({
    clientId: 'counterpart',
    bootstrapBrokers: brokers.map((broker) => ({ ...broker })),
    serializers: stringSerializers,
    idempotent: true,
    // Left out, an idempotent producer tries for ever.
    ...{ retries: 2, retryDelay: RETRY_MS, connectTimeout: CONNECT_MS, requestTimeout: REQUEST_MS },
    // A certificate names hosts; an address cannot be asked for.
    ...(tls && { tls: {}, tlsServerName: brokers.every(({ host }) => isIP(host) === 0) }),
  });
  // Comes before the client connects to the brokers that it was told of.
  client.on('client:metadata', ({ brokers: named }) => {
    const refusal = brokerRefusal([...named.values()], allowedHosts);
    if (refusal === null) return;
    refuse(new NetworkFault(`the cluster names further brokers: ${refusal}`));
    void client.close();
  });
  return client;
}
