/** The part of an upsert that needs no stored state: validate, fetch, read. An invalid call fails here. */
import type { TenantId } from '../../../contract/brands.ts';
import { isBlank, MAX_TEXT_BYTES } from '../../../contract/common.ts';
import { ApiError, apiError, retryLater } from '../../../contract/errors.ts';
import type { ReadingDepth } from '../../../contract/reading-depths.ts';
import type { StoredRecord } from '../../../contract/stored-record.ts';
import { type DomainDefinition, schemaVersion } from '../../../domains/definition.ts';
import { statedPreferences } from '../../../domains/no-value.ts';
import { parsePreferences } from '../../../domains/parse-filter.ts';
import { faultInWords } from '../../../platform/outbound/network-fault.ts';
import { type Enriched, enrich, notEnriched } from '../enrichment/enrich.ts';
import { fetchMemory } from '../memory/fetch-memory.ts';
import { memoryReference } from '../memory/memory-reference.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import type { UpsertCall } from '../profile-service.ts';
import type { RecordNotes } from '../record/user-record.ts';
import { type ValidatedFields, validateFields } from '../record/validate-fields.ts';
import { type PreparedRecord, prepareRecord, refuseBesideRecord } from './prepare-record.ts';
import { type GivenText, type ReadText, readTexts } from './read-texts.ts';

export interface PreparedUpsert {
  /** The domain version in force; the row is made by it. */
  readonly definition: DomainDefinition;
  /** The domain version by which fields and texts were read: `dating.v1`. */
  readonly schemaVersion: string;
  readonly userId: string;
  readonly replace: boolean;
  /** Whether values are laid over the stored ones. */
  readonly merge: boolean;
  /** null: the call has no `fields`. */
  readonly validated: ValidatedFields | null;
  /** null: the call has no `preferences`. */
  readonly preferences: Readonly<Record<string, unknown>> | null;
  /** How deep the texts were read, and those composed of the client's fields will be. */
  readonly depth: ReadingDepth;
  /** null: the call has neither a text nor a readable memory. */
  readonly texts: readonly ReadText[] | null;
  /** Values for fields that no text gives. */
  readonly enriched: Enriched['layer'];
  /** null: the call has no `record`. Else the call has nothing but it. */
  readonly record: PreparedRecord | null;
  readonly nowMs: number;
  readonly warnings: NonNullable<RecordNotes['warnings']>;
}

/** Checks a call by the domain before another host is asked and a text is read. */
interface CheckedUpsert extends Pick<PreparedUpsert, 'definition' | 'validated' | 'nowMs'> {
  readonly readBy: DomainDefinition;
  readonly at: string;
}

/** Throws what the upsert throws for a call that the domain does not take. */
export async function checkUpsert(
  dependencies: ProfileDependencies,
  tenant: TenantId,
  request: UpsertCall,
): Promise<CheckedUpsert | PreparedUpsert> {
  checkTextSize('context', request.context);
  checkTextSize('summary', request.summary);
  const { definition } = await dependencies.domainFor(tenant, request.domain);
  const readBy =
    request.schema === undefined
      ? definition
      : await dependencies.versionFor(tenant, definition.domain, request.schema);
  const nowMs = dependencies.clock();
  if (request.record !== undefined)
    return ofRecord(dependencies, tenant, definition, { ...request, record: request.record }, nowMs);
  const at = new Date(nowMs).toISOString();
  const validated = request.fields === undefined ? null : validateFields(readBy, request.fields, at);
  if (request.preferences !== undefined)
    parsePreferences(definition, request.preferences, dependencies.resolvePlace);
  return { definition, readBy, nowMs, at, validated };
}

export async function prepareUpsert(
  dependencies: ProfileDependencies,
  tenant: TenantId,
  request: UpsertCall,
): Promise<PreparedUpsert> {
  const checked = await checkUpsert(dependencies, tenant, request);
  if ('record' in checked) return checked;
  const { definition, readBy, nowMs, at, validated } = checked;
  const depth = request.reading ?? 'full';
  const memory = await readMemory(dependencies, tenant, request);
  const enriched = await enrichedBy(dependencies, tenant, readBy, request, at);
  const texts = givenTexts(request, memory.texts, enriched.text);
  const reader = {
    extractor: await dependencies.extractorFor(readBy, tenant),
    ...{ depth, newContextId: dependencies.newContextId, nowMs, explained: request.explained === true },
  };
  const known = Object.fromEntries(
    Object.entries(validated?.client ?? {}).map(([name, { value }]) => [name, value]),
  );
  return {
    definition,
    schemaVersion: schemaVersion(readBy),
    userId: request.user_id,
    replace: request.replace ?? false,
    merge: request.merge ?? false,
    validated,
    preferences: request.preferences === undefined ? null : statedPreferences(request.preferences),
    depth,
    texts: texts === null ? null : await readTexts(reader, texts, known),
    enriched: enriched.layer,
    record: null,
    nowMs,
    warnings: [...memory.warnings, ...enriched.warnings],
  };
}

