/**
 * A record as an export has it, on its way back into a store. Nothing is read or computed again: the values
 * and their sources are those of the record. The texts get new context ids, because ids are unique in a
 * workspace, and the values refer to these.
 */
import { apiError, invalidRequest } from '../../../contract/errors.ts';
import type { StoredRecord } from '../../../contract/stored-record.ts';
import { type DomainDefinition, fieldNamed } from '../../../domains/definition.ts';
import type { ContextItem, Layer } from '../../../platform/storage/profile-row.ts';
import { signText } from '../context/context-text.ts';
import type { RecordContent } from '../record/next-row.ts';
import { mapValues, referring } from '../record/stored-record.ts';
import { validateValue } from '../record/validate-fields.ts';

const DAY_MS = 86_400_000;

export interface PreparedRecord {
  /** Provenance refers to the ids of `items`. */
  readonly content: RecordContent;
  readonly items: readonly ContextItem[];
  readonly updatedAt: string;
  readonly lastEnrichedAt: string | null;
}

/** `readBy`: the version of the domain that the values are valid in. Throws 400 and 422. */
export function prepareRecord(
  readBy: DomainDefinition,
  record: StoredRecord,
  newContextId: () => string,
  nowMs: number,
): PreparedRecord {
  refuseLaterTimes(record, nowMs);
  // In rising order, because texts of one moment are in the order of their ids.
  const newIds = record.context_items.map(newContextId).sort();
  const items = record.context_items.map(({ source, content, created_at }, at) => {
    const { hash, minhash } = signText(content);
    return { source, content, contentHash: hash, minhash, createdAt: created_at, contextId: newIds[at]! };
  });
  const ids = new Map(record.context_items.map(({ context_id }, at) => [context_id, items[at]!.contextId]));
  if (ids.size < items.length)
    throw invalidRequest([{ path: 'record.context_items', message: 'has a context_id twice' }]);
  const { layers, extras, preferences } = record;
  const layerOf = (layer: StoredRecord['layers']['client']) => storedLayer(readBy, layer, ids);
  return {
    content: {
      layers: {
        client: layerOf(layers.client),
        feedback: layerOf(layers.feedback),
        extracted: layerOf(layers.extracted),
        ...(layers.earlier !== undefined && { earlier: layerOf(layers.earlier) }),
      },
      extras: extras as Readonly<Record<string, unknown>>,
      given: preferences.given as Readonly<Record<string, unknown>> | null,
      givenAt: preferences.given_at,
      extracted: preferences.extracted as Readonly<Record<string, unknown>>,
      extractedProvenance: mapValues(preferences.provenance, (given) => referring(given, ids)),
    },
    items,
    updatedAt: record.updated_at,
    lastEnrichedAt: record.last_enriched_at,
  };
}

/** Texts that the store has already keep their ids there. */
export function withKnownTexts(
  { content, items, ...times }: PreparedRecord,
  known: ReadonlyMap<string, string>,
): PreparedRecord {
  const ids = new Map(
    items.map(({ contextId, contentHash }) => [contextId, known.get(contentHash) ?? contextId]),
  );
  const layerOf = (layer: Layer) =>
    mapValues(layer, ({ value, provenance }) => ({ value, provenance: referring(provenance, ids) }));
  const { client, feedback, extracted, earlier } = content.layers;
  return {
    ...times,
    items: items.filter(({ contentHash }) => !known.has(contentHash)),
    content: {
      ...content,
      layers: {
        ...{ client: layerOf(client), feedback: layerOf(feedback), extracted: layerOf(extracted) },
        ...(earlier !== undefined && { earlier: layerOf(earlier) }),
      },
      extractedProvenance: mapValues(content.extractedProvenance, (each) => referring(each, ids)),
    },
  };
}

/** A field that the domain has no more keeps its value, which is not shown. */
function storedLayer(
  readBy: DomainDefinition,
  layer: StoredRecord['layers']['client'],
  ids: ReadonlyMap<string, string>,
): Layer {
  return Object.fromEntries(
    Object.entries(layer).map(([name, { value, provenance }]) => {
      const field = fieldNamed(readBy, name);
      const valid = field === undefined ? value : validateValue(field, value);
      return [name, { value: valid, provenance: referring(provenance, ids) }];
    }),
  );
}

function refuseLaterTimes(record: StoredRecord, nowMs: number): void {
  const times = [
    ['updated_at', record.updated_at] as const,
    ['last_enriched_at', record.last_enriched_at] as const,
    ...record.context_items.map(
      ({ created_at }, at) => [`context_items[${at}].created_at`, created_at] as const,
    ),
  ];
  for (const [path, time] of times)
    if (time !== null && Date.parse(time) > nowMs + DAY_MS)
      throw invalidRequest([
        {
          path: `record.${path}`,
          message: `was ${time}, which is more than a day ahead; expected a time that has passed`,
        },
      ]);
}

/** Throws 400 where the call has more than the record. */
export function refuseBesideRecord(body: Readonly<Record<string, unknown>>): void {
  const more = ['context', 'fields', 'memory_ref', 'preferences', 'summary'].filter(
    (key) => body[key] !== undefined,
  );
  if (more.length === 0) return;
  const message = `stands beside record, which has all of a person. Leave it out, or send it in a call of its own`;
  throw apiError('invalid_request', `${more[0]}: ${message}`, {
    issues: more.map((path) => ({ path, message })),
  });
}
