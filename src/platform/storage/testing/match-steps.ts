/** Steps about people, matches and decisions, carried out at a store and at its model. */
import fc from 'fast-check';
import type { TenantId } from '../../../contract/brands.ts';
import type { ShownAnswer } from '../../../contract/match.ts';
import type { ExperimentShown } from '../experiment-store.ts';
import type { Store } from '../store.ts';
import { isoDay } from './against-model.ts';
import type { ModelMatches } from './model-matches.ts';
import { ALPHA, BETA, sampleWrite } from './sample-profiles.ts';

export const tenants = [ALPHA, BETA];
export const domains = ['dating', 'hiring'] as const;
const people = ['ana', 'ben', '😀'];
const labels = ['accepted', 'rejected', 'converted'];
const noAnswer: ShownAnswer = { request: null, models_used: {}, degraded: [], trace: [] };

export const tenant = fc.constantFrom(ALPHA, ALPHA, BETA);
const domain = fc.constantFrom<(typeof domains)[number]>('dating', 'dating', 'hiring');
export const person = fc.constantFrom(...people);
export const day = fc.nat({ max: 30 });
/** Scores at the bounds of the parts of 0..1, too. */
const score = fc.oneof(fc.constantFrom(0, 0.05, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true }));
export const shown = fc.uniqueArray(fc.record({ userId: person, score }), {
  maxLength: 3,
  selector: ({ userId }) => userId,
});

export const matchSteps = {
  show: fc.record({ do: fc.constant('show' as const), tenant, domain, seeker: person, shown, day }),
  decide: fc.record({
    ...{ do: fc.constant('decide' as const), tenant, domain, seeker: person, candidate: person },
    ...{ label: fc.constantFrom(...labels), day, asFeedback: fc.boolean() },
  }),
  erase: fc.record({ do: fc.constant('erase' as const), tenant, person, domain: fc.option(domain) }),
  create: fc.record({ do: fc.constant('create' as const), tenant, domain, person, day }),
  prune: fc.record({ do: fc.constant('prune' as const), day }),
};
type Of<Name extends keyof typeof matchSteps> =
  (typeof matchSteps)[Name] extends fc.Arbitrary<infer Step> ? Step : never;

type StepOfPeople = Of<'decide' | 'erase' | 'create' | 'prune'>;

/** Steps but the matches, which are shown in ways of their own. */
export function carryOut(step: StepOfPeople, model: ModelMatches, store: Store) {
  switch (step.do) {
    case 'decide':
      return decide(step, model, store);
    case 'erase':
      return erase(step, model, store);
    case 'create':
      return create(step, model, store);
    case 'prune':
      return prune(step, model, store);
    default:
      return step satisfies never;
  }
}

/** Everyone in all domains of both tenants. */
export async function beginWithPeople(store: Store): Promise<void> {
  const model = newPeople();
  await store.profiles.write(
    model.map(({ tenant: tenantId, domain: of, userId, createdAt }) =>
      sampleWrite(userId, { tenantId, domain: of, createdAt }),
    ),
  );
}

export const newPeople = (): ModelMatches['people'] =>
  tenants.flatMap((owner) =>
    domains.flatMap((domain) =>
      people.map((userId, n) => ({ tenant: owner, domain, userId, createdAt: isoDay(n * 6) })),
    ),
  );

/** `at`: the position of the step. Both tenants have the same ids of matches. */
export async function show(
  step: Pick<Of<'show'>, 'tenant' | 'domain' | 'seeker' | 'shown' | 'day'>,
  model: ModelMatches,
  { learning }: Store,
  at: number,
  experiment: ExperimentShown | null = null,
) {
  const { tenant: tenantId, domain: of, seeker: seekerId, shown: candidates } = step;
  const matchId = `match_${String(at).padStart(3, '0')}`;
  const atMs = Date.parse(isoDay(step.day)) + at;
  model.show({ tenant: tenantId, matchId, domain: of, seeker: seekerId, atMs, experiment }, candidates);
  const match = { tenantId, matchId, domain: of, seekerId, candidates, answer: noAnswer, atMs };
  await learning.recordShown({ ...match, ...(experiment !== null && { experiment }) });
  return [null, null] as const;
}

async function decide(step: Of<'decide'>, model: ModelMatches, { outcomes, learning }: Store) {
  const { tenant: tenantId, domain: of, seeker: seekerId, candidate: candidateId, label, asFeedback } = step;
  const at = isoDay(step.day);
  const outcome = { seekerId, candidateId, label, weight: 1, matchId: null };
  const decision = {
    tenant: tenantId,
    domain: of,
    seeker: seekerId,
    candidate: candidateId,
    label,
    weight: 1,
    at,
  };
  if (!asFeedback || seekerId === candidateId) {
    model.decide(decision);
    await outcomes.record(tenantId, of, [{ ...outcome, at }]);
    return [null, null] as const;
  }
  const isKnown =
    model.find(tenantId, null, seekerId) !== null && model.find(tenantId, of, candidateId) !== null;
  if (isKnown) model.decide(decision);
  const { accepted } = await learning.recordFeedback({
    ...{ tenantId, domain: of, items: [{ index: 0, ...outcome }], at, automatic: null },
    polarities: { accepted: 1, rejected: -1, converted: 2 },
    eligibility: { candidates: 'any', sides: undefined, mutual: true },
  });
  return [isKnown ? 1 : 0, accepted] as const;
}

async function erase(step: Of<'erase'>, model: ModelMatches, { profiles }: Store) {
  const isTheirs = (each: { readonly tenant: TenantId; readonly domain: string }) =>
    each.tenant === step.tenant && (step.domain === null || each.domain === step.domain);
  const records = model.people.filter((each) => isTheirs(each) && each.userId === step.person).length;
  const decided = model.decisions.filter(
    (each) => isTheirs(each) && [each.seeker, each.candidate].includes(step.person),
  );
  model.erase(step.tenant, step.person, step.domain);
  const erased = await profiles.erase(step.tenant, step.person, step.domain);
  return [
    { records, outcomes: decided.length },
    { records: erased.records, outcomes: erased.outcomes },
  ] as const;
}

/** Where the person has no row. */
async function create(step: Of<'create'>, model: ModelMatches, { profiles }: Store) {
  const { tenant: tenantId, domain: of, person: userId } = step;
  if (model.find(tenantId, of, userId) !== null) return [null, null] as const;
  const createdAt = isoDay(step.day);
  model.people = [...model.people, { tenant: tenantId, domain: of, userId, createdAt }];
  await profiles.write([sampleWrite(userId, { tenantId, domain: of, createdAt })]);
  return [null, null] as const;
}

async function prune({ day: before }: Of<'prune'>, model: ModelMatches, { learning }: Store) {
  const old = model.matches.filter(({ atMs }) => atMs < Date.parse(isoDay(before))).length;
  model.forgetBefore(Date.parse(isoDay(before)));
  return [old, await learning.forgetShown(Date.parse(isoDay(before)), 1000)] as const;
}
