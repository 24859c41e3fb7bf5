/**
 * The statistics equal those of the model at any moment: people, outcomes and counted matches of two tenants.
 * This holds after any sequence of matches, decisions, erasures and counting. `statistics-store.test.ts`
 * compares them with a recount of the rows.
 */
import fc from 'fast-check';
import { describe } from 'vitest';
import type { TenantId } from '../../contract/brands.ts';
import { NEWCOMER_DAYS, SCORE_BUCKETS, type StatisticsStore } from './statistics-store.ts';
import type { Store } from './store.ts';
import { isoDay, testAgainstModel } from './testing/against-model.ts';
import * as steps from './testing/match-steps.ts';
import { domains, tenants } from './testing/match-steps.ts';
import { type ModelMatch, ModelMatches } from './testing/model-matches.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const NEWCOMER_MS = NEWCOMER_DAYS * 86_400_000;
const WHOLE = { from: '0000', to: '9999' };
/** A part of the days. */
const PART = { from: isoDay(5).slice(0, 10), to: isoDay(20).slice(0, 10) };
const MANY = 1000;

const { show, decide, erase, create, prune } = steps.matchSteps;
const anyStep = fc.oneof(
  ...[show, show, show, decide, decide, decide, erase, create, create, prune],
  fc.record({
    do: fc.constant('count' as const),
    after: fc.constantFrom(null, null, ...tenants),
    limit: fc.integer({ min: 1, max: 4 }),
  }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer Of> ? Of : never;

describe.each(storesUnderTest)('statistics of the $name store', ({ open }) => {
  testAgainstModel(open, {
    ...{ step: anyStep, begin: steps.beginWithPeople, carryOut, stateOf, stateOfModel },
    newModel: () => Object.assign(new ModelMatches(), { people: steps.newPeople() }),
  });
});

async function carryOut(step: Step, model: ModelMatches, store: Store, at: number) {
  switch (step.do) {
    case 'show':
      return steps.show(step, model, store, at);
    case 'count': {
      const { after, limit } = step;
      return [model.count(after, limit), await store.statistics.countShown(after, limit)] as const;
    }
    default:
      return steps.carryOut(step, model, store);
  }
}

async function stateOf({ statistics }: Store) {
  return Promise.all(
    tenants.map(async (tenant) => ({
      waiting: await statistics.waitingMatches(tenant, MANY),
      domains: await Promise.all(domains.map((domain) => ofDomain(statistics, tenant, domain))),
    })),
  );
}

async function ofDomain(statistics: StatisticsStore, tenant: TenantId, domain: string) {
  const mutual = await statistics.mutualDays(tenant, domain, WHOLE);
  return {
    people: await statistics.people(tenant, domain),
    outcomes: await statistics.outcomeDays(tenant, domain, PART),
    mutual: mutual.map((day) => JSON.stringify(day)).sort(),
    matches: await statistics.matchDays(tenant, domain, PART),
    allDays: (await statistics.matchDays(tenant, domain, WHOLE)).map(({ day }) => day),
    exposure: await statistics.exposure(tenant, domain),
  };
}

function stateOfModel(model: ModelMatches) {
  return tenants.map((tenant) => ({
    waiting: model.matches.filter((match) => match.tenant === tenant && !match.isCounted).length,
    domains: domains.map((domain) => {
      const counted = model.matches.filter(
        (match) => match.tenant === tenant && match.domain === domain && match.isCounted,
      );
      const days = matchDays(model, counted);
      return {
        people: model.people.filter((person) => person.tenant === tenant && person.domain === domain).length,
        outcomes: outcomeDays(model, tenant, domain).filter(({ day }) => isInPart(day)),
        mutual: mutualDays(model, tenant, domain),
        matches: days.filter(({ day }) => isInPart(day)),
        allDays: days.map(({ day }) => day),
        exposure: exposure(counted),
      };
    }),
  }));
}

const isInPart = (day: string) => day >= PART.from && day <= PART.to;
const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
const inOrder = <Row>(groups: ReadonlyMap<string, Row>) => [...groups].sort(([a], [b]) => (a < b ? -1 : 1));

function matchDays(model: ModelMatches, counted: readonly ModelMatch[]) {
  return inOrder(Map.groupBy(counted, ({ atMs }) => dayOf(atMs))).map(([day, matches]) => {
    const shown = matches.flatMap((match) => match.candidates.map((candidate) => ({ ...candidate, match })));
    const scores = new Array<number>(SCORE_BUCKETS).fill(0);
    for (const { score } of shown)
      scores[Math.min(SCORE_BUCKETS - 1, Math.floor(score * SCORE_BUCKETS))]! += 1;
    const newcomers = shown.filter(({ userId, match }) => {
      const { createdAt } = model.find(match.tenant, match.domain, userId)!;
      return match.atMs - Date.parse(createdAt) < NEWCOMER_MS;
    });
    const empty = matches.filter(({ isEmpty }) => isEmpty).length;
    return { day, matches: matches.length, empty, shown: shown.length, newcomers: newcomers.length, scores };
  });
}

function outcomeDays(model: ModelMatches, tenant: TenantId, domain: string) {
  const here = model.decisions.filter((each) => each.tenant === tenant && each.domain === domain);
  return inOrder(Map.groupBy(here, ({ at, label }) => `${at.slice(0, 10)} ${label}`)).map(
    ([key, members]) => {
      const [day, label] = key.split(' ');
      const current = members.filter(({ isCurrent }) => isCurrent).length;
      return { day: day!, label: label!, outcomes: members.length, current };
    },
  );
}

function mutualDays(model: ModelMatches, tenant: TenantId, domain: string): readonly string[] {
  const current = model.current(tenant, domain);
  const pairs = current.flatMap((one) => {
    const other = current.find((each) => each.seeker === one.candidate && each.candidate === one.seeker);
    if (other === undefined || one.seeker >= one.candidate) return [];
    const [, later] = [one.at, other.at].sort();
    return [{ day: later!.slice(0, 10), labels: [one.label, other.label].sort() }];
  });
  const groups = Map.groupBy(pairs, (pair) => JSON.stringify(pair));
  return [...groups.values()].map((same) => JSON.stringify({ ...same[0], pairs: same.length })).sort();
}

function exposure(counted: readonly ModelMatch[]) {
  const shown = counted.flatMap(({ candidates }) => candidates);
  const times = [...Map.groupBy(shown, ({ userId }) => userId).values()].map(({ length }) => length);
  return [...Map.groupBy(times, (count) => count)]
    .map(([count, people]) => ({ times: count, people: people.length }))
    .sort((a, b) => a.times - b.times);
}
