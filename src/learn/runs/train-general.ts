/**
 * Trains the general tier: one fit on the outcomes of all consenting tenants in all shipped domains, and one
 * validation for each domain on held-out outcomes. A domain keeps its model if the new one is not shown to be
 * better. Schemas without outcomes get the new multipliers only if it was better in every validated domain,
 * at least two, so that the gain is not specific to one domain.
 */
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import type { TaskContext } from '../../jobs/task.ts';
import { multipliersOf } from '../../ranking/models/general-kinds.ts';
import { generalPrior } from '../../ranking/models/model-catalog.ts';
import { GeneralCard } from '../../ranking/models/model-of-schema.ts';
import { encodeRankingModel, type RankingModel } from '../../ranking/ranking-model.ts';
import {
  EVERY_DOMAIN,
  type NewRankingModel,
  type RunEnding,
  SHARED_OWNER,
  type TrainingRun,
} from '../../storage/learning-store.ts';
import type { Store } from '../../storage/store.ts';
import { checkDeployment, type Verdict } from '../evaluate/deployment-gate.ts';
import { withDrawnCandidates } from '../evaluate/draw-unseen.ts';
import { takePairs } from '../evaluate/labelled-pairs.ts';
import { splitByTime, type TimeSplit } from '../fit/split-by-time.ts';
import type { TrainingSet } from '../training-set.ts';
import { alikeCandidates } from './alike-candidates.ts';
import type { Fitting } from './fitting.ts';
import { keepFiles } from './keep-files.ts';
import { scarceOutcomes } from './scarce-outcomes.ts';
import { seedOfRun } from './seed-of-run.ts';
import { servingModels } from './serving-models.ts';

export interface GeneralRunParts {
  readonly store: Pick<Store, 'learning'>;
  readonly artifacts: ArtifactStore;
  readonly fitting: () => Promise<Fitting>;
  readonly clock: () => number;
}

/** Result of the run, stored with the end of its job. */
type GeneralEnding = Pick<RunEnding, 'status' | 'metrics' | 'reason' | 'model'>;

interface Validated {
  readonly set: TrainingSet;
  readonly model: RankingModel;
  /** Version that serves the domain. */
  readonly before: string;
  readonly heldOut: number;
  /** null: nothing was held out. */
  readonly verdict: Verdict | null;
}

/** Shares of the progress: reading (done), then fitting; the rest is validation. */
const [READ_SHARE, FIT_SHARE] = [0.1, 0.75];
const FEWEST_DOMAINS_ELSEWHERE = 2;

/** `sets`: one for each domain with outcomes. */
export async function trainGeneral(
  parts: GeneralRunParts,
  run: TrainingRun,
  sets: readonly TrainingSet[],
  context: Pick<TaskContext, 'signal' | 'progress'>,
): Promise<GeneralEnding> {
  const version = `general@${run.runId.replace(/^run_/, '')}`;
  const seed = seedOfRun(run.runId);
  const splits = sets.map(({ outcomes }) => splitByTime(outcomes, { seed }));
  const scarce = scarceOutcomes(sets.map((set, at) => ({ set, split: splits[at]! })));
  if (scarce !== null) return { status: 'rejected', metrics: null, reason: scarce, model: null };
  const fitting = await parts.fitting();
  const worlds = sets.map((set, at) => ({
    set,
    rows: splits[at]!.train,
    base: generalPrior(set.definition),
  }));
  const models = await fitting.fitGeneral(worlds, {
    version,
    seed,
    trainedAt: new Date(parts.clock()).toISOString(),
    signal: context.signal,
    progress: (share) => context.progress(READ_SHARE + FIT_SHARE * share, { phase: 'training' }),
  });
  context.progress(READ_SHARE + FIT_SHARE, { phase: 'evaluating' });
  const validated: Validated[] = [];
  for (const [at, set] of sets.entries()) {
    validated.push(await validate(parts, fitting, { set, split: splits[at]!, model: models[at]!, seed }));
  }
  const better = validated.filter(({ verdict }) => verdict?.deploy);
  return {
    status: better.length > 0 ? 'deployed' : 'rejected',
    metrics: metricsOf(validated, version, splits),
    reason: validated.map(reasonOf).join(' '),
    model: better.length > 0 ? await keepModel(parts, run, version, validated) : null,
  };
}

interface ModelToValidate {
  readonly set: TrainingSet;
  readonly split: TimeSplit;
  readonly model: RankingModel;
  readonly seed: number;
}

