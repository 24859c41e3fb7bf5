/** A row and its texts in the wire form that an import takes back (`contract/stored-record.ts`). */
import type { StoredRecord, StoredValues } from '../../../contract/stored-record.ts';
import type { ContextItem, Layer, ProfileRow, Provenance } from '../../../platform/storage/profile-row.ts';

/**
 * `items`: oldest first. They are numbered, and values refer to the numbers. Ids are unique in a workspace:
 * another workspace gives other ids, and the record stays the same.
 */
export function storedRecord(row: ProfileRow, items: readonly ContextItem[]): StoredRecord {
  const ids = new Map(items.map(({ contextId }, at) => [contextId, `text-${at + 1}`]));
  return {
    ...storedValues(row, (provenance) => referring(provenance, ids)),
    context_items: items.map(({ contextId, source, content, createdAt }) => {
      return { context_id: ids.get(contextId)!, source, content, created_at: createdAt };
    }),
  };
}

/** With the ids of the store. */
export function storedValues(
  row: ProfileRow,
  refer: (provenance: Provenance) => Provenance = (provenance) => provenance,
): StoredValues {
  const { client, feedback, extracted, earlier } = row.layers;
  const { preferences } = row;
  const wireOf = (provenance: Provenance) => wireProvenance(refer(provenance));
  const layerOf = (layer: Layer): StoredValues['layers']['client'] =>
    mapValues(layer, ({ value, provenance }) => ({
      value: typeof value === 'object' ? [...value] : value,
      provenance: wireOf(provenance),
    }));
  return {
    schema_version: row.schemaVersion,
    layers: {
      ...{ client: layerOf(client), feedback: layerOf(feedback), extracted: layerOf(extracted) },
      ...(earlier !== undefined && { earlier: layerOf(earlier) }),
    },
    extras: row.extras,
    preferences: {
      given: preferences.given,
      given_at: preferences.givenAt,
      extracted: preferences.extracted,
      provenance: mapValues(preferences.extractedProvenance, wireOf),
    },
    last_enriched_at: row.lastEnrichedAt,
    updated_at: row.updatedAt,
  };
}

export type WireProvenance = StoredValues['preferences']['provenance'][string];

export function wireProvenance({ span, from, signs, ...rest }: Provenance): WireProvenance {
  return {
    ...rest,
    ...(span ? { span: [span[0], span[1]] } : {}),
    ...(signs ? { signs: { ...signs } } : {}),
    ...(from ? { from: [...from] } : {}),
  };
}

/** A reference to a text that is not there is left out, with its place in the text. */
export function referring(
  { context_id, span, path, signs, from, ...rest }: WireProvenance | Provenance,
  ids: ReadonlyMap<string, string>,
): Provenance {
  const contextId = context_id === undefined ? undefined : ids.get(context_id);
  return {
    source: rest.source,
    extractor: rest.extractor,
    ...(contextId !== undefined && { context_id: contextId }),
    ...(contextId !== undefined && span !== undefined && { span: [span[0], span[1]] as const }),
    ...(contextId !== undefined && path !== undefined && { path }),
    confidence: rest.confidence,
    ...(signs !== undefined && { signs }),
    at: rest.at,
    ...(from !== undefined && { from }),
  };
}

export function mapValues<From, To>(
  values: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
