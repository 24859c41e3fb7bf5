/**
 * Messages of a topic of Kafka: JSON objects. The position is the next offset of each partition, stored with
 * the data; no offsets are committed in Kafka. Each run is a group of its own, so that it need not wait until
 * Kafka notices that a killed run is gone.
 */
import { randomUUID } from 'node:crypto';
import { Consumer } from '@platformatic/kafka';
import { z } from 'zod';
import { batched } from './batched.ts';
import { jsonRecord, type Source, type SourceRecord } from './source.ts';

interface KafkaTopic {
  readonly brokers: readonly string[];
  readonly topic: string;
  /** The name of the connector. */
  readonly name: string;
  readonly tls: boolean;
  readonly sasl:
    | {
        readonly mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512';
        readonly username: string;
        readonly password: string;
      }
    | undefined;
  readonly everyMs: number;
}

/** The next offset by partition. */
const Position = z.record(z.string(), z.string());
const EARLIEST = -2n;
const LATEST = -1n;

export function kafkaSource({ brokers, topic, name, tls, sasl, everyMs }: KafkaTopic): Source {
  const consumer = new Consumer({
    clientId: 'counterpart',
    groupId: `counterpart-${name}-${randomUUID()}`,
    bootstrapBrokers: [...brokers],
    ...(tls && { tls: {} }),
    ...(sasl !== undefined && { sasl: { ...sasl } }),
  });
  const offsets = async (timestamp: bigint) =>
    (await consumer.listOffsets({ topics: [topic], timestamp })).get(topic) ?? [];
  return {
    kind: 'kafka',
    close: async () => {
      await consumer.close(true);
    },
    async *batches(given, { batchSize, once, signal }) {
      const next = await nextOffsets(given === null ? {} : Position.parse(given), await offsets(EARLIEST));
      const stream = await consumer.consume({
        topics: [topic],
        autocommit: false,
        mode: 'manual',
        offsets: [...next].map(([partition, offset]) => ({ topic, partition, offset })),
        maxWaitTime: 500,
      });
      try {
        let ends = await offsets(LATEST);
        let shownMs = 0;
        for await (const messages of batched(stream[Symbol.asyncIterator](), {
          size: batchSize,
          quietMs: once ? 200 : 500,
          signal,
        })) {
          for (const { partition, offset } of messages) next.set(partition, offset + 1n);
          if (messages.length === 0) ends = await offsets(LATEST);
          const lag = ends.reduce(
            (sum, end, partition) => sum + larger(end - (next.get(partition) ?? 0n)),
            0n,
          );
          const position = Object.fromEntries(
            [...next].map(([partition, offset]) => [partition, String(offset)]),
          );
          const records = messages.map((message) => recordOf(topic, message));
          if (messages.length > 0 || Date.now() - shownMs >= everyMs) {
            shownMs = Date.now();
            yield { records, position, lag: Number(lag) };
          }
          if (once && lag === 0n && messages.length === 0) return;
        }
      } finally {
        await stream.close();
      }
    },
  };
}

const larger = (lag: bigint) => (lag > 0n ? lag : 0n);

/** Partitions that are new are read from their first message. */
function nextOffsets(position: Readonly<Record<string, string>>, earliest: readonly bigint[]) {
  const next = new Map(earliest.map((offset, partition) => [partition, offset]));
  for (const [partition, offset] of Object.entries(position)) {
    const first = earliest[Number(partition)];
    if (first === undefined) throw new Error(`The topic has no partition ${partition} any more.`);
    if (BigInt(offset) < first)
      throw new Error(
        `Kafka has deleted messages that were not read: partition ${partition} begins at ${first}, and the next one is ${offset}. Say --restart to begin with what is there.`,
      );
    next.set(Number(partition), BigInt(offset));
  }
  return next;
}

interface Received {
  readonly key: Buffer | undefined;
  readonly value: Buffer | undefined;
  readonly partition: number;
  readonly offset: bigint;
  readonly timestamp: bigint;
}

function recordOf(topic: string, { key, value, partition, offset, timestamp }: Received): SourceRecord {
  const id = `${topic}/${partition}/${offset}`;
  if (value == null) return { id, fault: 'the message has no value', text: null };
  return jsonRecord(id, value.toString(), {
    $key: key?.toString() ?? null,
    $time: new Date(Number(timestamp)).toISOString(),
  });
}
