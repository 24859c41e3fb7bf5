/**
 * Any sequence of outcomes, runs, their ends, deployments and erasures leaves the triplets, runs and ranking
 * models of the model. There are two tenants and the shared tiers.
 */
import fc from 'fast-check';
import { describe } from 'vitest';
import { EVERY_DOMAIN, type RunEnding, SHARED_OWNER } from './learning-store.ts';
import type { Store } from './store.ts';
import { isoDay, pick, stepOf, testAgainstModel } from './testing/against-model.ts';
import { endingOf, jobEnds, jobOf, KIND, newRun } from './testing/learning-runs.ts';
import * as steps from './testing/match-steps.ts';
import { domains } from './testing/match-steps.ts';
import { ModelLearning } from './testing/model-learning.ts';
import { type Label, polarities } from './testing/model-triplets.ts';
import { owners, stateOf, stateOfModel } from './testing/state-of-learning.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const WORKER = 'worker';
const YEAR_MS = 365 * 86_400_000;

const { tenant, person, day } = steps;
const n = fc.nat({ max: 20 });
const domain = fc.constantFrom<(typeof domains)[number]>('dating', 'dating', 'hiring');
const tier = fc.constantFrom('tenant', 'tenant', 'tenant', 'tenant', 'domain', 'general');
const labelsBut = (label: string) => (Object.keys(polarities) as Label[]).filter((each) => each !== label);
const item = fc.record({
  ...{ seekerId: person, candidateId: person, weight: fc.constantFrom<number>(0.5, 1, 2) },
  label: fc.constantFrom(...labelsBut('')),
});
const { erase, create } = steps.matchSteps;
const anyStep = fc.oneof(
  stepOf('feedback', 8, {
    ...{ tenant, domain, day, items: fc.array(item, { minLength: 1, maxLength: 4 }) },
    threshold: fc.option(fc.constantFrom(1, 3), { freq: 1 }),
    failedSince: day,
  }),
  /** A new label of a pair whose triplets a run has. */
  stepOf('relabel', 6, { n, day }),
  stepOf('start', 8, {
    ...{ n, tenant, domain, tier, atLeast: fc.constantFrom(0, 1, 1, 4) },
    isTaken: fc.constantFrom(true, true, false),
  }),
  stepOf('take', 2, { limit: fc.constantFrom(1, 9) }),
  stepOf('report', 1, { n, phase: fc.constantFrom('training', 'evaluating') }),
  stepOf('learn', 1, { tenant, domain, n, people: fc.uniqueArray(person, { maxLength: 2 }) }),
  stepOf('end', 8, {
    ...{ n, status: fc.constantFrom('deployed', 'deployed', 'rejected', 'failed', 'failed', 'cancelled') },
    ...{ isKept: fc.boolean(), isTimed: fc.boolean(), isLost: fc.constantFrom(false, false, true) },
  }),
  stepOf('cancel', 2, { n }),
  stepOf('deploy', 2, { owner: fc.constantFrom(...owners), n }),
  stepOf('revert', 1, {
    owner: fc.constantFrom(...owners),
    domain: fc.constantFrom(...domains, EVERY_DOMAIN),
  }),
  stepOf('free', 2, { n, limit: fc.constantFrom(1, 3) }),
  stepOf('rewrite', 1, {}),
  ...[erase, create],
);
type Step = typeof anyStep extends fc.Arbitrary<infer Of> ? Of : never;
type Of<Name extends Step['do']> = Extract<Step, { do: Name }>;

describe.each(storesUnderTest)('triplets, runs and ranking models of the $name store', ({ open }) => {
  testAgainstModel(open, {
    ...{ step: anyStep, begin: steps.beginWithPeople, carryOut, stateOf, stateOfModel },
    newModel: () => Object.assign(new ModelLearning(), { people: steps.newPeople() }),
  });
});

