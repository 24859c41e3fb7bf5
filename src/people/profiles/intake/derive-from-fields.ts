/**
 * Derived fields of a profile whose soft texts came from the client: computed from these texts whenever they
 * change. A derived value that a context text or the client gave has precedence.
 */
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldValues } from '../../../domains/field.ts';
import type { Layer, LayeredValue, Provenance } from '../../../platform/storage/profile-row.ts';
import type { Extractor } from '../../reading/extractor.ts';
import type { Layers } from '../record/effective-view.ts';

export async function deriveFromFields(
  definition: DomainDefinition,
  layers: Layers,
  extractor: Extractor,
  nowMs: number,
): Promise<Layers> {
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
  if (soft.length === 0 || wanted.size === 0) return { ...layers, extracted: kept };
  const text = soft.map((field) => layers.client[field.name]!.value).join('\n');
  const { values } = await extractor.extract(text, nowMs, knownValues(layers), wanted);
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
  return { ...layers, extracted: { ...kept, ...computed } };
}

function withoutComputed(layer: Layer): Layer {
  return Object.fromEntries(
    Object.entries(layer).filter(([, { provenance }]) => provenance.source !== 'computed'),
  );
}

/** The values that are certain before a text is read: the client's own. */
export function knownValues(layers: Layers): FieldValues {
  return Object.fromEntries(Object.entries(layers.client).map(([name, { value }]) => [name, value]));
}
