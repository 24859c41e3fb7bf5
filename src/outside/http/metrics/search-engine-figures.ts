/**
 * OpenSearch in `/metrics`: the progress of each index, the people held beside it, and the time of searches.
 */
import { Gauge, Histogram, type Registry } from 'prom-client';

/** An index that serves, as this server sees it. */
export interface SearchIndexFigures {
  readonly tenant: string;
  readonly domain: string;
  /** Changes of the store that the index does not have yet. */
  readonly behind: number;
  /** People that this server holds, and how many of them the index lacks; 0 where no match reads it. */
  readonly people: number;
  readonly changed: number;
  readonly bytes: number;
  /** 1: the engine answers, and every shard has a copy. 0: not. */
  readonly up: number;
}

export interface SearchEngineFigures {
  /** `outcome`: `found`, or the error code. */
  observeSearch(outcome: string, ms: number): void;
}

const searchSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10];

export function registerSearchEngineFigures(
  registry: Registry,
  describe: (() => Promise<readonly SearchIndexFigures[]>) | undefined,
): SearchEngineFigures {
  const searches = new Histogram({
    name: 'counterpart_search_duration_seconds',
    help: 'Time of a search in OpenSearch, by outcome: found, or the code of the error.',
    labelNames: ['outcome'],
    buckets: searchSeconds,
    registers: [registry],
  });
  if (describe !== undefined) registerIndexes(registry, describe);
  return { observeSearch: (outcome, ms) => searches.observe({ outcome }, ms / 1000) };
}

type Describe = () => Promise<readonly SearchIndexFigures[]>;

function registerIndexes(registry: Registry, describe: Describe): void {
  new Gauge({
    name: 'counterpart_search_index_up',
    help: '1 where OpenSearch answers and every shard of the index of the domain has a copy, else 0: its matches are 503.',
    labelNames: ['tenant', 'domain'],
    registers: [registry],
    async collect() {
      show(this, await describe(), 'up');
    },
  });
  new Gauge({
    name: 'counterpart_search_index_behind',
    help: 'Changes of the store that the OpenSearch index of a domain lacks.',
    labelNames: ['tenant', 'domain'],
    registers: [registry],
    async collect() {
      show(this, await describe(), 'behind');
    },
  });
  new Gauge({
    name: 'counterpart_search_local_people',
    help: 'People of a domain on OpenSearch that this server holds.',
    labelNames: ['tenant', 'domain'],
    registers: [registry],
    async collect() {
      show(this, await describe(), 'people');
    },
  });
  new Gauge({
    name: 'counterpart_search_local_changed',
    help: 'People of a domain that changed after the watermark of its OpenSearch index, which lacks the change.',
    labelNames: ['tenant', 'domain'],
    registers: [registry],
    async collect() {
      show(this, await describe(), 'changed');
    },
  });
  new Gauge({
    name: 'counterpart_search_local_bytes',
    help: 'Bytes of the people of a domain on OpenSearch that this server holds.',
    labelNames: ['tenant', 'domain'],
    registers: [registry],
    async collect() {
      show(this, await describe(), 'bytes');
    },
  });
}

function show(
  gauge: Gauge,
  all: readonly SearchIndexFigures[],
  figure: 'up' | 'behind' | 'people' | 'changed' | 'bytes',
): void {
  gauge.reset();
  for (const { tenant, domain, [figure]: value } of all) gauge.set({ tenant, domain }, value);
}