async function carryOut(step: Step, model: ModelLearning, store: Store, at: number) {
  const { learning, jobs } = store;
  switch (step.do) {
    case 'feedback':
      return feedback(step, model, store, at);
    case 'relabel': {
      const used = pick(usedTriplets(model), step.n);
      if (used === null) return [null, null] as const;
      const { seeker: seekerId, candidate: candidateId, ...place } = used;
      const items = [{ seekerId, candidateId, label: pick(labelsBut(used.label), step.n)!, weight: 1 }];
      return feedback({ ...step, ...place, items, threshold: null, failedSince: 0 }, model, store, at);
    }
    case 'start': {
      // Prefers a place with waiting triplets.
      const waiting = model.triplets.filter(({ state }) => state === 'pending');
      const place = (step.tier === 'tenant' ? pick(waiting, step.n) : null) ?? step;
      const owner = step.tier === 'tenant' ? place.tenant : SHARED_OWNER;
      const run = newRun(owner, step.tier === 'general' ? EVERY_DOMAIN : place.domain, step.tier, at);
      const borrowed = step.tier === 'tenant' ? {} : { borrowed: 1 };
      const start = { run, job: jobOf(run), atLeast: step.atLeast, ...borrowed };
      const results = [model.start(start), await learning.startRun(start)] as const;
      if (step.isTaken) await take(9, model, store, at);
      return results;
    }
    case 'take':
      return take(step.limit, model, store, at);
    case 'report': {
      const run = pick(model.runs.filter(isHeld), step.n);
      if (run === null) return [null, null] as const;
      model.change(run, { progress: 0.5, status: step.phase === 'evaluating' ? 'evaluating' : 'running' });
      const progress = { progress: 0.5, detail: { phase: step.phase } };
      return ['kept', await jobs.report(WORKER, run.jobId, progress)] as const;
    }
    case 'learn': {
      const run = pick(model.runs, step.n);
      if (run === null || step.people.length === 0) return [null, null] as const;
      const { runId } = run;
      const { tenant: owner, domain: of } = step;
      const isKnown = (userId: string) =>
        model.learned.some((each) => each.runId === runId && each.tenant === owner && each.userId === userId);
      const added = step.people.filter((userId) => !isKnown(userId));
      model.learned = [
        ...model.learned,
        ...added.map((userId) => ({ runId, userId, tenant: owner, domain: of })),
      ];
      await learning.noteLearnedFrom(owner, of, runId, step.people);
      return [null, null] as const;
    }
    case 'end':
      return end(step, model, store, at);
    case 'cancel': {
      const run = pick(
        model.runs.filter(({ status }) => status === 'queued'),
        step.n,
      );
      if (run === null) return [null, null] as const;
      const ending = { ...endingOf(run, 'cancelled', model, at), model: null, startedAt: null };
      const changes = [{ name: 'endRun', args: [run.tenantId, run.runId, ending] } as const];
      model.end({ ...run, inForce: false }, ending);
      const job = await jobs.cancel(run.tenantId, run.jobId, { nowMs: 0, changes });
      return ['cancelled', job?.status] as const;
    }
    case 'deploy': {
      // A run of any owner; another owner's is not deployed.
      const runId = pick(model.runs, step.n)?.runId ?? 'run_none';
      const found = await learning.deployRun(step.owner, runId, isoDay(at));
      return [model.deploy(step.owner, runId, isoDay(at)), found] as const;
    }
    case 'revert': {
      const { owner, domain: of } = step;
      return [model.withdrawModel(owner, of), await learning.withdrawModel(owner, of)] as const;
    }
    case 'free': {
      const used = pick(usedTriplets(model), step.n);
      if (used === null) return [null, null] as const;
      model.freeUsed(used.tenant, used.domain);
      for (let after: string | null = ''; after !== null; )
        after = await learning.freeUsedTriplets(used.tenant, used.domain, after, step.limit);
      return [null, null] as const;
    }
    case 'rewrite': {
      const marked = model.stored().find(({ erased }) => erased.length > 0);
      if (marked === undefined) return [null, null] as const;
      const { tenantId, runId, version, erased } = marked;
      const made = { card: { rewritten: at }, files: [] };
      model.rewrite(marked, made);
      await learning.replaceRankingModel(tenantId, version, made);
      await learning.forgetErasedMarks(tenantId, runId, erased);
      return [null, null] as const;
    }
    default:
      return steps.carryOut(step, model, store);
  }
}

