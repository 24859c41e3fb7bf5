/**
 * `counterpart evaluate`: compares the serving model (or another stored one) with the prior, popularity and
 * chance, on outcomes that none of them was trained on.
 */
import type { ArtifactStore } from '../artifacts/artifact-store.ts';
import type { TenantId } from '../contract/brands.ts';
import { loadRankingModel } from '../ranking/models/load-ranking-model.ts';
import { domainPrior, generalPrior } from '../ranking/models/model-catalog.ts';
import { modelsOfSchema } from '../ranking/models/model-of-schema.ts';
import type { RankingModel } from '../ranking/ranking-model.ts';
import { SHARED_OWNER, type StoredRankingModel } from '../storage/learning-store.ts';
import type { Store } from '../storage/store.ts';
import { compareWithBaselines } from './evaluate/compare-with-baselines.ts';
import { withDrawnCandidates } from './evaluate/draw-unseen.ts';
import { evaluateScorers } from './evaluate/evaluate-scorers.ts';
import type { EvaluationReport } from './evaluate/evaluation-report.ts';
import { takePairs } from './evaluate/labelled-pairs.ts';
import { popularityScorer, randomScorer, recentPopularityScorer } from './evaluate/popularity-scorers.ts';
import { splitByTime } from './fit/split-by-time.ts';
import type { Fitting } from './runs/fitting.ts';
import type { SourcesFor } from './runs/run-sources.ts';
import { seedOfRun } from './runs/seed-of-run.ts';
import { buildTrainingSet } from './set/build-training-set.ts';
import type { TrainingSet } from './training-set.ts';
import { unseenOutcomes } from './unseen-outcomes.ts';

export interface EvaluationParts {
  readonly store: Pick<Store, 'learning' | 'profiles'>;
  readonly artifacts: Pick<ArtifactStore, 'read'>;
  readonly sourcesFor: SourcesFor;
  readonly encoderId: () => Promise<string>;
  readonly fitting: () => Promise<Pick<Fitting, 'scorePairs'>>;
  readonly clock: () => number;
}

export interface WantedEvaluation {
  readonly tenant: TenantId;
  readonly domain: string;
  /** A stored version; null: the serving model. */
  readonly model: string | null;
}

/** Seed of the split where no model was trained and the prior alone is evaluated. */
const SEED_WITHOUT_MODEL = 1;

/** Throws a readable Error where the model does not exist, or there are no outcomes. */
export async function evaluateDomain(
  parts: EvaluationParts,
  wanted: WantedEvaluation,
): Promise<EvaluationReport> {
  const set = await outcomesUpToNow(parts, wanted);
  const { scorePairs } = await parts.fitting();
  const models = await modelsToEvaluate(parts, wanted, set);
  const { unseen, train } = await splitBySeen(parts, models, set);
  const decided = takePairs(set.outcomes, unseen);
  const heldOut = withDrawnCandidates(decided, set.outcomes);
  const learned = takePairs(set.outcomes, train);
  const prior =
    set.definition.scorecard.terms.length === 0 ? generalPrior(set.definition) : domainPrior(set.definition);
  const known = new Set(learned.seekers);
  const loaded: RankingModel[] = [];
  for (const model of models) loaded.push(await loadRankingModel(parts.artifacts, model));
  const scorers = [...loaded, prior].map((model) => scorePairs(model, set));
  const baselines = await compareWithBaselines({ model: scorers[0]!, train: learned, heldOut: decided });
  const report = await evaluateScorers({
    definition: set.definition,
    aggregation: (loaded[0] ?? prior).card.aggregation,
    heldOut,
    newSeeker: Uint8Array.from(heldOut.seekers, (seeker) => Number(!known.has(seeker))),
    trainedOn: train.length,
    scorers: [...scorers, popularityScorer(learned), recentPopularityScorer(learned), randomScorer(learned)],
    readField: (person, field) => {
      const row = set.people[person]?.row;
      return row?.fields[field] ?? row?.derived[field];
    },
  });
  return baselines === null ? report : { ...report, baselines };
}

async function outcomesUpToNow(
  { store, sourcesFor, encoderId, clock }: EvaluationParts,
  { tenant, domain }: WantedEvaluation,
): Promise<TrainingSet> {
  const { definition, sources } = await sourcesFor(tenant, domain);
  const frozenAt = new Date(clock()).toISOString();
  const wanted = {
    tier: 'tenant' as const,
    definition,
    encoderId: await encoderId(),
    frozenAt,
    sources,
    runId: null,
  };
  const set = await buildTrainingSet(store, wanted);
  if (set.outcomes.labels.length > 0) return set;
  throw new Error(`There are no outcomes in ${domain} yet: send some with POST /v1/feedback.`);
}

/** The requested model, then the serving one; without duplicates, and only of the schema in force. */
async function modelsToEvaluate(
  { store }: EvaluationParts,
  { tenant, domain, model }: WantedEvaluation,
  { definition }: TrainingSet,
): Promise<readonly StoredRankingModel[]> {
  const inForce = await store.learning.rankingModelsFor(tenant, domain);
  const declares = definition.scorecard.terms.length > 0;
  const serving = modelsOfSchema(inForce, definition)
    // The declared scorecard of the domain precedes a trained general model.
    .filter(({ tier }) => tier !== 'general' || !declares)
    .slice(0, 1);
  if (model === null) return serving;
  const asked = await store.learning.rankingModel(tenant, model);
  if (asked === null || asked.domain !== domain)
    throw new Error(`There is no head «${model}» of ${domain}: GET /v1/train/runs lists the versions.`);
  return [asked, ...serving.filter(({ version }) => version !== model)];
}

/** Outcomes that no model was trained on, and outcomes that some may have been trained on. */
async function splitBySeen(
  { store }: EvaluationParts,
  models: readonly StoredRankingModel[],
  { outcomes }: TrainingSet,
): Promise<{ readonly unseen: Uint32Array; readonly train: Uint32Array }> {
  if (models.length === 0) {
    const { heldOut, train } = splitByTime(outcomes, { seed: SEED_WITHOUT_MODEL });
    return { unseen: heldOut, train };
  }
  const rows = Uint32Array.from(outcomes.seekers.keys());
  const unseen = new Uint8Array(rows.length).fill(1);
  for (const { tenantId, runId } of models) {
    const run = await store.learning.run(tenantId, runId);
    if (run === null) throw new Error(`The run ${runId} is gone, so what it learned from cannot be told.`);
    // The split of a shared tier depends on the outcomes of all its tenants, so it cannot be reproduced here.
    const seed = tenantId === SHARED_OWNER ? null : seedOfRun(runId);
    const own = unseenOutcomes(outcomes, { frozenAtMs: Date.parse(run.createdAt), seed });
    for (const row of rows) unseen[row]! &= own[row]!;
  }
  return {
    unseen: rows.filter((row) => unseen[row] === 1),
    train: rows.filter((row) => unseen[row] === 0),
  };
}
