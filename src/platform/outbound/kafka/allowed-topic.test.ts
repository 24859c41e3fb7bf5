import { expect, test } from 'vitest';
import { allowedTopic, brokerRefusal } from './allowed-topic.ts';

const HOSTS = ['kafka.internal', '10.0.0.8', '[fd00::7]', 'other.internal:9093'];

test.each([
  ['kafka://kafka.internal:9092/events', [['kafka.internal', 9092]], 'events', false],
  ['KAFKAS://KAFKA.internal:9093/a.b_c-D', [['kafka.internal', 9093]], 'a.b_c-D', true],
  [
    'kafka://kafka.internal:1,10.0.0.8:65535/t',
    [
      ['kafka.internal', 1],
      ['10.0.0.8', 65_535],
    ],
    't',
    false,
  ],
  ['kafka://[fd00::7]:9092/t', [['fd00::7', 9092]], 't', false],
  ['kafka://0xa.8:9092/t', [['10.0.0.8', 9092]], 't', false],
  ['kafka://other.internal:9093/t', [['other.internal', 9093]], 't', false],
  [`kafka://10.0.0.8:80/${'t'.repeat(249)}`, [['10.0.0.8', 80]], 't'.repeat(249), false],
] as const)('%s is taken', (address, brokers, topic, tls) => {
  const named = brokers.map(([host, port]) => ({ host, port }));
  expect(allowedTopic(address, HOSTS)).toEqual({ brokers: named, topic, tls, allowedHosts: HOSTS });
});

test.each([
  ['kafka://elsewhere.example:9092/t', /elsewhere\.example is not allowed.*--memory-host elsewhere\.example/],
  ['kafka://kafka.internal:9092,127.0.0.1:9092/t', /127\.0\.0\.1 is not allowed/],
  ['kafka://2130706433:9092/t', /127\.0\.0\.1 is not allowed/],
  ['kafka://kafka.internal.:9092/t', /is not allowed/],
  ['kafka://other.internal:9092/t', /is not allowed/],
  ['kafka://[::1]:9092/t', /\[::1\] is not allowed/],
  ['kafka://kafka.internal/t', /HOST:PORT/],
  ['kafka://kafka.internal:0/t', /HOST:PORT/],
  ['kafka://kafka.internal:65536/t', /HOST:PORT/],
  ['kafka://kafka.internal:9092,/t', /HOST:PORT/],
  ['kafka://kafka.internal:9092 /t', /HOST:PORT/],
  ['kafka://[fd00::zz]:9092/t', /HOST:PORT/],
  ['kafka://kafka.internal:9092', /HOST:PORT/],
  ['kafka://kafka.internal:9092/', /HOST:PORT/],
  ['kafka://kafka.internal:9092/a/b', /HOST:PORT/],
  ['kafka://kafka.internal:9092/t?acks=0', /HOST:PORT/],
  ['kafka://kafka.internal:9092/t#x', /HOST:PORT/],
  ['kafka:kafka.internal:9092/t', /HOST:PORT/],
  ['kafka://kafka.internal:9092/..', /name of a topic/],
  ['kafka://kafka.internal:9092/tö', /name of a topic/],
  ['kafka://kafka.internal:9092/%74', /name of a topic/],
  [`kafka://kafka.internal:9092/${'t'.repeat(250)}`, /name of a topic/],
  ['kafka://user:word@kafka.internal:9092/t', /password/],
])('%s is refused', (address, reason) => {
  const refused = allowedTopic(address, HOSTS);
  expect(refused).toMatch(reason);
  expect(refused).not.toContain('word@');
});

test('brokers that a cluster names are refused as those of an address', () => {
  expect(brokerRefusal([{ host: 'fd00::7', port: 1 }], HOSTS)).toBeNull();
  expect(brokerRefusal([{ host: '169.254.169.254', port: 80 }], HOSTS)).toMatch(/169\.254\.169\.254/);
});
