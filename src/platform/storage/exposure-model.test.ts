/**
 * Any sequence of matches, additions of their likes, moves of prices in pages, erasures and forgetting leaves
 * the sums, prices and groups of the model. There are two tenants in two domains, whose people and matches
 * have the same ids.
 */
import fc from 'fast-check';
import { describe } from 'vitest';
import { FairExposure } from '../../contract/fair-exposure.ts';
import type { ShownAnswer } from '../../contract/match.ts';
import type { CandidatePrice, ExposureStore } from './exposure-store.ts';
import type { Store } from './store.ts';
import { pick, stepOf, testAgainstModel } from './testing/against-model.ts';
import { at, ModelExposure, type Place, type Shown } from './testing/model-exposure.ts';
import { ALPHA, BETA, sampleWrite } from './testing/sample-profiles.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const STEP_MS = 10 * 60_000;
const START_MS = Date.parse('2026-03-01T12:00:00.000Z');
const MANY = 99;
const noAnswer: ShownAnswer = { request: null, models_used: {}, degraded: [], trace: [] };
const people = ['ana', 'ben', '😀'];
const STYLE = 'attachment_style';
const NO_FIELD = 'star_sign';
const places: readonly Place[] = [ALPHA, BETA].flatMap((domainName) =>
  ['dating', 'hiring'].map((domain) => ({ tenant: domainName, domain })),
);

const common = { capacity: 0.5, window_hours: 1, step: 1 };
const rules = [
  /** A price that soon is the greatest one, while the cap comes and goes. */
  FairExposure.parse({ ...common, max_price: 0.15, groups: { field: STYLE } }),
  /** A field that no one has. */
  FairExposure.parse({ ...common, hard_cap: null, groups: { field: NO_FIELD } }),
  FairExposure.parse({ ...common, capacity: 1 }),
];

