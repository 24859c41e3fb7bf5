/** The state of this process and of the store behind it, for the operator. */

import { productVersion } from '../../../contract/product-version.ts';
import type { SystemState } from '../../../contract/system.ts';
import type { EncoderFigures } from '../../../engines/encoders/describe-encoders.ts';
import type { IndexRegistry } from '../../../matching/index/candidate-index.ts';
import type { JobCount } from '../metrics/job-figures.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ModelFigures } from '../metrics/model-figures.ts';
import type { EventLoopDelay } from './event-loop-delay.ts';
import { indexStates } from './index-states.ts';
import type { RecentErrors } from './recent-errors.ts';

const SECOND_MS = 1000;

/** Sources that only the composition root can read. Each is cheap: no call reads rows of people. */
export interface SystemSources {
  readonly indexes: Pick<IndexRegistry, 'stats'>;
  /** Bytes that all indexes together may use. */
  readonly indexLimitBytes: number;
  /** By tenant and domain with a space between. */
  lastSequences(): Promise<ReadonlyMap<string, number>>;
  tenantName(tenant: string): Promise<string | null>;
  encoders(): Promise<EncoderFigures>;
  jobs(): Promise<readonly JobCount[]>;
  models(): ModelFigures;
  /** Epoch milliseconds. */
  readonly startedAtMs: number;
}

export interface SystemStateParts {
  readonly system: SystemSources;
  readonly metrics: Pick<Metrics, 'measured'>;
  readonly recentErrors: RecentErrors;
  readonly eventLoop: EventLoopDelay;
  readonly clock: () => number;
}

export async function systemState(parts: SystemStateParts): Promise<Omit<SystemState, 'request_id'>> {
  const { system, clock } = parts;
  const [measured, lastSequences, encoders, waiting] = await Promise.all([
    parts.metrics.measured(),
    system.lastSequences(),
    system.encoders(),
    system.jobs(),
  ]);
  const indexes = await indexStates(
    system.indexes.stats(),
    lastSequences,
    system.indexLimitBytes,
    system.tenantName,
  );
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  const { models, memoryBytes } = system.models();
  const { endedJobs, ...figures } = measured;
  const nowMs = clock();
  return {
    version: productVersion,
    at: new Date(nowMs).toISOString(),
    started_at: new Date(system.startedAtMs).toISOString(),
    uptime_s: Math.max(0, Math.round((nowMs - system.startedAtMs) / SECOND_MS)),
    memory: {
      rss_bytes: rss,
      heap_used_bytes: heapUsed,
      heap_total_bytes: heapTotal,
      external_bytes: external,
    },
    event_loop: parts.eventLoop.read(),
    ...figures,
    errors: [...parts.recentErrors.list()],
    indexes,
    changes: {
      last_sequence: Math.max(0, ...lastSequences.values()),
      most_behind: Math.max(0, ...indexes.largest.map(({ behind }) => behind)),
    },
    encoders: {
      serving: encoders.serving,
      target: encoders.target,
      rows_left: encoders.rowsLeft,
      share: encoders.share,
    },
    jobs: { waiting: waiting.map(viewCount), ended: endedJobs },
    models: { open: models, bytes: memoryBytes },
  };
}

function viewCount({ kind, status, count, oldestDueAgeMs }: JobCount) {
  return {
    kind,
    status,
    count,
    oldest_due_s: oldestDueAgeMs === null ? null : Math.max(0, oldestDueAgeMs / SECOND_MS),
  };
}