async function ofRecord(
  { versionFor, newContextId }: ProfileDependencies,
  tenant: TenantId,
  definition: DomainDefinition,
  { record, ...request }: UpsertCall & { readonly record: StoredRecord },
  nowMs: number,
): Promise<PreparedUpsert> {
  refuseBesideRecord(request);
  for (const [at, { content }] of record.context_items.entries())
    checkTextSize(`record.context_items[${at}].content`, content);
  // A workspace that lacks the version reads the values by the one in force.
  const readBy = await versionFor(tenant, definition.domain, record.schema_version).catch((error) => {
    if (error instanceof ApiError && error.code === 'domain_not_found') return definition;
    throw error;
  });
  return {
    ...{ definition, schemaVersion: schemaVersion(readBy), userId: request.user_id, replace: true, nowMs },
    ...{ merge: false, depth: 'full' },
    ...{ validated: null, preferences: null, texts: null, enriched: {}, warnings: [] },
    record: prepareRecord(readBy, record, newContextId, nowMs),
  };
}

export function checkTextSize(name: string, text: string | undefined): void {
  if (text === undefined || text.length * 3 <= MAX_TEXT_BYTES) return;
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_TEXT_BYTES) return;
  throw apiError(
    'payload_too_large',
    `${name} has ${bytes} bytes of UTF-8; at most ${MAX_TEXT_BYTES} are taken. Split it.`,
    {
      bytes,
      limit: MAX_TEXT_BYTES,
    },
  );
}

/** In rising precedence, since a later text wins: third parties' texts first, then the person's own. */
function givenTexts(
  { context, summary }: UpsertCall,
  memory: readonly string[] | null,
  enrichment: string | null,
): readonly GivenText[] | null {
  if (context === undefined && summary === undefined && memory === null) return null;
  const texts: readonly GivenText[] = [
    ...(enrichment === null ? [] : [{ text: enrichment, source: 'memory', label: 'enrichment' } as const]),
    ...(memory ?? []).map((text) => ({ text, source: 'memory', label: 'memory' }) as const),
    { text: context ?? '', source: 'context', label: 'profile' },
    { text: summary ?? '', source: 'context', label: 'summary' },
  ];
  return texts.filter(({ text }) => !isBlank(text));
}

async function enrichedBy(
  { enrichmentAccess }: ProfileDependencies,
  tenant: TenantId,
  readBy: DomainDefinition,
  { user_id, context, fields, enrich: wanted }: UpsertCall,
  at: string,
): Promise<Enriched> {
  if (wanted !== true) return notEnriched;
  const question = { user_id, domain: readBy.domain, text: context ?? '', fields: fields ?? {} };
  return enrich(enrichmentAccess, tenant, readBy, question, at);
}

interface Memory {
  readonly texts: readonly string[] | null;
  readonly warnings: PreparedUpsert['warnings'];
}

async function readMemory(
  { memoryAccess }: ProfileDependencies,
  tenant: TenantId,
  request: UpsertCall,
): Promise<Memory> {
  if (request.memory_ref === undefined) return { texts: null, warnings: [] };
  const access = await memoryAccess(tenant);
  const reference = memoryReference(request.memory_ref, access.allowedHosts);
  try {
    return { texts: await fetchMemory(reference, access), warnings: [] };
  } catch (error) {
    const because =
      error instanceof ApiError ? 'it redirects to an address that is not allowed' : faultInWords(error);
    const alone =
      request.context === undefined && request.fields === undefined && request.preferences === undefined;
    const message = `memory_ref could not be read: ${because}`;
    if (alone)
      throw retryLater(
        'dependency_unavailable',
        `${message}. Nothing else was given; try again later.`,
        5000,
      );
    return { texts: null, warnings: [{ code: 'memory_unavailable', message }] };
  }
}
