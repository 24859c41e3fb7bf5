/**
 * What a kept head is in one schema. A head of the general tier is kept once for all domains: its card holds the card
 * of every schema that it serves, under the schema's version. Heads of other tiers are of one schema alone.
 */
import { z } from 'zod';
import { type DomainDefinition, schemaVersion } from '../../domains/definition.ts';
import { EVERY_DOMAIN, type ModelHead } from '../../storage/learning-store.ts';

export const GeneralCard = z.strictObject({
  format: z.literal('general-1'),
  /** Cards of domain heads, by schema version (`dating.v1`). */
  by_schema: z.record(z.string(), z.record(z.string(), z.unknown())),
});
export type GeneralCard = z.infer<typeof GeneralCard>;

/** null: the head does not serve this schema; its terms may name fields that are no more. */
export function headOfSchema(head: ModelHead, definition: DomainDefinition): ModelHead | null {
  const schema = schemaVersion(definition);
  if (head.domain !== EVERY_DOMAIN) return head.card.schema_version === schema ? head : null;
  const card = GeneralCard.parse(head.card).by_schema[schema];
  // Where the head of an earlier run was better it goes on under its own version.
  return card === undefined ? null : { ...head, card, version: String(card.version) };
}

export function headsOfSchema(
  heads: readonly ModelHead[],
  definition: DomainDefinition,
): readonly ModelHead[] {
  return heads.flatMap((head) => headOfSchema(head, definition) ?? []);
}
