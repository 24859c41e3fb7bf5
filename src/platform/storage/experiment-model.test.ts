/**
 * Any sequence of beginnings, ends, results, matches, decisions and erasures leaves the experiments and the
 * counts of the model, for two tenants.
 */
import fc from 'fast-check';
import { describe } from 'vitest';
import { CreateExperimentRequest } from '../../contract/experiment.ts';
import { MatchRequest } from '../../contract/match.ts';
import type { Store } from './store.ts';
import { isoDay, pick, stepOf, testAgainstModel } from './testing/against-model.ts';
import * as steps from './testing/match-steps.ts';
import { domains } from './testing/match-steps.ts';
import { ModelExperiments } from './testing/model-experiments.ts';
import { stateOf, stateOfModel } from './testing/state-of-experiments.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const MOST_WAITING = 2;

const { tenant, person, day, shown } = steps;
const n = fc.nat({ max: 20 });
const { decide, erase, create, prune } = steps.matchSteps;
const anyStep = fc.oneof(
  stepOf('begin', 3, { tenant, domain: fc.constantFrom(...domains) }),
  stepOf('end', 1, { tenant, n }),
  stepOf('pause', 2, { tenant, n, isPaused: fc.boolean() }),
  stepOf('result', 2, { tenant, n, day: fc.nat({ max: 4 }) }),
  stepOf('show', 6, {
    ...{ n, seeker: person, shown, day, unit: fc.constantFrom('u', 'v') },
    arm: fc.constantFrom(0, 1, null),
    picks: fc.array(fc.nat({ max: 1 }), { minLength: 3, maxLength: 3 }),
    latencyBucket: fc.nat({ max: 3 }),
  }),
  /** An outcome of a shown pair, around the time at which it was shown. */
  stepOf('answer', 4, {
    n,
    offsetMs: fc.constantFrom(-1, 0, 1),
    label: fc.constantFrom('accepted', 'rejected'),
  }),
  stepOf('queue', 3, { tenant, n, person }),
  stepOf('take', 1, { tenant, n }),
  ...[decide, decide, decide, decide, erase, create, prune],
);
type Step = typeof anyStep extends fc.Arbitrary<infer Of> ? Of : never;
type Of<Name extends Step['do']> = Extract<Step, { do: Name }>;

describe.each(storesUnderTest)('experiments of the $name store', ({ open }) => {
  testAgainstModel(open, {
    ...{ step: anyStep, begin: steps.beginWithPeople, carryOut, stateOf, stateOfModel },
    newModel: () => Object.assign(new ModelExperiments(), { people: steps.newPeople() }),
  });
});

async function carryOut(step: Step, model: ModelExperiments, store: Store, at: number) {
  const { experiments } = store;
  switch (step.do) {
    case 'begin': {
      const experiment = newExperiment(step, at);
      return [model.create(experiment), await experiments.create(experiment)] as const;
    }
    case 'end': {
      // An experiment of any tenant; another tenant cannot end it.
      const id = pick(model.of(null), step.n)?.experimentId ?? 'exp_none';
      const ending = { at: isoDay(at), by: 'operator', decision: `Stopped ${at}.` } as const;
      return [model.end(step.tenant, id, ending), await experiments.end(step.tenant, id, ending)] as const;
    }
    case 'pause': {
      const id = pick(model.of(null), step.n)?.experimentId ?? 'exp_none';
      const pausedAt = step.isPaused ? isoDay(at) : null;
      return [
        model.pause(step.tenant, id, pausedAt),
        await experiments.pause(step.tenant, id, pausedAt),
      ] as const;
    }
    case 'result': {
      const id = pick(model.of(step.tenant), step.n)?.experimentId;
      if (id === undefined) return [null, null] as const;
      const result = { at: isoDay(step.day), arms: [], effect: null, guardrails: [], shadow: null };
      model.addResult(step.tenant, id, result, `Decision ${at}.`);
      await experiments.addResult(step.tenant, id, result, `Decision ${at}.`);
      return [null, null] as const;
    }
    case 'show':
      return show(step, model, store, at);
    case 'answer': {
      const experiment = pick(
        model.of(null).filter(({ experimentId }) => model.pairsOf(experimentId).length > 0),
        step.n,
      );
      if (experiment === null) return [null, null] as const;
      const { seeker, candidate, at: shownAt } = pick(model.pairsOf(experiment.experimentId), step.n)!;
      const { tenantId, domain } = experiment;
      const outcome = { label: step.label, weight: 1, at: isoMs(Date.parse(shownAt) + step.offsetMs) };
      model.decide({ tenant: tenantId, domain, seeker, candidate, ...outcome });
      const stored = { seekerId: seeker, candidateId: candidate, matchId: null, ...outcome };
      await store.outcomes.record(tenantId, domain, [stored]);
      return [null, null] as const;
    }
    case 'queue': {
      const experiment = pick(
        model.of(step.tenant).filter(({ isRunning }) => isRunning),
        step.n,
      );
      if (experiment === null) return [null, null] as const;
      const { tenantId, experimentId, domain } = experiment;
      const request = MatchRequest.parse({ user_id: step.person, domain });
      const shadow = { tenantId, experimentId, requestId: String(at).padStart(3, '0'), request };
      return [
        model.queue(shadow, MOST_WAITING),
        await experiments.queueShadow(shadow, MOST_WAITING),
      ] as const;
    }
    case 'take': {
      const id = pick(model.of(null), step.n)?.experimentId ?? 'exp_none';
      return [model.take(step.tenant, id), await experiments.takeShadow(step.tenant, id)] as const;
    }
    default:
      return steps.carryOut(step, model, store);
  }
}

const isoMs = (ms: number) => new Date(ms).toISOString();

function newExperiment({ tenant: tenantId, domain }: Of<'begin'>, at: number) {
  const { tenant_id, name, ...settings } = CreateExperimentRequest.parse({
    ...{ tenant_id: tenantId, domain, name: `arms ${at}`, design: 'split' },
    arms: [{ name: 'usual' }, { name: 'nearer' }],
    ...{ primary_metric: 'mutual_rate', stop: { smallest_effect: 0.02 } },
  });
  const experimentId = `exp_${String(at).padStart(3, '0')}`;
  const times = { createdAt: isoDay(at), endsAt: isoDay(at + 28) };
  return { tenantId, experimentId, domain, name, settings, ...times, decision: 'Nothing yet.' };
}

/** A match of an experiment: its tenant, its domain. */
async function show(step: Of<'show'>, model: ModelExperiments, store: Store, at: number) {
  const experiment = pick(model.of(null), step.n);
  if (experiment === null) return [null, null] as const;
  const { tenantId, experimentId } = experiment;
  const domain = domains.find((each) => each === experiment.domain)!;
  const { arm, unit, latencyBucket } = step;
  const picks = arm === null ? step.picks.slice(0, step.shown.length) : [];
  const part = { experimentId, arm, unit, latencyBucket, picks };
  return steps.show({ ...step, tenant: tenantId, domain }, model, store, at, part);
}
