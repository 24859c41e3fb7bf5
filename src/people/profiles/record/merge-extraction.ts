/**
 * Merges the values extracted from a text into a record's extracted layer. Replacing (POST /users) starts
 * from an empty layer. Appending (POST /context) lets newer values win, and extends sets (skills, languages)
 * and soft text.
 */
import { type DomainDefinition, fieldNamed } from '../../../domains/definition.ts';
import type { FieldValue } from '../../../domains/field.ts';
import type { Layer, LayeredValue, Provenance } from '../../../platform/storage/profile-row.ts';
import type { ExtractedValue, Extraction, TextSource } from '../../reading/extractor.ts';

/** UTF-16 units of a soft field's accumulated text; the oldest are dropped. */
const MAX_SOFT_CHARACTERS = 16_384;

export interface ReadText {
  readonly extraction: Extraction;
  readonly source: 'context' | 'memory';
  readonly contextId: string;
  readonly at: string;
}

export function mergeExtraction(definition: DomainDefinition, earlier: Layer, read: ReadText): Layer {
  const merged: Record<string, LayeredValue> = { ...earlier };
  for (const extracted of read.extraction.values) {
    const before = merged[extracted.field];
    merged[extracted.field] = combine(definition, before, extracted, read);
  }
  return merged;
}

function combine(
  definition: DomainDefinition,
  before: LayeredValue | undefined,
  extracted: ExtractedValue,
  read: ReadText,
): LayeredValue {
  const provenance = provenanceOfRead(extracted, read);
  const field = fieldNamed(definition, extracted.field);
  const joined = before === undefined ? undefined : join(field?.kind, before.value, extracted.value);
  if (before === undefined || joined === undefined) return { value: extracted.value, provenance };
  if (JSON.stringify(joined) === JSON.stringify(before.value)) return before;
  const { span: _, path: __, ...withoutPlace } = provenance;
  return { value: joined, provenance: field?.kind === 'soft' ? withoutPlace : provenance };
}

function provenanceOfRead(value: ExtractedValue, read: ReadText): Provenance {
  const { origin, confidence } = value;
  if (origin === 'default') return { source: 'default', extractor: 'none', confidence, at: read.at };
  return { source: read.source, extractor: origin, ...sourceInText(value, read.contextId), at: read.at };
}

/** Where and how surely a text states something. */
export const sourceInText = (
  { span, path, confidence, signs }: TextSource,
  contextId: string,
): Pick<Provenance, 'context_id' | 'span' | 'path' | 'confidence' | 'signs'> => ({
  context_id: contextId,
  span: [span[0], span[1]],
  ...(path !== undefined && { path }),
  confidence,
  ...(signs !== undefined && { signs }),
});

/** undefined: the values cannot be joined, and the newer one wins. */
function join(kind: string | undefined, before: FieldValue, now: FieldValue): FieldValue | undefined {
  if (Array.isArray(before) && Array.isArray(now)) return [...new Set([...before, ...now])];
  if (kind !== 'soft' || typeof before !== 'string' || typeof now !== 'string') return undefined;
  if (before.includes(now)) return before;
  const text = `${before}\n${now}`;
  return text.length <= MAX_SOFT_CHARACTERS ? text : text.slice(text.length - MAX_SOFT_CHARACTERS);
}

/** A text contradicts a client's value. The client's value stays, and the answer reports the conflict. */
export interface FieldConflict {
  readonly field: string;
  readonly kept: FieldValue;
  readonly seen: FieldValue;
  readonly span: readonly [number, number];
}

export function conflictsWith(
  definition: DomainDefinition,
  client: Layer,
  extraction: Extraction,
): readonly FieldConflict[] {
  return extraction.values.flatMap(({ field, value, span }) => {
    const kept = client[field]?.value;
    const isSoft = fieldNamed(definition, field)?.kind === 'soft';
    if (kept === undefined || isSoft || agreesWithRead(kept, value)) return [];
    return [{ field, kept, seen: value, span: [span[0], span[1]] as const }];
  });
}

/** A text that names a subset of a set's values does not contradict it. */
export function agreesWithRead(kept: FieldValue, seen: FieldValue): boolean {
  if (Array.isArray(kept) && Array.isArray(seen)) return seen.every((value) => kept.includes(value));
  return kept === seen;
}
