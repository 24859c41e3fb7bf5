import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { latencyOf } from './latency-of.ts';
import { measuredValues } from './measured-values.ts';

async function latencyAfter(...seconds: readonly number[]) {
  const registry = new Registry();
  const histogram = new Histogram({
    name: 'h',
    help: 'h',
    labelNames: ['stage'],
    buckets: [0.001, 0.01, 0.1],
    registers: [registry],
  });
  for (const [at, value] of seconds.entries()) histogram.observe({ stage: at % 2 === 0 ? 'a' : 'b' }, value);
  return latencyOf(await measuredValues(registry, 'h'));
}

test('counts each measurement in one bucket, over all label values', async () => {
  const { count, mean_ms, buckets } = await latencyAfter(0.0005, 0.005, 0.006, 0.05, 7);
  expect([count, mean_ms]).toEqual([5, 1412.3]);
  expect(buckets).toEqual([
    { up_to_ms: 1, count: 1 },
    { up_to_ms: 10, count: 2 },
    { up_to_ms: 100, count: 1 },
    { up_to_ms: null, count: 1 },
  ]);
});

test('takes percentiles within their bucket, and the last bound where there is no other', async () => {
  const { p50_ms, p90_ms, p99_ms } = await latencyAfter(0.005, 0.005, 0.005, 0.005, 7);
  expect([p50_ms, p90_ms, p99_ms]).toEqual([6.625, 100, 100]);
});

test('says nothing of nothing', async () => {
  expect(await latencyAfter()).toMatchObject({ count: 0, mean_ms: null, p50_ms: null, p99_ms: null });
  expect(await measuredValues(new Registry(), 'unknown')).toEqual([]);
});
