/**
 * `/metrics` in the text form of Prometheus. Labels have few values: routes are patterns, never paths, and no
 * label holds a user, a key or text of a caller. Tenants appear by id, on the gauges of indexes, of drift and
 * of connectors only.
 */

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { EncoderFigures } from '../../../engines/encoders/describe-encoders.ts';
import type { WatchedDrift } from '../../../matching/statistics/drift/watch-drift.ts';
import type { EndedJob } from '../../../platform/jobs/job-runner.ts';
import type { DeliveryCounts } from '../../../platform/storage/webhook-store.ts';
import { type MeasuredState, measuredState } from '../system/measured-state.ts';
import { registerDriftFigures } from './drift-figures.ts';
import { registerEncoderFigures } from './encoder-figures.ts';
import { type ConnectorFigures, type IngestFigures, registerIngestFigures } from './ingest-figures.ts';
import { type JobCount, registerJobFigures } from './job-figures.ts';
import { type LlmFigures, registerLlmFigures } from './llm-figures.ts';
import { type ModelFigures, registerModelFigures } from './model-figures.ts';
import { type ReplicaFigures, registerReplicaFigures } from './replica-figures.ts';
import {
  registerSearchEngineFigures,
  type SearchEngineFigures,
  type SearchIndexFigures,
} from './search-engine-figures.ts';
import { registerWebhookFigures } from './webhook-figures.ts';

/** Current size of one candidate index. */
export interface IndexFigures {
  readonly tenant: string;
  readonly domain: string;
  readonly rows: number;
  /** Bytes by part. */
  readonly parts: Readonly<Record<string, number>>;
}

interface RequestFigures {
  readonly method: string;
  /** The pattern of the route; `none` where no route matched. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

export interface Metrics extends IngestFigures, LlmFigures, ReplicaFigures, SearchEngineFigures {
  observeRequest(figures: RequestFigures): void;
  /** A match spent `ms` milliseconds in a stage, which passed `poolSize` candidates on. */
  observeStage(stage: string, ms: number, poolSize: number): void;
  /** A match showed candidates with these scores. */
  observeScores(domain: string, scores: Iterable<number>): void;
  /** A request took at least as long as the log of slow requests says. */
  observeSlowRequest(operation: string): void;
  /** A stage was skipped, cut short, or ran without a part of it. */
  observeDegraded(stage: string, reason: string): void;
  setInFlight(requests: number): void;
  setOpenBodies(bodies: number): void;
  observeJob(ended: EndedJob): void;
  readonly contentType: string;
  render(): Promise<string>;
  /** The same values, for the state of the system. */
  measured(): Promise<MeasuredState>;
}

const requestSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5, 10];
const stageSeconds = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 3];
const poolSizes = [0, 1, 10, 50, 100, 200, 500, 1_000, 2_000, 10_000, 100_000, 1_000_000, 10_000_000];

/** Tenths of 0..1. */
const scoreBounds = Array.from({ length: 10 }, (_, n) => (n + 1) / 10);

interface MetricsOptions {
  /** Memory, event loop lag and similar figures of the process. */
  readonly processFigures?: boolean;
  readonly countJobs?: () => Promise<readonly JobCount[]>;
  readonly countDeliveries?: () => Promise<DeliveryCounts>;
  readonly describeEncoders?: () => Promise<EncoderFigures>;
  readonly describeModels?: () => ModelFigures;
  /** Bytes of the candidates' texts that matches keep. */
  readonly candidateTextBytes?: () => number;
  readonly describeDrift?: () => readonly WatchedDrift[];
  readonly describeConnectors?: () => Promise<readonly ConnectorFigures[]>;
  readonly describeSearchIndexes?: () => Promise<readonly SearchIndexFigures[]>;
}

