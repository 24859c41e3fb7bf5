/** The value that a text of a person gives, beside that of the client or of feedback for the same field. */
import type { FieldDefinition, FieldValue } from '../../domains/field.ts';
import { agreesWithRead } from '../../people/profiles/record/merge-extraction.ts';
import type { SampledRow } from '../../platform/storage/statistics-store.ts';

export interface ComparedValue {
  /** In force. */
  readonly stated: FieldValue;
  readonly read: FieldValue;
  readonly agrees: boolean;
}

/** null: one of the two says nothing, or the field is soft, where each says it in its own words. */
export function comparedValue(
  { name, kind }: FieldDefinition,
  { layers: { client, feedback, extracted } }: Pick<SampledRow, 'layers'>,
): ComparedValue | null {
  const stated = client[name] ?? feedback[name];
  const read = extracted[name];
  if (kind === 'soft' || stated === undefined || read === undefined) return null;
  if (read.provenance.source === 'default') return null;
  return { stated: stated.value, read: read.value, agrees: agreesWithRead(stated.value, read.value) };
}
