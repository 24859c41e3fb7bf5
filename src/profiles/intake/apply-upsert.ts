/**
 * From a prepared upsert and what is stored to the write that replaces it. A call replaces what it speaks for: with
 * `fields`, client values and extras that it does not mention go; with texts, earlier extracted values go; what it
 * does not speak for stays; `replace` drops all else.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { ResolvePlace } from '../../domains/place.ts';
import type { HeadVector, ProfileRow, ProfileWrite } from '../../storage/profile-row.ts';
import { fillWithEnriched } from '../enrichment/enrich.ts';
import { makeHeads } from '../heads/make-heads.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import { softText } from '../record/effective-view.ts';
import { contentOf, emptyContent, nextRow, type RecordContent } from '../record/next-row.ts';
import { deriveFromFields } from './derive-from-fields.ts';
import type { PreparedUpsert } from './prepare-upsert.ts';
import { mergeTexts } from './read-texts.ts';

export interface StoredState {
  readonly row: ProfileRow | null;
  /** Every head of the person. */
  readonly heads: readonly HeadVector[];
  /** Context ids of texts that are stored already, by normalised hash. */
  readonly knownTexts: ReadonlyMap<string, string>;
}

export async function applyUpsert(
  dependencies: ProfileDependencies,
  tenantId: TenantId,
  prepared: PreparedUpsert,
  stored: StoredState,
): Promise<ProfileWrite> {
  const { definition, nowMs } = prepared;
  const at = new Date(nowMs).toISOString();
  const before = stored.row === null || prepared.replace ? emptyContent : contentOf(stored.row);
  const spoken = speak(prepared, before, stored, at, dependencies.resolvePlace);
  const extractor = await dependencies.rulesFor(definition);
  const content = { ...spoken, layers: await deriveFromFields(definition, spoken.layers, extractor, nowMs) };
  const identity = { tenantId, userId: prepared.userId };
  const row = nextRow(definition, identity, stored.row, content, at, dependencies.resolvePlace);
  const { text, from } = softText(definition, content.layers);
  const source = { head: definition.domain, sourceDomain: definition.domain, text, from, at };
  const { heads, encodedBy } = await makeHeads(await dependencies.encoders.active(), source);
  return {
    row: { ...row, schemaVersion: prepared.schemaVersion },
    contextItems: (prepared.texts ?? [])
      .map(({ item }) => item)
      .filter((item) => !stored.knownTexts.has(item.contentHash)),
    heads,
    encodedBy,
    dropHeads: staleHeads(stored.heads, definition.domain, heads.length > 0),
    refreshDueAtMs: null,
  };
}

/** Heads made from the row's earlier text: its own if no new one takes its place, and lazily made ones. */
export function staleHeads(
  heads: readonly HeadVector[],
  domain: string,
  replaced: boolean,
): readonly string[] {
  return heads
    .filter((head) => head.sourceDomain === domain && !(replaced && head.head === domain))
    .map((head) => head.head);
}

function speak(
  prepared: PreparedUpsert,
  before: RecordContent,
  stored: StoredState,
  at: string,
  resolvePlace: ResolvePlace,
): RecordContent {
  let content = before;
  if (prepared.judged !== null) {
    const { client, extras } = prepared.judged;
    content = { ...content, layers: { ...content.layers, client }, extras };
  }
  if (prepared.texts !== null) {
    // A text that is stored already keeps its context id: the same import twice makes one history.
    const texts = prepared.texts.map((read) => {
      const contextId = stored.knownTexts.get(read.item.contentHash);
      return contextId === undefined ? read : { ...read, item: { ...read.item, contextId } };
    });
    const nothing = { layer: {}, preferences: {}, preferenceProvenance: {} };
    const said = mergeTexts(prepared.definition, resolvePlace, nothing, texts);
    content = {
      ...content,
      layers: { ...content.layers, extracted: fillWithEnriched(said.layer, prepared.enriched) },
      extracted: said.preferences,
      extractedProvenance: said.preferenceProvenance,
    };
  }
  if (prepared.preferences !== null) content = { ...content, given: prepared.preferences, givenAt: at };
  return content;
}
