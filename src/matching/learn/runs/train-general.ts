/**
 * Trains the general tier, in one fit on the outcomes of all consenting tenants in all shipped domains. It is
 * validated for each domain on held-out outcomes. A domain keeps its model if the new one is not shown to be
 * better. As in other tiers, the serving model is then fitted again on all outcomes. Schemas without outcomes
 * get the new multipliers only if the new model was better in every validated domain, at least two. So the
 * gain is not specific to one domain.
 */
import type { ArtifactStore } from '../../../platform/artifacts/artifact-store.ts';
import type { TaskContext } from '../../../platform/jobs/task.ts';
import {
  EVERY_DOMAIN,
  type NewRankingModel,
  type RunEnding,
  SHARED_OWNER,
  type TrainingRun,
} from '../../../platform/storage/learning-store.ts';
import type { Store } from '../../../platform/storage/store.ts';
import { multipliersOf } from '../../ranking/models/general-kinds.ts';
import { generalPrior } from '../../ranking/models/model-catalog.ts';
import { GeneralCard } from '../../ranking/models/model-of-schema.ts';
import { encodeRankingModel } from '../../ranking/ranking-model.ts';
import { type IsHeldOut, splitOutcomes } from '../evaluate/split-outcomes.ts';
import type { TrainingSet } from '../training-set.ts';
import { chooseServedModel } from './choose-served-model.ts';
import { describeGeneralRun, type GeneralPart, type ServedPart } from './describe-general-run.ts';
import type { Fitting } from './fitting.ts';
import { keepFiles } from './keep-files.ts';
import { scarceOutcomes } from './scarce-outcomes.ts';
import { seedOfRun } from './seed-of-run.ts';
import { servingModels } from './serving-models.ts';
import { type Validation, validateModel } from './validate-model.ts';

export interface GeneralRunParts {
  readonly store: Pick<Store, 'learning'>;
  readonly artifacts: ArtifactStore;
  readonly fitting: () => Promise<Fitting>;
  readonly isHeldOut: () => Promise<IsHeldOut>;
  readonly clock: () => number;
}

/**
 * Shares of the progress: reading (done), then fitting, validation, and fitting the models that will serve.
 */
const [READ_SHARE, FIT_SHARE, EVALUATE_SHARE, REFIT_SHARE] = [0.1, 0.4, 0.05, 0.4];
const FEWEST_DOMAINS_ELSEWHERE = 2;

/** `sets`: one for each domain with outcomes. */
export async function trainGeneral(
  parts: GeneralRunParts,
  run: TrainingRun,
  sets: readonly TrainingSet[],
  context: Pick<TaskContext, 'signal' | 'progress'>,
): Promise<Pick<RunEnding, 'status' | 'metrics' | 'reason' | 'model'>> {
  const version = `general@${run.runId.replace(/^run_/, '')}`;
  const seed = seedOfRun(run.runId);
  const isHeldOut = await parts.isHeldOut();
  const splits = sets.map((set) => splitOutcomes(set, isHeldOut));
  const scarce = scarceOutcomes(sets.map((set, at) => ({ set, split: splits[at]! })));
  if (scarce !== null) return { status: 'rejected', metrics: null, reason: scarce, model: null };
  const fitting = await parts.fitting();
  const fitAll = (rowsOf: (at: number) => Uint32Array, progress: (share: number) => void) =>
    fitting.fitGeneral(
      sets.map((set, at) => ({ set, rows: rowsOf(at), base: generalPrior(set.definition) })),
      {
        version,
        seed,
        trainedAt: new Date(parts.clock()).toISOString(),
        signal: context.signal,
        progress,
      },
    );
  const validated = await fitAll(
    (at) => splits[at]!.fit,
    (share) => context.progress(READ_SHARE + FIT_SHARE * share, { phase: 'training' }),
  );
  context.progress(READ_SHARE + FIT_SHARE, { phase: 'evaluating' });
  const validatedParts: GeneralPart[] = [];
  for (const [at, set] of sets.entries()) {
    const part = { set, split: splits[at]!, validated: validated[at]! };
    validatedParts.push({ ...part, validation: await validate(parts, fitting, part, seed) });
  }
  if (!validatedParts.some(isBetter))
    return { status: 'rejected', ...describeGeneralRun(validatedParts, version, []), model: null };
  const refitted = await fitAll(
    (at) => Uint32Array.from(sets[at]!.outcomes.seekers.keys()),
    (share) =>
      context.progress(READ_SHARE + FIT_SHARE + EVALUATE_SHARE + REFIT_SHARE * share, {
        phase: 'evaluating',
      }),
  );
  const better: ServedPart[] = [];
  for (const [at, part] of validatedParts.entries()) {
    if (!isBetter(part)) continue;
    const served = await chooseServedModel(fitting, { ...part, refitted: refitted[at]!, seed });
    better.push({ ...part, served });
  }
  return {
    status: 'deployed',
    ...describeGeneralRun(validatedParts, version, better),
    model: await keepModel(parts, run, version, { validatedParts, better }),
  };
}

function isBetter({ validation }: GeneralPart): boolean {
  return validation?.verdict.deploy === true;
}

async function validate(
  { store, artifacts }: GeneralRunParts,
  fitting: Fitting,
  { set, split, validated }: Omit<GeneralPart, 'validation'>,
  seed: number,
): Promise<Validation | null> {
  if (split.heldOut.length === 0) return null;
  const { learning } = store;
  const models = await servingModels({ learning, artifacts }, SHARED_OWNER, set.definition, 'general');
  return validateModel(fitting, { set, models, validated, heldOut: split.heldOut, seed });
}

/** The files hold no people, and are the same for every domain. */
async function keepModel(
  { store, artifacts, clock }: GeneralRunParts,
  { tenantId, runId }: TrainingRun,
  version: string,
  {
    validatedParts,
    better,
  }: { readonly validatedParts: readonly GeneralPart[]; readonly better: readonly ServedPart[] },
): Promise<NewRankingModel> {
  const standing = await store.learning.rankingModelsFor(SHARED_OWNER, EVERY_DOMAIN);
  const earlier = standing.find(({ domain }) => domain === EVERY_DOMAIN);
  const before = earlier === undefined ? null : GeneralCard.parse(earlier.card);
  const encoded = better.map(({ served, validated }) => encodeRankingModel(served.model, validated));
  const bySchema = encoded.map(({ card }) => [card.schema_version, card] as const);
  const card: GeneralCard = {
    format: 'general-1',
    by_schema: { ...before?.by_schema, ...Object.fromEntries(bySchema) },
    elsewhere: elsewhere(validatedParts, better) ?? before?.elsewhere ?? null,
  };
  return {
    tenantId,
    domain: EVERY_DOMAIN,
    tier: 'general',
    version,
    runId,
    card: GeneralCard.parse(card),
    files: await keepFiles(artifacts, tenantId, runId, encoded[0]!),
    createdAt: new Date(clock()).toISOString(),
  };
}

/** null: not shown to be better in all validated domains. */
function elsewhere(parts: readonly GeneralPart[], better: readonly ServedPart[]): GeneralCard['elsewhere'] {
  const measured = parts.filter(({ validation }) => validation !== null);
  if (better.length < measured.length || measured.length < FEWEST_DOMAINS_ELSEWHERE) return null;
  const { version, outcomes, triplets, trained_at, parts: learned } = better[0]!.served.model.card;
  return {
    version,
    outcomes,
    triplets,
    trained_at: trained_at!,
    multipliers: multipliersOf(learned.scorecard!),
  };
}
