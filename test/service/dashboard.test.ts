/** Every query of the dashboard and of the alert rules, against a scrape of a running service. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alertQueries, dashboardQueries, dashboardVariables } from '../support/deployed-queries.ts';
import { readPromql } from '../support/read-promql.ts';
import { readScrape, type ScrapedMetric } from '../support/read-scrape.ts';
import { type BusyService, startBusyService } from './testing/busy-service.ts';

let busy: BusyService;
let scraped: ReadonlyMap<string, ScrapedMetric>;

beforeAll(async () => {
  busy = await startBusyService();
  scraped = readScrape(await (await fetch(`${busy.url}/metrics`)).text());
}, 120_000);
afterAll(() => busy?.stop(), 60_000);

/** Prometheus adds these to every series that it scrapes, and makes `up` itself. */
const addedLabels = ['instance', 'job'];
const ofPrometheus = { up: addedLabels };
/** They need several servers, OpenSearch, the death of a process, trackers or connectors. */
const withoutSeries = [
  'counterpart_replicas',
  'counterpart_forwarded_matches_total',
  'counterpart_job_takes_lost_total',
  'counterpart_search_duration_seconds',
  'counterpart_search_index_behind',
  'counterpart_search_index_up',
  'counterpart_search_local_people',
  'counterpart_search_local_changed',
  'counterpart_search_local_bytes',
  'counterpart_messages_total',
  'counterpart_connector_lag',
  'counterpart_connector_rows',
  'counterpart_connector_checked_seconds',
];

/** Label names of the metrics by the reference, which is generated from the code. */
const reference = new Map(
  [
    ...readFileSync(new URL('../../docs/reference/metrics.md', import.meta.url), 'utf8').matchAll(
      /^\| `(\w+)` \| \w+ \| (.*?) \|/gm,
    ),
  ].map(([, name, labels]) => [name!, [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!)]),
);

function labelsOf(metric: string): readonly string[] {
  if (metric in ofPrometheus) return ofPrometheus.up;
  const whole = metricOf({ metric });
  if (withoutSeries.includes(whole))
    return [...addedLabels, ...reference.get(whole)!, ...(metric.endsWith('_bucket') ? ['le'] : [])];
  const found = scraped.get(metric);
  expect(found, `${metric} is not in /metrics`).toBeDefined();
  expect(found!.series, `${metric} has no series`).toBeGreaterThan(0);
  return [...addedLabels, ...found!.labels.keys()];
}

const all = [...dashboardQueries(), ...alertQueries()];

test('the dashboard and the rules have queries, and the names of panels and alerts are their own', () => {
  expect(dashboardQueries().length).toBeGreaterThan(30);
  const names = alertQueries().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(10);
});

describe.each(all)('$name: $query', ({ query, labelsIn }) => {
  test('has metrics and labels that the service gives', () => {
    const { selectors, grouped } = readPromql(query);
    expect(selectors.length).toBeGreaterThan(0);
    for (const { metric, matchers } of selectors) {
      const labels = labelsOf(metric);
      for (const { label, op, value } of matchers) {
        expect(labels).toContain(label);
        const values = [...(scraped.get(metric)?.labels.get(label) ?? [])];
        // A value that is spelt out is one that there is, such as a route.
        if (op === '=' && values.length > 0) expect(values).toContain(value);
      }
    }
    const known = selectors.flatMap(({ metric }) => labelsOf(metric));
    for (const label of [...grouped, ...labelsIn]) expect(known).toContain(label);
  });
});

test('the variables of the dashboard have values', () => {
  expect(dashboardVariables().length).toBeGreaterThan(0);
  for (const { metric, label } of dashboardVariables()) expect(labelsOf(metric)).toContain(label);
});

test('every metric of the service is on the dashboard', () => {
  const shown = new Set(dashboardQueries().flatMap(({ query }) => readPromql(query).selectors.map(metricOf)));
  expect([...reference.keys()].filter((name) => !shown.has(name))).toEqual([]);
});

function metricOf({ metric }: { readonly metric: string }): string {
  return reference.has(metric) ? metric : metric.replace(/_(bucket|sum|count)$/, '');
}

test('a query that does not hold is found', () => {
  expect(() => readPromql('sum by (le (rate(a[5m]))')).toThrow('not PromQL');
  expect(readPromql('sum by (kind) (rate(a{b="c"}[5m])) / on (d) e').grouped).toEqual(['kind', 'd']);
  expect(readPromql('rate(a{b=~"c"}[5m])').selectors).toEqual([
    { metric: 'a', matchers: [{ label: 'b', op: '=~', value: 'c' }] },
  ]);
});