/** Most often the same one, so that prices move often. */
const place = fc.constantFrom(...Array.from({ length: 8 }, () => places[0]!), ...places.slice(1));
const person = fc.constantFrom(...people);
const rule = fc.constantFrom(rules[0]!, rules[0]!, rules[0]!, ...rules);
const limit = fc.constantFrom(1, 2, 4, 4);
/** Clocks of servers differ. */
const lateMs = fc.constantFrom(0, 0, 0, 3 * STEP_MS);
const likes = fc.oneof(fc.constantFrom(0, 1, 1), fc.double({ min: 0, max: 1, noNaN: true }));
/** null: fair exposure is off. */
const candidate = fc.record({ userId: person, likes: fc.option(likes, { freq: 8 }) });
const candidates = fc.uniqueArray(candidate, { minLength: 1, selector: ({ userId }) => userId });
const anyStep = fc.oneof(
  stepOf('show', 9, { place, seeker: person, candidates }),
  /** A match of a batch, which a worker repeats after a crash; also where its seeker was erased meanwhile. */
  stepOf('show again', 3, { n: fc.nat({ max: 2 }), isErased: fc.boolean() }),
  stepOf('add', 9, { place, rule, limit, lateMs }),
  stepOf('move', 9, { place, rule, limit, lateMs, after: fc.option(person, { freq: 2 }) }),
  stepOf('erase', 1, { place, person, everywhere: fc.boolean() }),
  stepOf('create', 2, { place, person, style: fc.constantFrom('secure', 'anxious', null) }),
  stepOf('forget', 1, { place }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer Of> ? Of : never;
type Of<Name extends Step['do']> = Extract<Step, { do: Name }>;

describe.each(storesUnderTest)('prices of fair exposure of the $name store', ({ open }) => {
  testAgainstModel(open, { step: anyStep, newModel, begin, carryOut, stateOf, stateOfModel });
});

/** A person has another style in each place. */
const everyone = places.flatMap((here, nth) =>
  people.map((userId) => ({
    ...here,
    userId,
    fields: { [STYLE]: ['secure', 'anxious', 'calm', 'shy'][nth]! },
  })),
);

/** One match in each place. Its candidates have sums from then on, and prices in all but the first place. */
const firstMatches = places.map(
  (here): Shown => ({
    ...{ ...here, matchId: `first in ${here.domain}`, seeker: 'ana', atMs: START_MS },
    candidates: people.map((userId) => ({ userId, likes: 1 })),
  }),
);
const firstMove = { nowMs: START_MS, everyMs: STEP_MS, after: null, limit: MANY };

function newModel(): ModelExposure {
  const model = Object.assign(new ModelExposure(), { people: everyone });
  for (const shown of firstMatches) {
    model.show(shown);
    model.addLikes(shown, rules[0]!, START_MS, MANY);
    if (shown !== firstMatches[0]) model.movePrices(shown, rules[0]!, firstMove);
  }
  return model;
}

async function begin(store: Store): Promise<void> {
  await store.profiles.write(everyone.map(writeOf));
  for (const shown of firstMatches) {
    await record(shown, false, store);
    await store.exposure.addLikes(scopeOf(shown), rules[0]!, START_MS, MANY);
    if (shown !== firstMatches[0]) await store.exposure.movePrices(scopeOf(shown), rules[0]!, firstMove);
  }
}

const writeOf = ({ tenant, domain, userId, fields }: ModelExposure['people'][number]) =>
  sampleWrite(userId, { tenantId: tenant, domain, derived: fields });
const scopeOf = ({ tenant, domain }: Place) => ({ tenantId: tenant, domain });

async function carryOut(step: Step, model: ModelExposure, store: Store, nth: number) {
  const { exposure } = store;
  const nowMs = START_MS + nth * STEP_MS - ('lateMs' in step ? step.lateMs : 0);
  switch (step.do) {
    case 'show': {
      const { seeker, place: here } = step;
      const matchId = model.newMatchId(here.tenant);
      const shown = { ...here, matchId, seeker, candidates: step.candidates, atMs: nowMs };
      return show(shown, false, model, store);
    }
    case 'show again': {
      const shown = pick(model.everyShown.toReversed(), step.n);
      if (shown === null) return [null, null] as const;
      if (step.isErased) await erase(shown, shown.seeker, shown.domain, model, store);
      return show(shown, true, model, store);
    }
    case 'add': {
      const found = await exposure.addLikes(scopeOf(step.place), step.rule, nowMs, step.limit);
      return [model.addLikes(step.place, step.rule, nowMs, step.limit), found] as const;
    }
    case 'move': {
      const { place: here, rule: by, after } = step;
      const move = { nowMs, everyMs: STEP_MS, after, limit: step.limit };
      const last = await exposure.movePrices(scopeOf(here), by, move);
      const expected = { last: model.movePrices(here, by, move), round: model.roundOf(here) };
      return [expected, { last, round: await roundOf(exposure, model, here) }] as const;
    }
    case 'erase':
      await erase(step.place, step.person, step.everywhere ? null : step.place.domain, model, store);
      return [null, null] as const;
    case 'create':
      return create(step, model, store);
    case 'forget': {
      model.forget(step.place);
      return [false, await exposure.forget(scopeOf(step.place))] as const;
    }
    default:
      return step satisfies never;
  }
}

async function show(shown: Shown, mayBeKnown: boolean, model: ModelExposure, store: Store) {
  model.show(shown);
  await record(shown, mayBeKnown, store);
  return [null, null] as const;
}

function record(shown: Shown, mayBeKnown: boolean, { learning }: Store): Promise<void> {
  const { matchId, seeker: seekerId, atMs } = shown;
  return learning.recordShown({
    ...{ ...scopeOf(shown), matchId, seekerId, answer: noAnswer, atMs, mayBeKnown },
    candidates: shown.candidates.map(({ userId, likes: of }) => ({
      ...{ userId, score: 0.5 },
      ...(of !== null && { likes: of }),
    })),
  });
}

async function erase(
  { tenant }: Place,
  userId: string,
  domain: string | null,
  model: ModelExposure,
  { profiles }: Store,
) {
  model.erase(tenant, userId, domain);
  await profiles.erase(tenant, userId, domain);
}

/** Where the person has no row. */
async function create(
  { place: here, person: userId, style }: Of<'create'>,
  model: ModelExposure,
  store: Store,
) {
  if (model.isKnown(here.tenant, here.domain, userId)) return [null, null] as const;
  const created = { ...here, userId, fields: style === null ? {} : { [STYLE]: style } };
  model.people = [...model.people, created];
  await store.profiles.write([writeOf(created)]);
  return [null, null] as const;
}

async function roundOf(exposure: ExposureStore, model: ModelExposure, { tenant, domain }: Place) {
  const found = await exposure.round(tenant, domain);
  return found && { ...found, epoch: model.epochNamed({ tenant, domain }, found.epoch) };
}

async function stateOf({ exposure }: Store, model: ModelExposure) {
  const domains = await exposure.domains();
  return {
    domains: domains.map(({ tenantId, domain }) => `${tenantId} ${domain}`).sort(),
    places: await Promise.all(
      places.map(async (here) => ({
        round: await roundOf(exposure, model, here),
        summary: await exposure.summary(scopeOf(here)),
        groups: await Promise.all(
          [STYLE, NO_FIELD].map((field) => exposure.groups(here.tenant, here.domain, field)),
        ),
        prices: await Promise.all(
          reads(model, here).map(async ([after, most]) =>
            inOrder(await exposure.pricesAfter(scopeOf(here), after, most), after),
          ),
        ),
      })),
    ),
    people: await Promise.all(persons.map(([tenant, userId]) => exposure.ofPerson(tenant, userId))),
  };
}

function stateOfModel(model: ModelExposure) {
  const rows = [...model.rounds, ...model.notes, ...model.sums];
  return {
    domains: [...new Set(rows.map(({ tenant, domain }) => `${tenant} ${domain}`))].sort(),
    places: places.map((here) => ({
      round: model.roundOf(here),
      summary: model.summaryOf(here),
      groups: [STYLE, NO_FIELD].map((field) => model.groupsOf(here, field)),
      prices: reads(model, here).map(([after, most]) => inOrder(model.pricesAfter(here, after, most), after)),
    })),
    people: persons.map(([tenant, userId]) =>
      places
        .filter((here) => here.tenant === tenant)
        .flatMap((here) => at(here, model.sums))
        .filter((each) => each.userId === userId)
        .map(({ domain, likes: sum, atMs, price, capped }) => ({ domain, likes: sum, atMs, price, capped })),
    ),
  };
}

const persons = [ALPHA, BETA].flatMap((tenant) => people.map((userId) => [tenant, userId] as const));

/** Queries of followers: the rounds that they know, and the number of prices at once. */
function reads(model: ModelExposure, here: Place): readonly (readonly [number | null, number])[] {
  const last = model.roundOf(here)?.round ?? 0;
  const known = [...new Set([0, Math.floor(last / 2), last])];
  return [[null, 1], ...known.flatMap((after) => [1, 2, MANY].map((most) => [after, most] as const))];
}

/** Within a round, and where all are read, they come in any order. */
const inOrder = (prices: readonly CandidatePrice[], after: number | null) => ({
  rounds: after === null ? null : prices.map(({ round }) => round),
  prices: prices.toSorted((a, b) => (a.userId < b.userId ? -1 : 1)),
});
