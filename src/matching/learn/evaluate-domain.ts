/**
 * `counterpart evaluate`: compares the serving model (or another stored one) with the prior, popularity and
 * chance, on the held-out side of the outcomes. A stored model is represented by its validated twin, which
 * was fitted without that side. A model that was stored before there were twins stands for itself, and the
 * rows until its training are left out.
 */

import type { TenantId } from '../../contract/brands.ts';
import type { ArtifactStore } from '../../platform/artifacts/artifact-store.ts';
import type { StoredRankingModel } from '../../platform/storage/learning-store.ts';
import type { Store } from '../../platform/storage/store.ts';
import { loadRankingModel, loadValidatedModel } from '../ranking/models/load-ranking-model.ts';
import { domainPrior, generalPrior } from '../ranking/models/model-catalog.ts';
import { modelsOfSchema } from '../ranking/models/model-of-schema.ts';
import type { RankingModel } from '../ranking/ranking-model.ts';
import { compareWithBaselines } from './evaluate/compare-with-baselines.ts';
import { evaluateScorers } from './evaluate/evaluate-scorers.ts';
import type { EvaluationReport } from './evaluate/evaluation-report.ts';
import { popularityScorer, randomScorer, recentPopularityScorer } from './evaluate/popularity-scorers.ts';
import { type IsHeldOut, splitOutcomes } from './evaluate/split-outcomes.ts';
import { withDrawnCandidates } from './evaluate/with-drawn-candidates.ts';
import { takePairs } from './labelled-pairs.ts';
import type { Fitting } from './runs/fitting.ts';
import type { SourcesFor } from './runs/run-sources.ts';
import { buildTrainingSet } from './set/build-training-set.ts';
import type { TrainingSet } from './training-set.ts';

export interface EvaluationParts {
  readonly store: Pick<Store, 'learning' | 'profiles'>;
  readonly artifacts: Pick<ArtifactStore, 'read'>;
  readonly sourcesFor: SourcesFor;
  readonly encoderId: () => Promise<string>;
  readonly fitting: () => Promise<Pick<Fitting, 'scorePairs'>>;
  readonly isHeldOut: () => Promise<IsHeldOut>;
  readonly clock: () => number;
}

export interface WantedEvaluation {
  readonly tenant: TenantId;
  readonly domain: string;
  /** A stored version; null: the serving model. */
  readonly model: string | null;
}

/** Throws a readable Error where the model does not exist, or there are no outcomes. */
export async function evaluateDomain(
  parts: EvaluationParts,
  wanted: WantedEvaluation,
): Promise<EvaluationReport> {
  const set = await outcomesUpToNow(parts, wanted);
  const { scorePairs } = await parts.fitting();
  const stored = await modelsToEvaluate(parts, wanted, set);
  const models: ModelToEvaluate[] = [];
  for (const model of stored) models.push(await openModel(parts, model));
  const { fit: train, heldOut: side } = splitOutcomes(set, await parts.isHeldOut());
  const since = Math.max(...models.map(({ seesUntilMs }) => seesUntilMs), Number.NEGATIVE_INFINITY);
  const unseen = side.filter((row) => set.outcomes.atMs[row]! > since);
  if (unseen.length === 0) throw new Error(nothingUnseen(side.length));
  const decided = takePairs(set.outcomes, unseen);
  const heldOut = withDrawnCandidates(decided, set.outcomes);
  const learned = takePairs(set.outcomes, train);
  const prior =
    set.definition.scorecard.terms.length === 0 ? generalPrior(set.definition) : domainPrior(set.definition);
  const known = new Set(learned.seekers);
  const loaded = models.map(({ model }) => model);
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

interface ModelToEvaluate {
  readonly model: RankingModel;
  /** Held-out rows up to this time may have been learned from, epoch ms; −∞ for a validated twin. */
  readonly seesUntilMs: number;
}

async function openModel(
  { store, artifacts }: EvaluationParts,
  stored: StoredRankingModel,
): Promise<ModelToEvaluate> {
  const validated = await loadValidatedModel(artifacts, stored);
  if (validated !== null) return { model: validated, seesUntilMs: Number.NEGATIVE_INFINITY };
  const { tenantId, runId } = stored;
  const run = await store.learning.run(tenantId, runId);
  if (run === null) throw new Error(`The run ${runId} is gone, so what it learned from cannot be told.`);
  return {
    model: await loadRankingModel(artifacts, stored),
    seesUntilMs: Date.parse(run.createdAt),
  };
}

function nothingUnseen(heldOut: number): string {
  return heldOut === 0
    ? 'None of the outcomes is on the held-out side, so there is nothing to evaluate by: more outcomes are needed.'
    : 'The head was stored without a twin that was fitted without held-out outcomes, and no such outcome came since its training: train again, or send more outcomes.';
}
