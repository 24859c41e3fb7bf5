/** Soft fields that a language model found and the rules did not: their text is the quote. */
import type { FieldDefinition } from '../../../domains/field.ts';
import type { Extraction } from '../extractor.ts';
import { modelProbability } from '../network/model-evidence.ts';
import type { StatedClaim } from './stated-claim.ts';

export function withStatedTexts(
  extraction: Extraction,
  stated: readonly StatedClaim[],
  fields: readonly FieldDefinition[],
): Extraction {
  const known = new Set(extraction.values.map(({ field }) => field));
  const soft = new Set(fields.filter(({ kind }) => kind === 'soft').map(({ name }) => name));
  const added = stated.flatMap(({ field, value, span, isCertain }) => {
    if (!soft.has(field) || known.has(field) || typeof value !== 'string') return [];
    const confidence = modelProbability(isCertain);
    return [{ field, value, span, confidence, origin: 'llm' as const, signs: { model: confidence } }];
  });
  return { ...extraction, values: [...extraction.values, ...added] };
}