async function validate(
  { store, artifacts }: GeneralRunParts,
  fitting: Fitting,
  { set, split, model, seed }: ModelToValidate,
): Promise<Validated> {
  const learning = store.learning;
  const standing = await servingModels({ learning, artifacts }, SHARED_OWNER, set.definition, 'general');
  const before = standing.serving.card.version;
  const heldOut = withDrawnCandidates(takePairs(set.outcomes, split.heldOut), set.outcomes, { seed });
  if (split.heldOut.length === 0) return { set, model, before, heldOut: 0, verdict: null };
  const score = (one: RankingModel) => fitting.scorePairs(one, set).score(heldOut);
  const verdict = checkDeployment({
    heldOut,
    candidate: await score(model),
    serving: await score(standing.serving),
    prior: await score(standing.prior),
    servingIsPrior: standing.servingIsPrior,
    seed,
  });
  return { set, model, before, heldOut: split.heldOut.length, verdict };
}

function reasonOf({ set, verdict }: Validated): string {
  const { domain } = set.definition;
  if (verdict === null) return `${domain}: nothing could be held out to judge by, what serves stays.`;
  const alike = verdict.deploy ? null : alikeCandidates(set);
  return `${domain}: ${alike === null ? '' : `${alike} `}${verdict.reason}`;
}

/** Mean figures weigh each domain by its held-out outcomes. */
function metricsOf(
  validated: readonly Validated[],
  version: string,
  splits: readonly TimeSplit[],
): RunEnding['metrics'] {
  const measured = validated.flatMap(({ verdict, ...one }) =>
    verdict === null ? [] : [{ ...one, verdict }],
  );
  const of = (when: 'before' | 'after') => {
    const domains = Object.fromEntries(
      measured.map(({ set, verdict, heldOut, before }) => [
        set.definition.domain,
        {
          version: when === 'before' ? before : version,
          ...finite({
            auc: verdict[when].auc,
            log_loss: verdict[when].log_loss,
            ece: verdict[when].ece,
          }),
          held_out: heldOut,
          ...(when === 'after' && { deployed: verdict.deploy }),
        },
      ]),
    );
    const heldOut = measured.reduce((sum, one) => sum + one.heldOut, 0);
    const mean = (name: 'auc' | 'log_loss' | 'ece') =>
      measured.reduce((sum, one) => sum + (one.heldOut / heldOut) * one.verdict[when][name], 0);
    return {
      ...finite({ auc: mean('auc'), log_loss: mean('log_loss'), ece: mean('ece') }),
      held_out: heldOut,
      domains,
    };
  };
  if (measured.length === 0) return null;
  const outcomes = validated.reduce((sum, { set }) => sum + set.outcomes.labels.length, 0);
  const trainedOn = splits.reduce((sum, { train }) => sum + train.length, 0);
  return { before: of('before'), after: { version, ...of('after'), outcomes, trained_on: trainedOn } };
}

/** JSON has no NaN: undefined figures are null. */
function finite(figures: object): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, Number.isFinite(value) ? value : null]),
  );
}

/** The files hold no people, and are the same for every domain. */
async function keepModel(
  { store, artifacts, clock }: GeneralRunParts,
  { tenantId, runId }: TrainingRun,
  version: string,
  validated: readonly Validated[],
): Promise<NewRankingModel> {
  const standing = await store.learning.rankingModelsFor(SHARED_OWNER, EVERY_DOMAIN);
  const earlier = standing.find(({ domain }) => domain === EVERY_DOMAIN);
  const before = earlier === undefined ? null : GeneralCard.parse(earlier.card);
  const better = validated.filter(({ verdict }) => verdict?.deploy);
  const encoded = better.map(({ model }) => encodeRankingModel(model));
  const bySchema = encoded.map(({ card }) => [card.schema_version, card] as const);
  const card: GeneralCard = {
    format: 'general-1',
    by_schema: { ...before?.by_schema, ...Object.fromEntries(bySchema) },
    elsewhere: elsewhere(validated) ?? before?.elsewhere ?? null,
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
function elsewhere(validated: readonly Validated[]): GeneralCard['elsewhere'] {
  const measured = validated.filter(({ verdict }) => verdict !== null);
  const all = measured.every(({ verdict }) => verdict!.deploy);
  if (!all || measured.length < FEWEST_DOMAINS_ELSEWHERE) return null;
  const { version, outcomes, triplets, trained_at, parts } = measured[0]!.model.card;
  return {
    version,
    outcomes,
    triplets,
    trained_at: trained_at!,
    multipliers: multipliersOf(parts.scorecard!),
  };
}
