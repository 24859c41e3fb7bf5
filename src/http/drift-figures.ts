/** Drift of the domains in `/metrics`: this week beside the week before, as the hourly look found it. */
import { Gauge, type Registry } from 'prom-client';
import type { WatchedDrift } from '../statistics/drift/watch-drift.ts';

export function registerDriftFigures(registry: Registry, read: () => readonly WatchedDrift[]): void {
  const ofDomain = (name: string, help: string, value: (found: WatchedDrift) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['tenant', 'domain'],
      registers: [registry],
      collect() {
        this.reset();
        for (const found of read()) {
          const drift = value(found);
          if (drift !== null) this.set({ tenant: found.tenant, domain: found.domain }, drift);
        }
      },
    });
  const ofFields = (name: string, help: string, key: 'coverage' | 'coverageDrift') =>
    new Gauge({
      name,
      help,
      labelNames: ['tenant', 'domain', 'field'],
      registers: [registry],
      collect() {
        this.reset();
        for (const { tenant, domain, [key]: shares } of read())
          for (const [field, share] of Object.entries(shares)) this.set({ tenant, domain, field }, share);
      },
    });
  ofFields(
    'counterpart_field_coverage',
    'Share of the people of a domain who have a value of the field.',
    'coverage',
  );
  ofFields(
    'counterpart_field_coverage_drift',
    'Coverage of a field minus that of a week before. None below 200 people.',
    'coverageDrift',
  );
  ofDomain(
    'counterpart_match_score_drift',
    'Share of the scores of the last seven days that lie elsewhere than in the week before, 0 to 1. None below 1,000 shown candidates a week.',
    (found) => found.scoreDrift,
  );
  ofDomain(
    'counterpart_match_rate',
    'Positive outcomes of the last seven days for each candidate shown in them.',
    (found) => found.matchRate,
  );
  ofDomain(
    'counterpart_match_rate_drift',
    'Relative change of the match rate against the week before: -0.5 is half. None below 400 positive outcomes in that week.',
    (found) => found.matchRateDrift,
  );
}
