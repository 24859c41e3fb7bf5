/**
 * Reads the listed texts of one row in full, in their order, in place of what was read fast. The client's
 * values stay in force. A value that is changed or withdrawn stays in the layer `earlier`.
 */
import type { DomainDefinition } from '../../../domains/definition.ts';
import type {
  ContextItem,
  ExtractedPart,
  Layer,
  ProfileRow,
  ProfileWrite,
  TextsToRead,
} from '../../../platform/storage/profile-row.ts';
import type { Extractor } from '../../reading/extractor.ts';
import { newVectors } from '../intake/apply-upsert.ts';
import { deriveFromFields, knownBefore } from '../intake/derive-from-fields.ts';
import { mergeTexts } from '../intake/read-texts.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import { softText } from '../record/effective-view.ts';
import {
  contentOf,
  emptyContent,
  extractedPart,
  nextRow,
  type RecordContent,
  withExtracted,
} from '../record/next-row.ts';

export interface RowTexts extends TextsToRead {
  /** The stored texts, by id. */
  readonly items: ReadonlyMap<string, ContextItem>;
}

/** null: the full reading gives what the row has. */
export async function readRowInFull(
  dependencies: ProfileDependencies,
  definition: DomainDefinition,
  extractor: Extractor,
  row: ProfileRow,
  texts: RowTexts,
): Promise<RecordContent | null> {
  const nowMs = dependencies.clock();
  const before = contentOf(row);
  const part = await readTexts(dependencies, definition, extractor, row, texts, nowMs);
  const rules = await dependencies.rulesFor(definition, row.tenantId);
  const read = withExtracted(before, part, before.layers.earlier);
  const { layers } = await deriveFromFields(definition, read.layers, rules, { nowMs, depth: 'full' });
  const content = { ...read, layers: withEarlier(layers, before.layers.extracted) };
  return isSameReading(extractedPart(before), extractedPart(content)) ? null : content;
}

export async function fullReadingWrite(
  dependencies: ProfileDependencies,
  definition: DomainDefinition,
  row: ProfileRow,
  content: RecordContent,
): Promise<ProfileWrite> {
  const { store, resolvePlace, clock } = dependencies;
  const at = new Date(clock()).toISOString();
  const next = nextRow(definition, row, row, content, at, resolvePlace);
  const stored = await store.profiles.vectors(row.tenantId, row.userId);
  const isSameText = softText(definition, content.layers).text === softText(definition, row.layers).text;
  const vectors = isSameText
    ? ({ vectors: [], dropVectors: [], refreshDueAtMs: 'keep' } as const)
    : await newVectors(dependencies, definition, content.layers, stored, at);
  // Nothing new was said: the person is as recent as before.
  return { row: { ...next, updatedAt: row.updatedAt }, contextItems: [], ...vectors, toRead: null };
}

async function readTexts(
  { resolvePlace }: ProfileDependencies,
  definition: DomainDefinition,
  extractor: Extractor,
  { layers: { client } }: ProfileRow,
  { texts, before, items }: RowTexts,
  nowMs: number,
): Promise<ExtractedPart> {
  const createdAt = new Date(nowMs).toISOString();
  let part = before ?? extractedPart(emptyContent);
  for (const { contextId, source } of texts) {
    const item = items.get(contextId);
    if (item === undefined) continue;
    const extraction = await extractor.extract(item.content, nowMs, knownBefore(part.layer, client));
    const read = { given: { source }, item: { ...item, createdAt }, extraction };
    part = mergeTexts(definition, resolvePlace, part, [read]);
  }
  return part;
}

/** With the values of `fast` that the layers no longer have. A default is no reading. */
function withEarlier(layers: ProfileRow['layers'], fast: Layer): ProfileRow['layers'] {
  const changed = Object.entries(fast).filter(
    ([name, { value, provenance }]) =>
      provenance.source !== 'default' &&
      JSON.stringify(value) !== JSON.stringify(layers.extracted[name]?.value),
  );
  if (changed.length === 0) return layers;
  return { ...layers, earlier: { ...layers.earlier, ...Object.fromEntries(changed) } };
}

/** The same values from the same words with the same confidence, whenever they were read. */
function isSameReading(one: ExtractedPart, other: ExtractedPart): boolean {
  return withoutTimes(one) === withoutTimes(other);
}

function withoutTimes({ layer, preferences, preferenceProvenance }: ExtractedPart): string {
  return JSON.stringify([layer, preferences, preferenceProvenance], (key, value) =>
    key === 'at' ? undefined : value,
  );
}
