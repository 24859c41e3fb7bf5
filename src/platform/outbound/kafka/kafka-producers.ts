/** The producers of a process: one for each tenant and topic, kept while it is used, and closed when it is not. */
import { LRUCache } from 'lru-cache';
import { inCall } from '../../tracing/current-tracer.ts';
import { untilAborted } from '../until-aborted.ts';
import type { AllowedTopic } from './allowed-topic.ts';
import { kafkaFault } from './kafka-fault.ts';
import { type KafkaProducer, type KafkaRecord, openKafkaProducer } from './kafka-producer.ts';

interface SentRecord {
  readonly tenant: string;
  readonly to: AllowedTopic;
  readonly record: KafkaRecord;
  readonly signal: AbortSignal;
  /** The time limit of `signal`, for messages. */
  readonly timeoutMs: number;
}

export interface KafkaProducers {
  /** Throws NetworkFault, or the reason of the signal. The record may have been taken all the same. */
  send(sent: SentRecord): Promise<void>;
  close(): Promise<void>;
}

const MAX_PRODUCERS = 100;
const IDLE_MS = 60_000;

export function openKafkaProducers(): KafkaProducers {
  const closings = new Set<Promise<void>>();
  const close = (producer: KafkaProducer) => {
    // A producer that fails to close was broken before.
    const closing = producer.close().catch(() => {});
    closings.add(closing);
    void closing.finally(() => closings.delete(closing));
  };
  const kept = new LRUCache<string, KafkaProducer>({
    ...{ max: MAX_PRODUCERS, ttl: IDLE_MS, ttlAutopurge: true, updateAgeOnGet: true },
    dispose: close,
  });
  const producerFor = (key: string, to: AllowedTopic): KafkaProducer => {
    const found = kept.get(key);
    if (found !== undefined) return found;
    const opened = openKafkaProducer(to);
    kept.set(key, opened);
    return opened;
  };
  return {
    async send({ tenant, to, record, signal, timeoutMs }) {
      const key = JSON.stringify([tenant, to]);
      const producer = producerFor(key, to);
      try {
        await inCall(
          () => callSpan(to),
          (trace) => {
            const headers = { ...trace, ...record.headers };
            return untilAborted(producer.send({ ...record, headers }), signal);
          },
        );
      } catch (error) {
        if (kept.peek(key) === producer) kept.delete(key);
        if (signal.aborted && signal.reason?.name !== 'TimeoutError') throw signal.reason;
        throw kafkaFault(signal.aborted ? signal.reason : error, timeoutMs);
      }
    },
    async close() {
      kept.clear();
      await Promise.all(closings);
    },
  };
}

const callSpan = ({ topic, brokers: [first] }: AllowedTopic) => ({
  name: `send ${topic}`,
  attributes: {
    'messaging.system': 'kafka',
    'messaging.destination.name': topic,
    'server.address': first!.host,
    'server.port': first!.port,
  },
});
