/**
 * POST /context: one more text about a person. A text nearly identical to one of the last 200 items changes
 * nothing. A changed soft field makes a new profile vector. `RefreshLimiter` bounds how often; the store
 * keeps refreshes that are put off.
 */
import type { TenantId } from '../../../contract/brands.ts';
import type { AppendContextRequest, ContextResult } from '../../../contract/user.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { ResolvePlace } from '../../../domains/place.ts';
import type {
  ContextItem,
  ProfileRow,
  ProfileVector,
  ProfileWrite,
  TextsToRead,
} from '../../../platform/storage/profile-row.ts';
import { nearIdentical, signText, type TextSignature } from '../context/context-text.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import { changedFields, softText } from '../record/effective-view.ts';
import { conflictsWith } from '../record/merge-extraction.ts';
import {
  contentOf,
  emptyContent,
  extractedPart,
  nextRow,
  type RecordContent,
  withExtracted,
} from '../record/next-row.ts';
import { placeWarnings } from '../record/place-warnings.ts';
import { makeVectors } from '../vectors/make-vectors.ts';
import { staleVectors } from './apply-upsert.ts';
import { knownBefore } from './derive-from-fields.ts';
import { mergeTexts, type ReadText, readTexts } from './read-texts.ts';
import { withTexts } from './texts-to-read.ts';

export interface StoredContext {
  readonly row: ProfileRow | null;
  readonly vectors: readonly ProfileVector[];
  /** The last 200, newest first. */
  readonly items: readonly ContextItem[];
  /** The texts that are to be read in full; null: none. */
  readonly toRead: TextsToRead | null;
}

export interface Append {
  readonly result: ContextResult;
  /** null: nothing to write. */
  readonly write: ProfileWrite | null;
}

export async function appendContext(
  dependencies: ProfileDependencies,
  tenantId: TenantId,
  definition: DomainDefinition,
  request: AppendContextRequest,
  stored: StoredContext,
): Promise<Append> {
  const identity = { user_id: request.user_id, domain: definition.domain };
  const signature = signText(request.content);
  const same = earlierItem(signature, stored.items);
  if (same !== undefined) {
    const unchanged = {
      context_id: same.contextId,
      fields_updated: [],
      embeddings_refreshed: false,
      deduplicated: true,
    };
    return { result: { ...identity, ...unchanged }, write: null };
  }
  const before = stored.row === null ? emptyContent : contentOf(stored.row);
  const nowMs = dependencies.clock();
  const read = await readOne(dependencies, tenantId, definition, { ...request, signature }, before, nowMs);
  const content = addText(definition, dependencies.resolvePlace, before, read);
  const at = new Date(nowMs).toISOString();
  const person = { tenantId, userId: request.user_id };
  const row = nextRow(definition, person, stored.row, content, at, dependencies.resolvePlace);
  const refresh = await refreshVectors(dependencies, definition, row, before, stored, nowMs);
  const conflicts = conflictsWith(definition, before.layers.client, read.extraction);
  const warnings = placeWarnings(definition, row);
  return {
    result: {
      ...identity,
      context_id: read.item.contextId,
      fields_updated: [...changedFields(definition, stored.row, row)],
      embeddings_refreshed: refresh.vectors.length > 0,
      ...(typeof refresh.refreshDueAtMs === 'number' ? { refresh_pending: true } : {}),
      ...(conflicts.length > 0
        ? { conflicts: conflicts.map((each) => ({ ...each, span: [each.span[0], each.span[1]] })) }
        : {}),
      ...(warnings.length > 0 && { warnings: [...warnings] }),
    },
    write: {
      ...{ row, contextItems: [read.item], ...refresh },
      ...(stored.toRead !== null && { toRead: withTexts(stored.toRead, [read]) }),
    },
  };
}

function earlierItem(signature: TextSignature, items: readonly ContextItem[]): ContextItem | undefined {
  return items.find((item) => nearIdentical(signature, { hash: item.contentHash, minhash: item.minhash }));
}

async function readOne(
  dependencies: ProfileDependencies,
  tenant: TenantId,
  definition: DomainDefinition,
  { content, source, signature }: AppendContextRequest & { readonly signature: TextSignature },
  before: RecordContent,
  nowMs: number,
): Promise<ReadText> {
  const reader = {
    extractor: await dependencies.extractorFor(definition, tenant),
    ...{ depth: 'full' as const, newContextId: dependencies.newContextId, nowMs },
  };
  const given = { text: content, source: 'context' as const, label: source, signature };
  const known = knownBefore(before.layers.extracted, before.layers.client);
  return (await readTexts(reader, [given], known))[0]!;
}

function addText(
  definition: DomainDefinition,
  resolvePlace: ResolvePlace,
  before: RecordContent,
  read: ReadText,
): RecordContent {
  const merged = mergeTexts(definition, resolvePlace, extractedPart(before), [read]);
  return withExtracted(before, merged, before.layers.earlier);
}

type Refresh = Pick<ProfileWrite, 'vectors' | 'encodedBy' | 'dropVectors' | 'refreshDueAtMs'>;

/** The first vector of a new row is made whatever the limit, and is not counted. */
async function refreshVectors(
  { encoders, refreshLimiter }: ProfileDependencies,
  definition: DomainDefinition,
  row: ProfileRow,
  before: RecordContent,
  stored: StoredContext,
  nowMs: number,
): Promise<Refresh> {
  const { text, from } = softText(definition, row.layers);
  if (text === softText(definition, before.layers).text)
    return { vectors: [], dropVectors: [], refreshDueAtMs: 'keep' };
  const isFirst = !stored.vectors.some(
    (each) => each.domain === definition.domain && each.sourceDomain === definition.domain,
  );
  const key = JSON.stringify([row.tenantId, row.domain, row.userId]);
  const opensAtMs = isFirst ? null : refreshLimiter.tryRefresh(key, nowMs);
  if (opensAtMs !== null) return { vectors: [], dropVectors: [], refreshDueAtMs: opensAtMs };
  const at = new Date(nowMs).toISOString();
  const { vectors, encodedBy } = await makeVectors(await encoders.active(), {
    domain: definition.domain,
    sourceDomain: definition.domain,
    text,
    from,
    at,
  });
  return {
    vectors,
    encodedBy,
    dropVectors: staleVectors(stored.vectors, definition.domain, vectors.length > 0),
    refreshDueAtMs: null,
  };
}
