/** The ranking part of GET /schema: the terms of a domain's scores, and the tiers that a match can pin. */
import type { TenantId } from '../../contract/brands.ts';
import { byStage, modelStages } from '../../contract/match-stages.ts';
import type { Schema } from '../../contract/user.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import { describeTerms } from '../ranking/describe-terms.ts';
import type { ModelCatalog } from '../ranking/models/model-catalog.ts';
import type { Judge } from './judge/ask-judge.ts';

type Ranking = Pick<Schema, 'terms' | 'tiers'>;

interface RankingParts {
  readonly models: ModelCatalog;
  readonly judge: Pick<Judge, 'modelFor'>;
}

export async function describeRanking(
  { models, judge }: RankingParts,
  tenant: TenantId,
  definition: DomainDefinition,
): Promise<Ranking> {
  const available = await models.models(tenant, definition);
  const llm = await judge.modelFor(tenant);
  const trained = () => available.map(({ tier, version, calibrated }) => ({ tier, version, calibrated }));
  return {
    terms: [...describeTerms(definition, available)],
    tiers: {
      ...byStage(modelStages, trained),
      llm_judge: llm === null ? [] : [{ tier: 'general', version: llm.name, calibrated: false }],
    },
  };
}
