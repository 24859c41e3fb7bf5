/**
 * The task `model_refit`. It goes on from the serving model with newer events and a sample of earlier people.
 * A gate compares both on the newest slice, which neither has seen. If the refit passes, it is fitted once
 * more, the slice included. The transaction that ends the job then completes the model and moves the alias.
 * If not, the job and its model are `failed` with the reason, and the alias stays. Where too few people can tell,
 * the model is completed too, and its card says that it was not judged; the alias stays.
 */
import { mkdir } from 'node:fs/promises';
import { apiError, counted } from '../../../contract/errors.ts';
import type { Task, TaskContext, TaskResult } from '../../../platform/jobs/task.ts';
import type { Model, ModelMade } from '../../../platform/storage/model-store.ts';
import type { AdaptTaskParts } from '../adaptation/adapt-task.ts';
import { adaptedModelId } from '../adaptation/adaptation-kind.ts';
import { type Adaptation, type FinalFit, fitFinal, splitFitter } from '../adaptation/carry-out-adaptation.ts';
import { codesForModel } from '../adaptation/codes-for-model.ts';
import { shapeOf } from '../adaptation/data-shape.ts';
import { describeEvaluation } from '../adaptation/describe-evaluation.ts';
import { kindFacts } from '../adaptation/describe-kinds.ts';
import { checkpointPath } from '../adaptation/fit-checkpoints.ts';
import { readKeptModel } from '../adaptation/kept-model.ts';
import { completedModel, modelFields } from '../adaptation/model-fields.ts';
import { type Material, readMaterial } from '../adaptation/read-material.ts';
import { trainingFacts } from '../adaptation/training-facts.ts';
import type { SplitReport } from '../evaluation/evaluation-report.ts';
import { itemSources } from '../items/item-sources.ts';
import { keepModelItems } from '../items/keep-model-items.ts';
import type { ArchitectureName, FitFacts } from '../models/architecture.ts';
import { learnedEvents } from '../models/sequential/windows-to-learn.ts';
import { choiceOfServing } from './choice-of-serving.ts';
import { compareWithServing, SERVING } from './compare-with-serving.ts';
import { decideRefit, type RefitDecision } from './decide-refit.ts';
import { describeUnjudged } from './describe-unjudged.ts';
import { knownUntil } from './known-until.ts';
import { MIN_PEOPLE, type NewestSlice, newestSlice } from './newest-slice.ts';
import { type RefitInput, refitKind } from './refit-kind.ts';
import { refitPart } from './refit-part.ts';
import { refitSettings } from './refit-settings.ts';

export function createRefitTask(parts: AdaptTaskParts): Task {
  return {
    ...refitKind,
    run: (context) => runRefit(parts, context),
  };
}

async function runRefit(parts: AdaptTaskParts, context: TaskContext): Promise<TaskResult> {
  const { job } = context;
  const model = await parts.store.models.get(job.tenantId, adaptedModelId(job));
  if (model === null) throw new Error(`the model of ${job.jobId} has no row`);
  await mkdir(parts.scratchFolder, { recursive: true, mode: 0o700 });
  return refit(parts, context, model);
}

async function refit(parts: AdaptTaskParts, context: TaskContext, model: Model): Promise<TaskResult> {
  const { job, signal } = context;
  const input = job.input as RefitInput;
  context.progress(0, { phase: 'training', stage: 'reading the dataset' });
  const whole = await readMaterial(parts, model, input.events, signal);
  const sinceMs = await knownUntil(parts, model, signal);
  const material = { ...whole, histories: refitPart(whole.histories, sinceMs, input.seed) };
  const slice = newestSlice(material.histories, sinceMs, input.settings.protocol);
  if (slice.newEvents === 0) throw nothingNew(model);
  const isComparable = slice.kind === 'slice';
  const adaptation = await planRefit(parts, context, model, { material, sinceMs, canChoose: isComparable });
  const judged = isComparable ? await judge(parts, context, adaptation, slice) : unjudged(slice);
  if (judged.isJudged && !judged.deploy) throw refused(context, model, judged.reason);
  context.progress(0.6, { phase: 'training', stage: 'training on everything' });
  const final = await fitFinal(parts, adaptation, context, judged.chosen, onProgress(context, 0.6, 0.35));
  const made = madeOf(parts, context, { model, whole, adaptation, judged, final });
  const datasets = await itemSources(parts.store, model);
  await keepModelItems(parts.artifacts, { model: { ...model, made }, datasets }, signal);
  return ended(context, model, made, judged);
}