/** `indexes`, `countJobs` and the describe functions are called at every scrape. */
export function createMetrics(
  indexes: () => Iterable<IndexFigures> = () => [],
  {
    processFigures = true,
    countJobs = async () => [],
    countDeliveries = async () => ({ pending: 0, failed: 0 }),
    describeEncoders,
    describeModels,
    candidateTextBytes,
    describeDrift,
    describeConnectors = async () => [],
    describeSearchIndexes,
  }: MetricsOptions = {},
): Metrics {
  const registry = new Registry();
  if (processFigures) collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'counterpart_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestSeconds,
    registers: [registry],
  });
  const stages = new Histogram({
    name: 'counterpart_match_stage_duration_seconds',
    help: 'Time that a match spent in a stage.',
    labelNames: ['stage'],
    buckets: stageSeconds,
    registers: [registry],
  });
  const pools = new Histogram({
    name: 'counterpart_match_pool_size',
    help: 'Candidates that a stage passed on.',
    labelNames: ['stage'],
    buckets: poolSizes,
    registers: [registry],
  });
  const scores = new Histogram({
    name: 'counterpart_match_score',
    help: 'Scores of the candidates that matches showed.',
    labelNames: ['domain'],
    buckets: scoreBounds,
    registers: [registry],
  });
  const degraded = new Counter({
    name: 'counterpart_match_degraded_total',
    help: 'Stages that a match skipped, cut short, or ran without a part, as in `degraded` of answers.',
    labelNames: ['stage', 'reason'],
    registers: [registry],
  });
  const slow = new Counter({
    name: 'counterpart_slow_requests_total',
    help: 'Requests that took at least COUNTERPART_SLOW_REQUEST_MS, each with a line in the log.',
    labelNames: ['operation'],
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'counterpart_http_requests_in_flight',
    help: 'Requests being processed.',
    registers: [registry],
  });
  const openBodies = new Gauge({
    name: 'counterpart_http_open_bodies',
    help: 'Requests whose body is being received.',
    registers: [registry],
  });
  registerIndexGauges(registry, indexes);
  if (candidateTextBytes !== undefined) registerTextGauge(registry, candidateTextBytes);
  const observeJob = registerJobFigures(registry, countJobs);
  registerWebhookFigures(registry, countDeliveries);
  if (describeEncoders !== undefined) registerEncoderFigures(registry, describeEncoders);
  if (describeModels !== undefined) registerModelFigures(registry, describeModels);
  if (describeDrift !== undefined) registerDriftFigures(registry, describeDrift);
  return {
    observeRequest: ({ method, route, status, ms }) =>
      requests.observe({ method, route, status: String(status) }, ms / 1000),
    observeStage: (stage, ms, poolSize) => {
      stages.observe({ stage }, ms / 1000);
      pools.observe({ stage }, poolSize);
    },
    observeScores: (domain, shown) => {
      const ofDomain = scores.labels({ domain });
      for (const score of shown) ofDomain.observe(score);
    },
    observeSlowRequest: (operation) => slow.inc({ operation }),
    observeDegraded: (stage, reason) => degraded.inc({ stage, reason }),
    setInFlight: (count) => inFlight.set(count),
    setOpenBodies: (count) => openBodies.set(count),
    observeJob,
    ...registerIngestFigures(registry, describeConnectors),
    ...registerLlmFigures(registry),
    ...registerReplicaFigures(registry),
    ...registerSearchEngineFigures(registry, describeSearchIndexes),
    contentType: registry.contentType,
    render: () => registry.metrics(),
    measured: () => measuredState(registry),
  };
}

function registerTextGauge(registry: Registry, bytes: () => number): void {
  new Gauge({
    name: 'counterpart_candidate_texts_bytes',
    help: 'Estimated bytes of the texts and sentence vectors of candidates that are kept in memory.',
    registers: [registry],
    collect() {
      this.set(bytes());
    },
  });
}

function registerIndexGauges(registry: Registry, indexes: () => Iterable<IndexFigures>): void {
  new Gauge({
    name: 'counterpart_index_rows',
    help: 'Live rows of a candidate index.',
    labelNames: ['tenant', 'domain'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { tenant, domain, rows } of indexes()) this.set({ tenant, domain }, rows);
    },
  });
  new Gauge({
    name: 'counterpart_index_bytes',
    help: 'Bytes held by a candidate index, by part.',
    labelNames: ['tenant', 'domain', 'part'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { tenant, domain, parts } of indexes()) {
        for (const [part, bytes] of Object.entries(parts)) this.set({ tenant, domain, part }, bytes);
      }
    },
  });
}