const usedTriplets = ({ triplets }: ModelLearning) => triplets.filter(({ state }) => state === 'used');
const byId = (a: { readonly runId: string }, b: { readonly runId: string }) => (a.runId < b.runId ? -1 : 1);
const isHeld = ({ status }: { readonly status: string }) => ['running', 'evaluating'].includes(status);

/** The longest waiting first. */
async function take(limit: number, model: ModelLearning, { jobs }: Store, at: number) {
  const nowMs = Date.parse(isoDay(at));
  const { taken } = await jobs.take(WORKER, { limits: { [KIND]: 99 }, limit, nowMs, leaseMs: YEAR_MS });
  const queued = model.runs.filter(({ status }) => status === 'queued').toSorted(byId);
  for (const run of queued.slice(0, limit)) model.change(run, { status: 'running', startedAt: isoDay(at) });
  const expected = queued.slice(0, limit).map(({ jobId }) => jobId);
  return [expected, taken.map(({ jobId }) => jobId)] as const;
}

type Sending = Omit<Of<'feedback'>, 'do' | 'domain'> & { readonly domain: string };

async function feedback(step: Sending, model: ModelLearning, { learning }: Store, at: number) {
  const { tenant: tenantId, domain: of, threshold, failedSince } = step;
  const place = { tenant: tenantId, domain: of };
  const items = step.items
    .filter(({ seekerId, candidateId }) => seekerId !== candidateId)
    .map((each, index) => ({ ...each, index, matchId: null }));
  const before = model.pending(place);
  const faults = items.flatMap((each) => {
    const fault = model.send(place, each, isoDay(step.day));
    return fault === null ? [] : [{ index: each.index, fault }];
  });
  const waiting = model.pending(place);
  const run = newRun(tenantId, of, 'tenant', at);
  const unlessFailedSince = isoDay(failedSince);
  const isStarted =
    threshold !== null &&
    waiting.length >= threshold &&
    !model.hasFailedSince(tenantId, of, unlessFailedSince) &&
    model.start({ run, job: jobOf(run), atLeast: threshold }).state === 'started';
  const found = await learning.recordFeedback({
    ...{ tenantId, domain: of, items, polarities, at: isoDay(step.day) },
    eligibility: { candidates: 'any', sides: undefined, mutual: false },
    automatic: threshold === null ? null : { threshold, run, job: jobOf(run), unlessFailedSince },
  });
  const tripletsGenerated = waiting.filter((each) => !before.includes(each)).length;
  const expected = { accepted: items.length - faults.length, faults, shownFaults: [], tripletsGenerated };
  const pending = isStarted ? 0 : waiting.length;
  return [{ ...expected, pending, startedRunId: isStarted ? run.runId : null }, found] as const;
}

async function end(step: Of<'end'>, model: ModelLearning, { jobs }: Store, at: number) {
  const run = pick(model.runs.filter(isHeld), step.n);
  if (run === null) return [null, null] as const;
  const status = step.status as RunEnding['status'];
  const isMade = status === 'deployed' || (status === 'rejected' && step.isKept);
  const whole = endingOf(run, status, model, at);
  const ending = {
    ...whole,
    model: isMade ? whole.model : null,
    startedAt: step.isTimed ? whole.startedAt : null,
  };
  const changes = [{ name: 'endRun', args: [run.tenantId, run.runId, ending] } as const];
  const found = await jobs.finish(step.isLost ? 'another' : WORKER, [
    { jobId: run.jobId, end: jobEnds[status], changes, nowMs: 0 },
  ]);
  if (step.isLost) return [['lost'], found] as const;
  model.end({ ...run, inForce: false }, ending);
  return [['finished'], found] as const;
}