interface Judged extends RefitDecision {
  /** null: there was too little to compare by. */
  readonly report: SplitReport | null;
  /** The fit that chose the number of epochs; null: none did. */
  readonly chosen: FitFacts | null;
}

async function judge(
  parts: AdaptTaskParts,
  context: TaskContext,
  adaptation: Plan,
  slice: Extract<NewestSlice, { kind: 'slice' }>,
): Promise<Judged> {
  const { report, chosen } = await compare(parts, context, adaptation, slice);
  return { ...decideRefit(report, SERVING), report, chosen };
}

function unjudged({ newEvents, people }: Extract<NewestSlice, { kind: 'too_few' }>): Judged {
  const reason = `Not judged: of the ${counted(newEvents, 'new event')}, those of ${counted(people, 'person', 'people')} can be compared; ${MIN_PEOPLE} people are needed. The serving model stays; move the alias by hand to deploy it.`;
  return { deploy: false, isJudged: false, reason, report: null, chosen: null };
}

interface RefitParts {
  readonly model: Model;
  readonly whole: Material;
  readonly adaptation: Plan;
  readonly judged: Judged;
  readonly final: FinalFit;
}

function madeOf(
  { clock }: AdaptTaskParts,
  { job }: TaskContext,
  { model, whole, adaptation, judged, final }: RefitParts,
): ModelMade {
  const { events, seed } = job.input as RefitInput;
  const { material, codes, shape } = adaptation;
  // The base has learned from no event of the slice.
  const unseen = { ...whole, base: null };
  const evaluated =
    judged.report === null
      ? null
      : describeEvaluation(unseen, model, { requested: 'standard', protocol: adaptation.protocol }, [
          judged.report,
        ]);
  return {
    ...final.opened,
    tokenizerId: codes?.tokenizerId ?? null,
    itemCount: material.catalogue.itemIds.length,
    evaluation: [judged.reason, evaluated?.evaluation ?? describeUnjudged(whole, final.facts)].join(' '),
    report: evaluated?.report ?? null,
    training: trainingFacts({
      requested: { ...adaptation.requested, events, seed, evaluation: 'standard' },
      completed: adaptation,
      protocol: adaptation.protocol,
      shape,
      leftOut: whole.leftOut,
      kinds: kindFacts(whole.kinds, material.histories),
      encoder: material.encoderId,
      chosen: judged.chosen,
      final: final.facts,
    }),
    files: final.files,
    readyAt: new Date(clock()).toISOString(),
  };
}

/** The end of a refit that made a model. The alias moves if it was judged to be no worse. */
function ended(
  { job }: TaskContext,
  model: Model,
  made: ModelMade,
  { deploy, isJudged, reason }: Judged,
): TaskResult {
  const { alias } = job.input as RefitInput;
  const to = { modelId: model.modelId, movedAt: made.readyAt, reason: `refit: ${reason}`.slice(0, 500) };
  return {
    result: {
      model: modelFields(completedModel(model, made)),
      ...{ alias, deployed: deploy, reason },
      ...(!isJudged && { code: 'nothing_to_judge' }),
    },
    changes: [
      { name: 'completeModel', args: [job.tenantId, model.modelId, made] },
      // The alias moves only from the compared model: it may have been moved meanwhile.
      ...(deploy
        ? [{ name: 'moveModelAlias', args: [job.tenantId, alias, to, model.baseModelId] } as const]
        : []),
    ],
  };
}

