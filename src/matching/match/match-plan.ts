/** The request checked against the domain: every decision of a match that depends on no candidate. */
import { asProbability, type Probability, type TenantId } from '../../contract/brands.ts';
import { apiError, counted } from '../../contract/errors.ts';
import type { FairExposure } from '../../contract/fair-exposure.ts';
import type { MatchRequest } from '../../contract/match.ts';
import {
  byStage,
  type ModelStage,
  matchStages,
  modelStages,
  type StageName,
  stageNames,
} from '../../contract/match-stages.ts';
import type { Tier } from '../../contract/tier.ts';
import { type ActiveDomain, decidedLabels } from '../../domains/active-domain.ts';
import type { Aggregation, DomainDefinition } from '../../domains/definition.ts';
import type { ParsedFilter } from '../../domains/filter.ts';
import { checkOutcomeLabels, parseFilters } from '../../domains/parse-filter.ts';
import { shown } from '../../domains/parse-operand.ts';
import type { ResolvePlace } from '../../domains/place.ts';
import {
  chooseModel,
  type ModelCatalog,
  modelUnavailable,
  type StageModel,
} from '../ranking/models/model-catalog.ts';
import { weigher } from '../ranking/models/weigher.ts';
import { exploreShare } from './explore/explore-share.ts';

/** User ids that an explained answer names for each rule and reason. */
export const EXAMPLES = 3;

interface StageSettings {
  readonly enabled: boolean;
  /** The most candidates that the stage keeps. */
  readonly topK: number;
  readonly minScore: Probability;
  /** How many of the dropped the answer names for each reason; 0 where nothing is explained. */
  readonly examples: number;
  readonly pin: Tier | undefined;
}

export interface MatchPlan {
  readonly tenant: TenantId;
  readonly request: MatchRequest;
  readonly definition: DomainDefinition;
  readonly filter: ParsedFilter;
  /** Outcome labels whose candidates are not shown again. */
  readonly excludeOutcomes: readonly string[];
  readonly stages: Readonly<Record<StageName, StageSettings>>;
  readonly models: Readonly<Record<ModelStage, StageModel>>;
  readonly aggregation: Aggregation;
  /** Whether pairs are rated from the candidates' side, too: the aggregation is not `off`. */
  readonly twoWay: boolean;
  /**
   * Whether candidates' preferences filter, too: in reciprocal domains, or if the request ranks both
   * directions.
   */
  readonly appliesCandidatePreferences: boolean;
  /** null: off. */
  readonly fairExposure: FairExposure | null;
  /** Probability of a place to show a drawn candidate; 0: off. */
  readonly explore: number;
  /** Whether a search engine has the people of the domain. */
  readonly isOutside: boolean;
}

/**
 * Throws 400 `invalid_request` (a weight of no term, too), 422 `duplicate_id`, `unknown_filter`,
 * `location_unknown`, `unknown_outcome`, `model_unavailable`.
 */
export async function makePlan(
  tenant: TenantId,
  request: MatchRequest,
  { definition, labels, fairExposure = null, explore = null, engine = 'memory' }: ActiveDomain,
  resolvePlace: ResolvePlace,
  catalog: ModelCatalog,
): Promise<MatchPlan> {
  assertDistinct(request.candidate_user_ids ?? []);
  const filter = parseFilters(definition, request.filters, resolvePlace);
  checkOutcomeLabels(filter.excludeOutcomes, labels);
  const stages = byStage(stageNames, (name) => settingsOf(request, name));
  const available = await catalog.models(tenant, definition);
  const weighted = weigher(request.weights, available);
  const models = byStage(modelStages, (stage) => weighted(chooseModel(available, stage, stages[stage].pin)));
  const { pin } = stages.llm_judge;
  if (pin !== undefined && pin !== 'general') {
    throw modelUnavailable('llm_judge', pin, [{ tier: 'general', version: 'the configured LLM' }]);
  }
  const aggregation = request.reciprocal ?? aggregationOf(definition, models.cross_encoder);
  return {
    tenant,
    request,
    definition,
    filter,
    excludeOutcomes: filter.excludeOutcomes ?? decidedLabels,
    stages,
    models,
    aggregation,
    twoWay: aggregation !== 'off',
    appliesCandidatePreferences: definition.reciprocal !== 'off' || (request.reciprocal ?? 'off') !== 'off',
    fairExposure,
    explore: exploreShare(request, explore, models.cross_encoder),
    isOutside: engine === 'opensearch',
  };
}

const NAMED_DUPLICATES = 100;

/** 422 `duplicate_id`. */
function assertDistinct(userIds: readonly string[]): void {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const id of userIds) {
    if (seen.has(id)) twice.add(id);
    seen.add(id);
  }
  if (twice.size === 0) return;
  const [first] = twice;
  const others = twice.size > 1 ? ` and ${counted(twice.size - 1, 'other')}` : '';
  throw apiError(
    'duplicate_id',
    `candidate_user_ids has ${shown(first)}${others} more than once; give each once.`,
    { user_ids: [...twice].slice(0, NAMED_DUPLICATES), duplicates: twice.size },
  );
}

/** The aggregation that the model's training validated. `off` if the domain ranks one way. */
function aggregationOf({ reciprocal }: DomainDefinition, { rankingModel }: StageModel): Aggregation {
  return reciprocal === 'off' ? 'off' : rankingModel.card.aggregation;
}

function settingsOf({ stages, limit, explain }: MatchRequest, stage: StageName): StageSettings {
  const given = stages?.[stage];
  const { onByDefault, topK } = matchStages[stage];
  const object: {
    enabled?: boolean | undefined;
    top_k?: number | undefined;
    min_score?: number | undefined;
    model?: Tier | undefined;
  } = typeof given === 'object' ? given : {};
  return {
    enabled: typeof given === 'boolean' ? given : (object.enabled ?? onByDefault),
    topK: object.top_k ?? Math.max(topK?.usual ?? Number.POSITIVE_INFINITY, limit),
    minScore: asProbability(object.min_score ?? 0),
    examples: explain ? EXAMPLES : 0,
    pin: object.model,
  };
}
