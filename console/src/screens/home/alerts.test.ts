import { describe, expect, it } from 'vitest';
import { connectorAlerts, fieldAlerts, jobAlerts, runAlerts, scoreAlerts, webhookAlerts } from './alerts.ts';

const says = (alerts: readonly { readonly says: string }[]) => alerts.map((alert) => alert.says);
const now = Date.parse('2026-03-10T12:00:00.000Z');

describe('alerts of fields', () => {
  const counts = { known: 0, not_understood: 0, compared: 0, corrected: 0 };
  const field = { kind: 'soft' as const, ...counts, share_week_ago: null, sources: {} };
  const statistics = { domain: 'dating', at: '', people: 500, sampled: 500, examples: null, request_id: '' };

  it('name a field that fewer people have than a week ago', () => {
    const fields = [{ ...field, name: 'pets', share: 0.3, share_week_ago: 0.8 }];
    expect(says(fieldAlerts({ ...statistics, fields }, []))).toEqual([
      '«pets» of dating is known of 30 % of the people; a week ago it was 80 %.',
    ]);
    expect(fieldAlerts({ ...statistics, sampled: 100, fields }, [])).toEqual([]);
  });

  it('name the fields that scores count and few people have, in one alert', () => {
    const fields = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...field, name, share: 0.1 }));
    const terms = [{ fields: ['a', 'b', 'c', 'd'] }];
    expect(says(fieldAlerts({ ...statistics, fields }, terms))).toEqual([
      'Few people of dating have a value of «a», «b», «c», 1 more, which their scores count.',
    ]);
    expect(fieldAlerts({ ...statistics, fields }, [{ fields: ['z'] }])).toEqual([]);
  });
});

it('scores that moved are an alert where both weeks have enough of them', () => {
  const day = (bucket: number, shown: number) => ({
    shown,
    scores: Array.from({ length: 20 }, (_, at) => (at === bucket ? shown : 0)),
  });
  const weeks = (shown: number) => Array.from({ length: 14 }, (_, n) => day(n < 7 ? 3 : 12, shown));
  expect(scoreAlerts({ domain: 'dating', data: weeks(10) })).toEqual([]);
  expect(says(scoreAlerts({ domain: 'dating', data: weeks(200) }))).toEqual([
    'The scores of dating have moved: 100 % of them lie elsewhere than the week before.',
  ]);
});

it('connectors are alerts where they do not run, or have refused rows', () => {
  const connector = { name: 'shop', source: 'kafka', stored: 1, rejected: 0, lag: null };
  const late = { ...connector, checked_at: '2026-03-01T12:00:00.000Z' };
  const running = { ...connector, checked_at: '2026-03-10T11:59:00.000Z' };
  expect(connectorAlerts([late, running, { ...running, name: 'views', rejected: 2 }], now)).toHaveLength(2);
});

it('webhooks are alerts where they are off, or deliveries failed', () => {
  const webhook = {
    ...{ id: 'wh_1', url: 'https://a.example', events: null, description: null, enabled: true },
    ...{ disabled_at: null, disabled_because: null, earlier_secret_until: null, created_at: '', failed: 0 },
  };
  expect(webhookAlerts([webhook])).toEqual([]);
  expect(says(webhookAlerts([{ ...webhook, failed: 2 }]))).toEqual([
    '2 deliveries to https://a.example failed.',
  ]);
  const off = { ...webhook, enabled: false, disabled_because: 'answered 410' };
  expect(webhookAlerts([off])[0]?.advice).toMatch(/^answered 410 · /);
});

it('only the last run of a domain, and failures of the last days, are alerts', () => {
  const run = {
    ...{ run_id: 'run_1', domain: 'dating', status: 'rejected' as const, progress: 1, triplets_used: 9 },
    ...{ version: null, metrics: { before: null, after: null, concentration: null }, reason: 'No better.' },
    ...{ estimated_completion_minutes: 0, created_at: '', started_at: null, finished_at: null },
    ...{ tier: 'tenant' as const, forced: false, in_force: false },
  };
  expect(runAlerts([run, { ...run, run_id: 'run_0' }])).toMatchObject([
    { key: 'run:run_1', advice: 'No better.' },
  ]);
  expect(runAlerts([{ ...run, status: 'deployed' }, run])).toEqual([]);
  const job = {
    ...{ id: 'job_1', kind: 'dataset_import' as const, status: 'failed' as const, progress: 0, detail: null },
    ...{ resource: { type: 'dataset' as const, id: 'ds_1' }, created_at: '', started_at: null, result: null },
    ...{ finished_at: '2026-03-10T11:00:00.000Z', error: { code: 'x', message: 'Line 3.', details: {} } },
  };
  expect(jobAlerts([job, { ...job, id: 'job_0' }], now - 86_400_000)).toMatchObject([{ advice: 'Line 3.' }]);
  expect(jobAlerts([job], now)).toEqual([]);
});
