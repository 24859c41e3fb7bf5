/**
 * What a kept head is in one schema. A head of the general tier is kept once for all domains: its card holds the card
 * of every schema that it was judged on, under the schema's version, and where it proved itself in all of them the
 * multipliers that serve any other schema. Heads of other tiers are of one schema alone.
 */
import { z } from 'zod';
import { type DomainDefinition, schemaVersion } from '../../domains/definition.ts';
import { EVERY_DOMAIN, type StoredRankingModel } from '../../storage/learning-store.ts';
import { encodeRankingModel } from '../ranking-model.ts';
import { generalKinds, multiplied } from './general-kinds.ts';
import { generalPrior } from './model-catalog.ts';

const Multiplier = z.number().min(0);

export const GeneralCard = z.strictObject({
  format: z.literal('general-1'),
  /** Cards of domain heads, by schema version (`dating.v1`). */
  by_schema: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** null: not shown to hold in schemas that it was not judged on, which have the prior. */
  elsewhere: z
    .strictObject({
      version: z.string(),
      trained_at: z.string(),
      outcomes: z.number().int(),
      triplets: z.number().int(),
      multipliers: z.record(z.enum(generalKinds), Multiplier),
    })
    .nullable(),
});
export type GeneralCard = z.infer<typeof GeneralCard>;

/** null: the head does not serve this schema; its terms may name fields that are no more. */
export function modelOfSchema(
  model: StoredRankingModel,
  definition: DomainDefinition,
): StoredRankingModel | null {
  const schema = schemaVersion(definition);
  if (model.domain !== EVERY_DOMAIN) return model.card.schema_version === schema ? model : null;
  const { by_schema, elsewhere } = GeneralCard.parse(model.card);
  const card = by_schema[schema] ?? (elsewhere === null ? null : cardElsewhere(definition, elsewhere));
  // Where the head of an earlier run was better it goes on under its own version.
  return card === null ? null : { ...model, card, version: String(card.version) };
}

function cardElsewhere(
  definition: DomainDefinition,
  { multipliers, ...trained }: NonNullable<GeneralCard['elsewhere']>,
): StoredRankingModel['card'] {
  const prior = generalPrior(definition);
  const scorecard = multiplied(prior.card.scorecard, multipliers, prior.card.scorecard.intercept);
  const card = { ...prior.card, ...trained, scorecard, parent_version: prior.card.version };
  return encodeRankingModel({ ...prior, card }).card;
}

export function modelsOfSchema(
  models: readonly StoredRankingModel[],
  definition: DomainDefinition,
): readonly StoredRankingModel[] {
  return models.flatMap((model) => modelOfSchema(model, definition) ?? []);
}
