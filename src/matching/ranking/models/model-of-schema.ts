/**
 * Selects the card of a stored model for one schema. A model of the general tier is stored once for all
 * domains. Its card holds one card for every schema on which it was validated, by schema version. If it was
 * better in all of them, it also holds multipliers for every other schema. Models of other tiers serve one
 * schema.
 */
import { z } from 'zod';
import { type DomainDefinition, schemaVersion } from '../../../domains/definition.ts';
import { EVERY_DOMAIN, type StoredRankingModel } from '../../../platform/storage/learning-store.ts';
import { encodeRankingModel, VALIDATED_PREFIX } from '../ranking-model.ts';
import { generalKinds, multiplied } from './general-kinds.ts';
import { generalPrior } from './model-catalog.ts';
import { withPresentWords } from './present-words.ts';

const Multiplier = z.number().min(0);

export const GeneralCard = z.strictObject({
  format: z.literal('general-1'),
  /** Cards of ranking models, by schema version (`dating.v1`). */
  by_schema: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** null: not proven outside the validated schemas; other schemas use the prior. */
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

/** null: the model does not serve this schema, because its terms may name removed fields. */
export function modelOfSchema(
  model: StoredRankingModel,
  definition: DomainDefinition,
): StoredRankingModel | null {
  const schema = schemaVersion(definition);
  if (model.domain !== EVERY_DOMAIN)
    return model.card.schema_version === schema ? withCard(model, model.card, definition) : null;
  const { by_schema, elsewhere } = GeneralCard.parse(model.card);
  const card =
    by_schema[schema] ?? (elsewhere === null ? null : cardElsewhere(definition, elsewhere, model.files));
  // A schema can keep the model of an earlier run, under that run's version.
  return card === null ? null : withCard({ ...model, version: String(card.version) }, card, definition);
}

function withCard(
  model: StoredRankingModel,
  card: StoredRankingModel['card'],
  definition: DomainDefinition,
): StoredRankingModel {
  const present = withPresentWords(card, definition);
  return present === model.card ? model : { ...model, card: present };
}

function cardElsewhere(
  definition: DomainDefinition,
  { multipliers, ...trained }: NonNullable<GeneralCard['elsewhere']>,
  files: StoredRankingModel['files'],
): StoredRankingModel['card'] {
  const prior = generalPrior(definition);
  const scorecard = multiplied(prior.card.scorecard, multipliers, prior.card.scorecard.intercept);
  // Its outcomes are of other domains, whose levels and temperatures say nothing of this one's.
  const card = { ...prior.card, ...trained, scorecard, parent_version: prior.card.version, calibrated_on: 0 };
  const model = { ...prior, card };
  const hasTwins = files.some(({ part }) => part.startsWith(VALIDATED_PREFIX));
  // It learned from other schemas alone, so it is its own twin.
  return encodeRankingModel(model, hasTwins ? model : undefined).card;
}

export function modelsOfSchema(
  models: readonly StoredRankingModel[],
  definition: DomainDefinition,
): readonly StoredRankingModel[] {
  return models.flatMap((model) => modelOfSchema(model, definition) ?? []);
}
