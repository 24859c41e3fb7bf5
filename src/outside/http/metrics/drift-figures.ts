/** Drift of the domains in `/metrics`: this week beside the week before, as the hourly look found it. */
import { Gauge, type Registry } from 'prom-client';
import type { WatchedDrift } from '../../../matching/statistics/drift/watch-drift.ts';

type Read = () => readonly WatchedDrift[];

export function registerDriftFigures(registry: Registry, read: Read): void {
  const registers = [registry];
  new Gauge({
    name: 'counterpart_field_coverage',
    help: 'Share of the people of a domain who have a value of the field.',
    labelNames: ['tenant', 'domain', 'field'],
    registers,
    collect() {
      setFields(this, read, ({ coverage }) => coverage);
    },
  });
  new Gauge({
    name: 'counterpart_field_coverage_drift',
    help: 'Coverage of a field minus that of a week before. None below 200 people.',
    labelNames: ['tenant', 'domain', 'field'],
    registers,
    collect() {
      setFields(this, read, ({ coverageDrift }) => coverageDrift);
    },
  });
  new Gauge({
    name: 'counterpart_match_score_drift',
    help: 'Share of the scores of the last seven days that lie elsewhere than in the week before, 0 to 1. None below 1,000 shown candidates a week.',
    labelNames: ['tenant', 'domain'],
    registers,
    collect() {
      setDomains(this, read, ({ scoreDrift }) => scoreDrift);
    },
  });
  registerMatchRate(registry, read);
}

function registerMatchRate(registry: Registry, read: Read): void {
  const registers = [registry];
  new Gauge({
    name: 'counterpart_match_rate',
    help: 'Positive outcomes of the last seven days for each candidate shown in them.',
    labelNames: ['tenant', 'domain'],
    registers,
    collect() {
      setDomains(this, read, ({ matchRate }) => matchRate);
    },
  });
  new Gauge({
    name: 'counterpart_match_rate_drift',
    help: 'Relative change of the match rate against the week before: -0.5 is half. None below 400 positive outcomes in that week.',
    labelNames: ['tenant', 'domain'],
    registers,
    collect() {
      setDomains(this, read, ({ matchRateDrift }) => matchRateDrift);
    },
  });
}

type DomainGauge = Gauge<'tenant' | 'domain'>;
type FieldGauge = Gauge<'tenant' | 'domain' | 'field'>;

function setDomains(gauge: DomainGauge, read: Read, figureOf: (found: WatchedDrift) => number | null): void {
  gauge.reset();
  for (const found of read()) {
    const value = figureOf(found);
    if (value !== null) gauge.set({ tenant: found.tenant, domain: found.domain }, value);
  }
}

function setFields(
  gauge: FieldGauge,
  read: Read,
  sharesOf: (found: WatchedDrift) => Readonly<Record<string, number>>,
): void {
  gauge.reset();
  for (const found of read()) {
    const { tenant, domain } = found;
    for (const [field, share] of Object.entries(sharesOf(found))) gauge.set({ tenant, domain, field }, share);
  }
}
