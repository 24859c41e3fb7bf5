/**
 * Turns a prepared upsert and the stored state into the write that replaces it. A call replaces the parts
 * that it contains: `fields` replaces all client values and extras, texts replace all extracted values. Other
 * parts stay, unless `replace` is set. With `merge` each value is laid over the stored ones, and texts are
 * added to them.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { ResolvePlace } from '../../../domains/place.ts';
import type { ProfileVector, ProfileWrite } from '../../../platform/storage/profile-row.ts';
import { fillWithEnriched } from '../enrichment/enrich.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import { type Layers, softText } from '../record/effective-view.ts';
import {
  contentOf,
  emptyContent,
  extractedPart,
  nextRow,
  type RecordContent,
  withExtracted,
} from '../record/next-row.ts';
import { makeVectors } from '../vectors/make-vectors.ts';
import { deriveFromFields } from './derive-from-fields.ts';
import { type PreparedRecord, withKnownTexts } from './prepare-record.ts';
import type { PreparedUpsert } from './prepare-upsert.ts';
import { mergeTexts } from './read-texts.ts';
import type { StoredState } from './stored-state.ts';
import { textsToRead } from './texts-to-read.ts';

/** A change of a row: its user, the domain version that reads it, and the texts that come with it. */
export type Change = Pick<
  PreparedUpsert,
  'definition' | 'schemaVersion' | 'userId' | 'nowMs' | 'texts' | 'depth' | 'merge' | 'replace'
>;

export async function applyUpsert(
  dependencies: ProfileDependencies,
  tenantId: TenantId,
  prepared: PreparedUpsert,
  stored: StoredState,
): Promise<ProfileWrite> {
  const at = new Date(prepared.nowMs).toISOString();
  if (prepared.record !== null)
    return applyRecord(dependencies, tenantId, { ...prepared, record: prepared.record }, stored, at);
  const before = stored.row === null || prepared.replace ? emptyContent : contentOf(stored.row);
  const replaced = replaceContent(prepared, before, stored, at, dependencies.resolvePlace);
  return writeOf(dependencies, tenantId, prepared, replaced, stored);
}

/** The write of a record's new content: derived values, effective view and vectors are made anew. */
export async function writeOf(
  dependencies: ProfileDependencies,
  tenantId: TenantId,
  change: Change,
  replaced: RecordContent,
  stored: StoredState,
): Promise<ProfileWrite> {
  const { definition, nowMs, depth } = change;
  const at = new Date(nowMs).toISOString();
  const extractor = await dependencies.rulesFor(definition, tenantId);
  const derived = await deriveFromFields(definition, replaced.layers, extractor, { nowMs, depth });
  const content = { ...replaced, layers: derived.layers };
  const identity = { tenantId, userId: change.userId };
  const row = nextRow(definition, identity, stored.row, content, at, dependencies.resolvePlace);
  const toRead = textsToRead(change, stored, derived.isPartial);
  return {
    row: { ...row, schemaVersion: change.schemaVersion },
    contextItems: (change.texts ?? [])
      .map(({ item }) => item)
      .filter((item) => !stored.knownTexts.has(item.contentHash)),
    ...(await newVectors(dependencies, definition, content.layers, stored.vectors, at)),
    ...(toRead !== undefined && { toRead }),
  };
}

/** The vectors of the row's text, in place of the `stored` ones. */
export async function newVectors(
  { encoders }: Pick<ProfileDependencies, 'encoders'>,
  definition: DomainDefinition,
  layers: Layers,
  stored: readonly ProfileVector[],
  at: string,
): Promise<Pick<ProfileWrite, 'vectors' | 'encodedBy' | 'dropVectors' | 'refreshDueAtMs'>> {
  const { domain } = definition;
  const source = { domain, sourceDomain: domain, at, ...softText(definition, layers) };
  const { vectors, encodedBy } = await makeVectors(await encoders.active(), source);
  const dropVectors = staleVectors(stored, domain, vectors.length > 0);
  return { vectors, encodedBy, dropVectors, refreshDueAtMs: null };
}

/** The row has the times of the record, and its vectors are made anew, by the encoder of this service. */
async function applyRecord(
  dependencies: ProfileDependencies,
  tenantId: TenantId,
  { definition, schemaVersion, userId, record }: PreparedUpsert & { readonly record: PreparedRecord },
  stored: StoredState,
  at: string,
): Promise<ProfileWrite> {
  const { content, items, updatedAt, lastEnrichedAt } = withKnownTexts(record, stored.knownTexts);
  const identity = { tenantId, userId };
  const row = nextRow(definition, identity, stored.row, content, at, dependencies.resolvePlace);
  return {
    row: { ...row, schemaVersion, updatedAt, lastEnrichedAt },
    contextItems: items,
    ...(await newVectors(dependencies, definition, content.layers, stored.vectors, at)),
    toRead: null,
  };
}

/**
 * The domains with stale vectors: those of lazily made vectors, and the row's own where no new one replaces
 * it.
 */
export function staleVectors(
  vectors: readonly ProfileVector[],
  domain: string,
  replaced: boolean,
): readonly string[] {
  return vectors
    .filter((each) => each.sourceDomain === domain && !(replaced && each.domain === domain))
    .map((each) => each.domain);
}

function replaceContent(
  prepared: PreparedUpsert,
  before: RecordContent,
  stored: StoredState,
  at: string,
  resolvePlace: ResolvePlace,
): RecordContent {
  let content = before;
  if (prepared.validated !== null) {
    const { client, extras } = prepared.validated;
    const earlier = prepared.merge ? content : emptyContent;
    content = {
      ...content,
      layers: { ...content.layers, client: { ...earlier.layers.client, ...client } },
      extras: { ...earlier.extras, ...extras },
    };
  }
  if (prepared.texts !== null) {
    // A text that is stored already keeps its context id, so that a repeated import adds no items.
    const texts = prepared.texts.map((read) => {
      const contextId = stored.knownTexts.get(read.item.contentHash);
      return contextId === undefined ? read : { ...read, item: { ...read.item, contextId } };
    });
    const earlier = prepared.merge ? content : emptyContent;
    const merged = mergeTexts(prepared.definition, resolvePlace, extractedPart(earlier), texts);
    const filled = { ...merged, layer: fillWithEnriched(merged.layer, prepared.enriched) };
    content = withExtracted(content, filled, earlier.layers.earlier);
  }
  if (prepared.preferences !== null) {
    const given = prepared.merge ? { ...content.given, ...prepared.preferences } : prepared.preferences;
    content = { ...content, given, givenAt: at };
  }
  return content;
}