type Plan = Adaptation & {
  readonly reasons: readonly string[];
  readonly shape: ReturnType<typeof shapeOf>;
  readonly requested: RefitInput['settings'];
};

async function planRefit(
  parts: AdaptTaskParts,
  context: TaskContext,
  model: Model,
  {
    material,
    sinceMs,
    canChoose,
  }: { readonly material: Material; readonly sinceMs: number; readonly canChoose: boolean },
): Promise<Plan> {
  const { job } = context;
  const { settings: requested, seed } = job.input as RefitInput;
  const { histories, catalogue, base } = material;
  const architecture = await parts.loadArchitecture(model.architecture as ArchitectureName);
  const { declared } = material.attributes;
  const whole = shapeOf(histories, catalogue.itemIds.length, catalogue.textVectors !== null, declared);
  const shape = { ...whole, learnedEvents: learnedEvents(histories, sinceMs) };
  const { settings, reasons } = architecture.complete(refitSettings(requested), shape, base!.files);
  return {
    model,
    material,
    architecture,
    settings,
    reasons,
    shape,
    requested,
    codes: await codesForModel(parts.tokenizers, model, material, context),
    newSinceMs: sinceMs,
    seed,
    protocols: [],
    protocol: canChoose ? (requested.protocol ?? 'time') : null,
    earlier: choiceOfServing((await parts.store.models.get(model.tenantId, model.baseModelId!))!),
    threads: parts.threads,
    maxMemoryBytes: parts.maxMemoryBytes,
    checkpointPathOf: (fit) => checkpointPath(parts.scratchFolder, job.jobId, fit),
  };
}

async function compare(
  parts: AdaptTaskParts,
  context: TaskContext,
  adaptation: Plan,
  { split }: Extract<NewestSlice, { kind: 'slice' }>,
): Promise<{ readonly report: SplitReport; readonly chosen: FitFacts }> {
  const { signal, job } = context;
  const { model, architecture, threads } = adaptation;
  const progress = onProgress(context, 0.05, 0.45);
  const { repeats } = (job.input as RefitInput).events;
  return compareWithServing({
    split,
    fitter: (autoencoders) => splitFitter(adaptation, signal, progress, autoencoders),
    openServing: async () => {
      context.progress(0.5, { phase: 'evaluating', stage: 'judging on the newest events' });
      const base = await parts.store.models.get(model.tenantId, model.baseModelId!);
      const { files, catalogue } = await readKeptModel(parts.artifacts, base!);
      const items = { itemIds: catalogue.item_ids, counts: catalogue.counts };
      return { model: await architecture.open(files, { threads }), items };
    },
    seen: repeats === 'kept' ? 'ranked' : 'masked',
    threads,
    signal,
  });
}

function onProgress(context: TaskContext, from: number, share: number) {
  const { epochs } = refitSettings((context.job.input as RefitInput).settings);
  return ({ epoch, loss }: { readonly epoch: number; readonly loss: number }) =>
    context.progress(from + share * Math.min(1, epoch / epochs), { phase: 'training', epoch, loss });
}

/** 422 `nothing_to_judge` */
function nothingNew({ modelId, datasetId, baseModelId }: Model) {
  return apiError(
    'nothing_to_judge',
    `Dataset ${datasetId} has no event after those of the serving model ${baseModelId}, so there is nothing to learn or to judge by. Append events and cut a version first.`,
    { model_id: modelId, dataset_id: datasetId },
  );
}

/**
 * A refusal ends the job as the caller's own bad data ends an import: job and model are both `failed` with
 * the reason. A client that waits for the job thus needs no second request. The alias stays.
 */
function refused({ job }: TaskContext, { modelId, baseModelId }: Model, reason: string) {
  const { alias } = job.input as RefitInput;
  return apiError('conflict', reason, { alias, model_id: modelId, serving_model_id: baseModelId });
}
