/**
 * Looks at the drift of every enabled domain once an hour, for `/metrics` and the log. A drift beyond the
 * threshold is logged once, and again only after it has been within the threshold. Each server looks for
 * itself: it reads a few counters of each domain.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { DomainFor } from '../../../domains/active-domain.ts';
import type { StatisticsStore } from '../../../platform/storage/statistics-store.ts';
import type { Tenant } from '../../../platform/storage/store.ts';
import { type DomainDrift, measureDrift } from './measure-drift.ts';

const EVERY_MS = 3_600_000;

export interface WatchedDrift extends DomainDrift {
  readonly tenant: TenantId;
  readonly domain: string;
}

export interface DriftNotice {
  readonly tenant: TenantId;
  readonly domain: string;
  readonly what: 'field coverage' | 'scores' | 'match rate';
  readonly field?: string;
  readonly drift: number;
  readonly threshold: number;
}

export interface DriftParts {
  readonly statistics: StatisticsStore;
  readonly listTenants: () => Promise<readonly Tenant[]>;
  readonly domainFor: DomainFor;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** A drift beyond it is a notice; 0: nothing is watched. */
  readonly threshold: number;
  readonly onDrift: (notice: DriftNotice) => void;
  readonly onFailure: (error: unknown) => undefined;
}

export interface DriftWatch {
  /** The findings of the last measurement. */
  readonly latest: () => readonly WatchedDrift[];
  measure(): Promise<void>;
  close(): Promise<void>;
}

export function watchDrift(parts: DriftParts): DriftWatch {
  let latest: readonly WatchedDrift[] = [];
  let noticed: ReadonlySet<string> = new Set();
  let measuring = Promise.resolve();
  let isClosed = false;
  const measureOnce = async () => {
    const found: WatchedDrift[] = [];
    for (const { tenantId, domains } of await parts.listTenants()) {
      for (const { domain } of domains) {
        if (isClosed) return;
        const drift = await measured(parts, tenantId, domain).catch(parts.onFailure);
        if (drift !== undefined) found.push(drift);
      }
    }
    latest = found;
    const beyond = found.flatMap((drift) => noticesOf(drift, parts.threshold));
    for (const notice of beyond) if (!noticed.has(keyOf(notice))) parts.onDrift(notice);
    noticed = new Set(beyond.map(keyOf));
  };
  const measure = () => (measuring = measuring.then(measureOnce).catch(parts.onFailure));
  const timer = parts.threshold === 0 ? undefined : setInterval(measure, EVERY_MS).unref();
  if (parts.threshold > 0) void measure();
  return {
    latest: () => latest,
    measure,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await measuring;
    },
  };
}

async function measured(
  { statistics, domainFor, clock }: DriftParts,
  tenant: TenantId,
  domain: string,
): Promise<WatchedDrift> {
  const drift = await measureDrift(statistics, tenant, await domainFor(tenant, domain), clock());
  return { tenant, domain, ...drift };
}

function noticesOf(found: WatchedDrift, threshold: number): readonly DriftNotice[] {
  const { tenant, domain } = found;
  const all: Omit<DriftNotice, 'tenant' | 'domain' | 'threshold'>[] = [
    ...Object.entries(found.coverageDrift).map(
      ([field, drift]) => ({ what: 'field coverage', field, drift }) as const,
    ),
    { what: 'scores', drift: found.scoreDrift ?? 0 },
    { what: 'match rate', drift: found.matchRateDrift ?? 0 },
  ];
  return all
    .filter(({ drift }) => Math.abs(drift) > threshold)
    .map((notice) => ({ tenant, domain, ...notice, threshold }));
}

const keyOf = ({ tenant, domain, what, field = '' }: DriftNotice) => [tenant, domain, what, field].join(' ');
