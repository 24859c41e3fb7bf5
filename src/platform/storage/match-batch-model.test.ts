/**
 * Any sequence of batches, their ends, cancellations, erasures, settlements and forgetting leaves the batches
 * of the model, for two tenants. A batch may have the id of a batch of the other tenant, so that a leak
 * between them shows.
 */
import fc from 'fast-check';
import { describe } from 'vitest';
import type { JobEnd } from './job-store.ts';
import type { MatchBatch } from './match-batch-store.ts';
import type { Store } from './store.ts';
import type { StoreChange } from './store-change.ts';
import { pick, stepOf, testAgainstModel } from './testing/against-model.ts';
import { type BatchJob, ModelMatchBatches } from './testing/model-match-batches.ts';
import { sampleJob } from './testing/sample-jobs.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const KIND = 'match_batch';
const WORKER = 'worker';
const tenants = [ALPHA, BETA];

const tenant = fc.constantFrom(ALPHA, ALPHA, BETA);
const domain = fc.constantFrom('dating', 'dating', 'hiring');
const person = fc.constantFrom('ana', 'ben', '😀');
const people = fc.uniqueArray(person, { maxLength: 2 });
const n = fc.nat({ max: 20 });
const anyStep = fc.oneof(
  /** `twin`: the domain of a batch of the other tenant with the same id and without a job; null: none. */
  stepOf('begin', 6, { tenant, domain, twin: fc.option(domain), key: fc.constantFrom(null, null, 'key') }),
  stepOf('erase', 6, { tenant, person, domain: fc.option(domain) }),
  stepOf('take', 3, {}),
  stepOf('finish', 5, {
    ...{ n, settled: people, isLost: fc.constantFrom(false, false, true) },
    status: fc.constantFrom('succeeded', 'succeeded', 'failed', 'cancelled'),
  }),
  stepOf('cancel', 2, { n }),
  stepOf('settle', 3, { tenant, n, people }),
  stepOf('forget', 2, { tenant, n }),
  stepOf('forget jobs', 1, { ago: fc.nat({ max: 20 }) }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer Of> ? Of : never;
type Of<Name extends Step['do']> = Extract<Step, { do: Name }>;

describe.each(storesUnderTest)('batches of matches of the $name store', ({ open }) => {
  testAgainstModel(open, {
    ...{ step: anyStep, newModel: () => new ModelMatchBatches(), carryOut, stateOf, stateOfModel },
  });
});

async function carryOut(step: Step, model: ModelMatchBatches, store: Store, at: number) {
  const { jobs, matchBatches, fileErasures, profiles } = store;
  switch (step.do) {
    case 'begin':
      return begin(step, model, store, at);
    case 'erase': {
      model.erase(step.tenant, step.person, step.domain);
      await profiles.erase(step.tenant, step.person, step.domain);
      return [null, null] as const;
    }
    case 'take': {
      model.take();
      await jobs.take(WORKER, { limits: { [KIND]: 99 }, limit: 99, nowMs: at, leaseMs: 1000 });
      return [null, null] as const;
    }
    case 'finish': {
      const job = pick(model.withStatus('running'), step.n);
      return job === null ? ([null, null] as const) : finish(job, step, model, store, at);
    }
    case 'cancel': {
      const job = pick(model.jobs, step.n);
      if (job === null) return [null, null] as const;
      const found = await jobs.cancel(job.tenant, job.jobId, { nowMs: at, changes: [] });
      return [model.cancel(job, at), found?.status] as const;
    }
    case 'settle': {
      const batch = { tenant: step.tenant, jobId: idOf(pick(model.batches, step.n)) };
      model.settle(batch, step.people);
      await fileErasures.settle(batch.tenant, batch.jobId, step.people);
      return [null, null] as const;
    }
    case 'forget': {
      const batch = { tenant: step.tenant, jobId: idOf(pick(model.batches, step.n)) };
      model.forget(batch);
      await matchBatches.forget(batch.tenant, batch.jobId);
      return [null, null] as const;
    }
    case 'forget jobs':
      return [model.forgetFinished(at - step.ago), await jobs.forgetFinished(at - step.ago)] as const;
    default:
      return step satisfies never;
  }
}

const idOf = (batch: { readonly jobId: string } | null) => batch?.jobId ?? 'job_none';

async function begin(step: Of<'begin'>, model: ModelMatchBatches, { jobs }: Store, at: number) {
  const jobId = `job_${String(at).padStart(3, '0')}`;
  const other = step.tenant === ALPHA ? BETA : ALPHA;
  const batches = [
    { tenant: step.tenant, jobId, domain: step.domain },
    ...(step.twin === null ? [] : [{ tenant: other, jobId, domain: step.twin }]),
  ];
  const job = sampleJob(jobId, { tenantId: step.tenant, kind: KIND, resource: null, uniqueKey: step.key });
  const created = batches.map(
    (batch): StoreChange => ({ name: 'createMatchBatch', args: [batch.tenant, jobId, batch.domain] }),
  );
  const { state } = await jobs.create(job, { changes: created });
  return [model.begin({ tenant: step.tenant, jobId, uniqueKey: step.key }, batches), state] as const;
}

/** A worker that has lost its job settles nothing. */
async function finish(
  job: BatchJob,
  { status, settled, isLost }: Of<'finish'>,
  model: ModelMatchBatches,
  { jobs }: Store,
  at: number,
) {
  const end = {
    succeeded: { status: 'succeeded', result: { file: { key: `file ${at}` } } },
    failed: { status: 'failed', error: { code: 'internal', message: 'no', details: {} } },
    cancelled: { status: 'cancelled' },
  }[status] as Exclude<JobEnd, { status: 'queued' }>;
  const changes = [{ name: 'settleErasures', args: [job.tenant, job.jobId, settled] } as const];
  const found = await jobs.finish(isLost ? 'another' : WORKER, [
    { jobId: job.jobId, end, changes, nowMs: at },
  ]);
  if (isLost) return [['lost'], found] as const;
  model.finish(job, end, at);
  model.settle(job, settled);
  return [['finished'], found] as const;
}

async function stateOf({ matchBatches, fileErasures }: Store, model: ModelMatchBatches) {
  const list = await matchBatches.list();
  return {
    list: inOrder(list.map(seen)),
    erased: await Promise.all(
      everyId(model).map(async ({ tenant: of, jobId }) => [...(await fileErasures.erased(of, jobId))].sort()),
    ),
  };
}

const stateOfModel = (model: ModelMatchBatches) => ({
  list: inOrder(model.list()),
  erased: everyId(model).map((id) => model.erased(id)),
});

/** Ids of all jobs and batches, also of those that are gone or belong to one tenant alone. */
const everyId = ({ jobs, batches }: ModelMatchBatches) =>
  [...new Set([...jobs, ...batches].map(idOf))].flatMap((jobId) =>
    tenants.map((tenant) => ({ tenant, jobId })),
  );

const seen = ({ tenantId, jobId, erased, job }: MatchBatch): MatchBatch => ({
  ...{ tenantId, jobId, erased: [...erased].sort() },
  job: job && { status: job.status, result: job.result, finishedAt: job.finishedAt },
});

const inOrder = (batches: readonly MatchBatch[]) => batches.toSorted((a, b) => (idIn(a) < idIn(b) ? -1 : 1));
const idIn = ({ tenantId, jobId }: MatchBatch) => `${jobId} ${tenantId}`;
