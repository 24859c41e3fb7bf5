/**
 * The job of a training run: freeze -> fit -> validate -> store. All results become visible in the
 * transaction that ends the job. After a crash the run is repeated from the same outcomes with the same seed.
 */

import type { TenantId } from '../../../contract/brands.ts';
import { schemaVersion } from '../../../domains/definition.ts';
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { Task, TaskContext, TaskResult } from '../../../platform/jobs/task.ts';
import type { NewJob } from '../../../platform/storage/job.ts';
import type {
  LearningStore,
  NewRankingModel,
  RunEnding,
  TrainingRun,
} from '../../../platform/storage/learning-store.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { withoutPeople } from '../../ranking/person-effects.ts';
import { encodeRankingModel, type RankingModel } from '../../ranking/ranking-model.ts';
import type { IsHeldOut } from '../evaluate/split-outcomes.ts';
import { buildTrainingSet } from '../set/build-training-set.ts';
import type { TrainingPerson, TrainingSet } from '../training-set.ts';
import type { Fitting } from './fitting.ts';
import { keepFiles } from './keep-files.ts';
import type { RunInput } from './run-maker.ts';
import type { SourcesFor } from './run-sources.ts';
import { seedOfRun } from './seed-of-run.ts';
import { servingModels } from './serving-models.ts';
import { type Trained, trainAndValidate } from './train-and-validate.ts';
import { trainGeneral } from './train-general.ts';
import { trainingKind } from './training-kind.ts';

export interface TrainTaskParts {
  readonly store: Pick<Store, 'learning' | 'profiles'>;
  readonly artifacts: ArtifactStore;
  readonly sourcesFor: SourcesFor;
  /** Domains that the general tier is trained on. */
  readonly sharedDomains: readonly string[];
  /** The serving encoder, whose vectors are used for training. */
  readonly encoderId: () => Promise<string>;
  readonly fitting: () => Promise<Fitting>;
  /** The side of each pair, the same for every run of the installation. */
  readonly isHeldOut: () => Promise<IsHeldOut>;
  /** The mail job for an ended run; null: no mail is sent. */
  readonly mailFor: (owner: TenantId, runId: string) => NewJob | null;
  /** Starts the domain's next run if the threshold was crossed during this one. */
  readonly startNext: (owner: TenantId, domain: string) => Promise<void>;
  readonly clock: () => number;
}

/** Shares of the progress: reading, then fitting, then validation, then fitting the model that will serve. */
const READ_SHARE = 0.1;
const FIT_SHARE = 0.4;
const EVALUATE_SHARE = 0.05;
const REFIT_SHARE = 0.4;

export function trainTask(parts: TrainTaskParts): Task {
  return { ...trainingKind, run: (context) => carryOut(parts, context) };
}

async function carryOut(parts: TrainTaskParts, context: TaskContext): Promise<TaskResult> {
  const { job, signal } = context;
  const owner = job.tenantId;
  const { run_id: runId } = job.input as RunInput;
  const run = await parts.store.learning.run(owner, runId);
  if (run === null) throw new Error(`the job ${job.jobId} is of a run that is not there: ${runId}`);
  if (run.tier === 'general') return generalRun(parts, run, context);
  const set = await freeze(parts, run, run.domain);
  signal.throwIfAborted();
  context.progress(READ_SHARE, { phase: 'training' });
  const models = await servingModels(
    { learning: parts.store.learning, artifacts: parts.artifacts },
    owner,
    set.definition,
    run.tier,
  );
  const trained = await trainAndValidate(await parts.fitting(), {
    set,
    models,
    isHeldOut: await parts.isHeldOut(),
    version: versionOf(run, set),
    seed: seedOfRun(runId),
    signal,
    onFit: (share) => context.progress(READ_SHARE + FIT_SHARE * share, { phase: 'training' }),
    onEvaluate: () => context.progress(READ_SHARE + FIT_SHARE, { phase: 'evaluating' }),
    onRefit: (share) =>
      context.progress(READ_SHARE + FIT_SHARE + EVALUATE_SHARE + REFIT_SHARE * share, {
        phase: 'evaluating',
      }),
  });
  const ending = await endingOf(parts, run, set, trained, job.startedAt);
  return {
    result: { run_id: runId, status: ending.status },
    changes: [{ name: 'endRun', args: [owner, runId, ending] }],
    afterwards: () => parts.startNext(owner, run.domain),
  };
}

