/** Implements `StatisticsService` with counters, and with a sample for the coverage of fields. */
import { invalidRequest } from '../../contract/errors.ts';
import type { FieldStatistics, OutcomeStatistics } from '../../contract/statistics.ts';
import type { DomainFor } from '../../domains/active-domain.ts';
import { fieldNamed } from '../../domains/definition.ts';
import type { ExposureStore } from '../../platform/storage/exposure-store.ts';
import {
  type MatchDay,
  type OutcomeDay,
  SCORE_BUCKETS,
  type StatisticsStore,
} from '../../platform/storage/statistics-store.ts';
import { daysBefore, eachDay, lastDays } from './days.ts';
import { rememberCoverage } from './draw-coverage.ts';
import { fieldExamples } from './field-examples.ts';
import { inequalityOf } from './inequality-of.ts';
import type { FieldCoverage } from './measure-coverage.ts';
import { outcomeFunnel } from './outcome-funnel.ts';
import type { StatisticsService } from './statistics-service.ts';
import { viewFairExposure } from './view-fair-exposure.ts';

/** More would make a caller wait for the count of what it waits for. */
const MOST_WAITING = 10_000;
const MOST_POINTS = 101;
/** A daily record of about a week ago: the service may have been off for some days. */
const WEEK_AGO_DAYS = { least: 7, most: 13 } as const;

export interface StatisticsDependencies {
  readonly statistics: StatisticsStore;
  readonly exposure: Pick<ExposureStore, 'summary' | 'groups'>;
  readonly domainFor: DomainFor;
  /** Epoch ms. */
  readonly clock: () => number;
}

export function createStatisticsService({
  statistics,
  exposure,
  domainFor,
  clock,
}: StatisticsDependencies): StatisticsService {
  const coverageOf = rememberCoverage(statistics, clock);
  return {
    async outcomes(tenant, { domain, days }) {
      const active = await domainFor(tenant, domain);
      const range = lastDays(clock(), days);
      const [counted, mutual, matches] = await Promise.all([
        statistics.outcomeDays(tenant, domain, range),
        statistics.mutualDays(tenant, domain, range),
        statistics.matchDays(tenant, domain, range),
      ]);
      const byDay = Map.groupBy(counted, ({ day }) => day);
      return {
        ...{ domain, ...range },
        labels: labelsOf(active.labels, counted),
        data: eachDay(range).map((day) => ({ day, labels: countsOf(byDay.get(day) ?? []) })),
        funnel: outcomeFunnel(active, { counted, mutual, matches }),
      };
    },
    async matches(tenant, { domain, days }) {
      await domainFor(tenant, domain);
      const range = lastDays(clock(), days);
      const counted = await statistics.matchDays(tenant, domain, range);
      const byDay = new Map(counted.map((day) => [day.day, day]));
      return {
        ...{ domain, ...range },
        data: eachDay(range).map((day) => wireDay(byDay.get(day) ?? emptyDay(day))),
        waiting: await statistics.waitingMatches(tenant, MOST_WAITING),
      };
    },
    async exposure(tenant, { domain, days }) {
      const { fairExposure: rule = null } = await domainFor(tenant, domain);
      const range = lastDays(clock(), days);
      const groups = await statistics.exposure(tenant, domain);
      const people = await statistics.people(tenant, domain);
      const { lorenz, ...inequality } = inequalityOf(groups, people, MOST_POINTS);
      const matches = await statistics.matchDays(tenant, domain, range);
      const shown = sum(matches.map((day) => day.shown));
      const newcomers = sum(matches.map((day) => day.newcomers));
      return {
        ...{ domain, ...range, people, ...inequality, lorenz: [...lorenz] },
        newcomers: { shown: newcomers, share: shown === 0 ? null : newcomers / shown },
        fair_exposure:
          rule && (await viewFairExposure({ exposure, statistics, clock }, tenant, domain, rule)),
        waiting: await statistics.waitingMatches(tenant, MOST_WAITING),
      };
    },
    async fields(tenant, { domain, examples_of }) {
      const { definition } = await domainFor(tenant, domain);
      const shown = examples_of === undefined ? undefined : fieldNamed(definition, examples_of);
      if (examples_of !== undefined && shown === undefined) {
        const message = `${domain} has no field «${examples_of}»`;
        throw invalidRequest([{ path: 'examples_of', message }]);
      }
      const coverage = await coverageOf(tenant, definition);
      const nowMs = clock();
      const earlier = await statistics.coverage(tenant, domain, {
        from: daysBefore(nowMs, WEEK_AGO_DAYS.most),
        to: daysBefore(nowMs, WEEK_AGO_DAYS.least),
      });
      const weekAgo = earlier.at(-1)?.shares ?? {};
      return {
        domain,
        at: new Date(coverage.atMs).toISOString(),
        people: coverage.people,
        sampled: coverage.sampled,
        fields: coverage.fields.map((field) => wireField(field, weekAgo)),
        examples:
          shown === undefined
            ? null
            : await fieldExamples(
                statistics,
                { tenant, domain },
                shown,
                coverage.fields.find(({ name }) => name === shown.name)!,
              ),
      };
    },
  };
}

function wireField(
  { name, kind, known, asked, sources, notUnderstood, compared, corrected }: FieldCoverage,
  weekAgo: Readonly<Record<string, number>>,
): FieldStatistics['fields'][number] {
  return {
    ...{ name, kind, known },
    share: asked === 0 ? 0 : known / asked,
    share_week_ago: weekAgo[name] ?? null,
    sources: { ...sources },
    ...{ not_understood: notUnderstood.count, compared, corrected: corrected.count },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** The labels of the domain first, then those that were labels once. */
function labelsOf(
  polarities: Readonly<Record<string, number>>,
  counted: readonly OutcomeDay[],
): OutcomeStatistics['labels'] {
  const names = new Set([...Object.keys(polarities), ...counted.map(({ label }) => label)]);
  return [...names].map((label) => ({ label, polarity: polarities[label] ?? null }));
}

function countsOf(counted: readonly OutcomeDay[]): OutcomeStatistics['data'][number]['labels'] {
  return Object.fromEntries(counted.map(({ label, outcomes, current }) => [label, { outcomes, current }]));
}

function wireDay(day: MatchDay) {
  return { ...day, scores: [...day.scores] };
}

function emptyDay(day: string): MatchDay {
  return {
    day,
    matches: 0,
    empty: 0,
    shown: 0,
    newcomers: 0,
    scores: new Array<number>(SCORE_BUCKETS).fill(0),
  };
}
