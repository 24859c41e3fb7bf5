/**
 * Derived fields of a profile whose soft texts came from the client: computed from these texts whenever they
 * change. A derived value that a context text or the client gave has precedence.
 */
import type { ReadingDepth } from '../../../contract/reading-depths.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldValues } from '../../../domains/field.ts';
import type { Layer, LayeredValue, Provenance } from '../../../platform/storage/profile-row.ts';
import type { Extractor } from '../../reading/extractor.ts';
import type { Layers } from '../record/effective-view.ts';

interface Derived {
  readonly layers: Layers;
  /** The texts were read fast, and a full reading may give other values. */
  readonly isPartial: boolean;
}

export async function deriveFromFields(
  definition: DomainDefinition,
  layers: Layers,
  extractor: Extractor,
  { nowMs, depth }: { readonly nowMs: number; readonly depth: ReadingDepth },
): Promise<Derived> {
  const soft = definition.fields.filter(
    (field) => field.kind === 'soft' && layers.client[field.name] !== undefined,
  );
  const kept = withoutComputed(layers.extracted);
  const wanted = new Set(
    definition.fields
      .filter(
        (field) =>
          field.kind === 'derived' &&
          !layers.client[field.name] &&
          !layers.feedback[field.name] &&
          !kept[field.name],
      )
      .map(({ name }) => name),
  );
  if (soft.length === 0 || wanted.size === 0)
    return { layers: { ...layers, extracted: kept }, isPartial: false };
  const text = soft.map((field) => layers.client[field.name]!.value).join('\n');
  const known = valuesOf(layers.client);
  const { values, isPartial = false } = await extractor.extract(text, nowMs, known, { wanted, depth });
  const computed: Record<string, LayeredValue> = {};
  for (const { field, value, confidence } of values) {
    if (!wanted.has(field)) continue;
    const from = soft.map(({ name }) => name);
    const provenance: Provenance = {
      source: 'computed',
      extractor: 'rules',
      confidence,
      at: new Date(nowMs).toISOString(),
      from,
    };
    computed[field] = { value, provenance };
  }
  return { layers: { ...layers, extracted: { ...kept, ...computed } }, isPartial };
}

function withoutComputed(layer: Layer): Layer {
  return Object.fromEntries(
    Object.entries(layer).filter(([, { provenance }]) => provenance.source !== 'computed'),
  );
}

/** The values that are known before one more text is read: those of earlier texts, and the client's own. */
export function knownBefore(extracted: Layer, client: Layer): FieldValues {
  return { ...valuesOf(extracted), ...valuesOf(client) };
}

function valuesOf(layer: Layer): FieldValues {
  return Object.fromEntries(Object.entries(layer).map(([name, { value }]) => [name, value]));
}