async function generalRun(
  parts: TrainTaskParts,
  run: TrainingRun,
  { job, signal, progress }: TaskContext,
): Promise<TaskResult> {
  const sets: TrainingSet[] = [];
  for (const domain of parts.sharedDomains) {
    signal.throwIfAborted();
    const set = await freeze(parts, run, domain);
    if (set.outcomes.labels.length > 0) sets.push(set);
  }
  progress(READ_SHARE, { phase: 'training' });
  const ending: RunEnding = {
    ...(await trainGeneral(parts, run, sets, { signal, progress })),
    startedAt: job.startedAt,
    finishedAt: new Date(parts.clock()).toISOString(),
    mail: parts.mailFor(run.tenantId, run.runId),
  };
  return {
    result: { run_id: run.runId, status: ending.status },
    changes: [{ name: 'endRun', args: [run.tenantId, run.runId, ending] }],
  };
}

async function freeze({ store, sourcesFor, encoderId }: TrainTaskParts, run: TrainingRun, domain: string) {
  const { tenantId, runId, tier, createdAt } = run;
  const { definition, sources } = await sourcesFor(tenantId, domain);
  const set = await buildTrainingSet(store, {
    tier,
    definition,
    encoderId: await encoderId(),
    frozenAt: createdAt,
    sources,
    runId: tier === 'tenant' ? runId : null,
  });
  for (const [tenant, people] of Map.groupBy(decidedPeople(set), (person) => person.tenantId)) {
    const userIds = people.map(({ userId }) => userId);
    await store.learning.noteLearnedFrom(tenant, domain, runId, userIds);
  }
  return set;
}

/** People in outcomes; other people of the set were only drawn or shown. */
function decidedPeople({ outcomes, people }: TrainingSet): readonly TrainingPerson[] {
  const decided = new Set([...outcomes.seekers, ...outcomes.candidates]);
  return people.filter((_, number) => decided.has(number));
}

async function endingOf(
  parts: TrainTaskParts,
  run: TrainingRun,
  set: TrainingSet,
  { model, validated, deploy, reason, before, after }: Trained,
  startedAt: string | null,
): Promise<RunEnding> {
  const concentration = set.concentration ?? null;
  return {
    status: deploy ? 'deployed' : 'rejected',
    metrics: before === null || after === null ? null : { before, after, concentration },
    reason: [reason, ...(concentration?.warnings ?? [])].join(' '),
    startedAt,
    model:
      deploy && model !== null && validated !== null
        ? await keepModel(parts, run, set, { model, validated })
        : null,
    finishedAt: new Date(parts.clock()).toISOString(),
    mail: parts.mailFor(run.tenantId, run.runId),
  };
}

async function keepModel(
  { store, artifacts, clock }: TrainTaskParts,
  { tenantId, domain, tier, runId }: TrainingRun,
  set: TrainingSet,
  { model, validated }: { readonly model: RankingModel; readonly validated: RankingModel },
): Promise<NewRankingModel> {
  const withoutErased = await forgetErased(store.learning, runId, set);
  const encoded = encodeRankingModel(withoutErased(model), withoutErased(validated));
  const files = await keepFiles(artifacts, tenantId, runId, encoded);
  return {
    tenantId,
    domain,
    tier,
    version: model.card.version,
    runId,
    card: encoded.card,
    files,
    createdAt: new Date(clock()).toISOString(),
  };
}

/** Removes from a model the people who were erased during the run. */
async function forgetErased(
  learning: LearningStore,
  runId: string,
  set: TrainingSet,
): Promise<(model: RankingModel) => RankingModel> {
  const present = await learning.learnedFrom(runId);
  const gone = decidedPeople(set).filter(({ tenantId, userId }) => !present.has(`${tenantId}/${userId}`));
  const erased = new Set(
    gone.map(({ tenantId, userId }) => (set.tenants.length > 1 ? `${tenantId}/${userId}` : userId)),
  );
  return (model) =>
    erased.size === 0 ? model : { ...model, personEffects: withoutPeople(model.personEffects, erased) };
}

/** `tenant-dating.v1@01jx…`: stable, and unique to the run. */
function versionOf({ tier, runId }: TrainingRun, { definition }: TrainingSet): string {
  return `${tier}-${schemaVersion(definition)}@${runId.replace(/^run_/, '')}`;
}
