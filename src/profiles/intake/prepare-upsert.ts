/** The part of an upsert that needs no stored state: judge, fetch, read. Whatever is wrong with the call shows here. */
import type { TenantId } from '../../contract/brands.ts';
import { MAX_TEXT_BYTES } from '../../contract/common.ts';
import { ApiError, apiError, retryLater } from '../../contract/errors.ts';
import type { UpsertUserRequest } from '../../contract/user.ts';
import type { DomainDefinition } from '../../domains/definition.ts';
import { parsePreferences } from '../../domains/parse-filter.ts';
import { fetchMemory } from '../memory/fetch-memory.ts';
import { memoryReference } from '../memory/memory-reference.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import { type JudgedFields, judgeFields } from '../record/judge-fields.ts';
import type { RecordNotes } from '../record/user-record.ts';
import { type GivenText, type ReadText, readTexts } from './read-texts.ts';

export interface PreparedUpsert {
  readonly definition: DomainDefinition;
  readonly userId: string;
  readonly replace: boolean;
  /** null: the call does not speak of fields. */
  readonly judged: JudgedFields | null;
  /** null: the call does not speak of preferences. */
  readonly preferences: Readonly<Record<string, unknown>> | null;
  /** null: the call has neither a context nor a memory that could be read. */
  readonly texts: readonly ReadText[] | null;
  readonly nowMs: number;
  readonly warnings: NonNullable<RecordNotes['warnings']>;
}

export async function prepareUpsert(
  dependencies: ProfileDependencies,
  tenant: TenantId,
  request: UpsertUserRequest,
): Promise<PreparedUpsert> {
  checkTextSize('context', request.context);
  const { definition } = await dependencies.domainFor(tenant, request.domain);
  const nowMs = dependencies.clock();
  const at = new Date(nowMs).toISOString();
  const judged = request.fields === undefined ? null : judgeFields(definition, request.fields, at);
  if (request.preferences !== undefined)
    parsePreferences(definition, request.preferences, dependencies.resolvePlace);
  const memory = await readMemory(dependencies, tenant, request);
  const texts = givenTexts(request, memory.texts);
  const reader = {
    extractor: await dependencies.extractorFor(definition),
    newContextId: dependencies.newContextId,
    nowMs,
  };
  const known = Object.fromEntries(
    Object.entries(judged?.client ?? {}).map(([name, { value }]) => [name, value]),
  );
  return {
    definition,
    userId: request.user_id,
    replace: request.replace ?? false,
    judged,
    preferences: request.preferences ?? null,
    texts: texts === null ? null : await readTexts(reader, texts, known),
    nowMs,
    warnings: memory.warnings,
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

function givenTexts(
  request: UpsertUserRequest,
  memory: readonly string[] | null,
): readonly GivenText[] | null {
  if (request.context === undefined && memory === null) return null;
  const context: GivenText[] =
    request.context === undefined || request.context.trim() === ''
      ? []
      : [{ text: request.context, source: 'context', label: 'profile' }];
  return [
    ...(memory ?? []).map((text): GivenText => ({ text, source: 'memory', label: 'memory' })),
    ...context,
  ];
}

interface Memory {
  readonly texts: readonly string[] | null;
  readonly warnings: PreparedUpsert['warnings'];
}

async function readMemory(
  { memoryAccess }: ProfileDependencies,
  tenant: TenantId,
  request: UpsertUserRequest,
): Promise<Memory> {
  if (request.memory_ref === undefined) return { texts: null, warnings: [] };
  const access = await memoryAccess(tenant);
  const reference = memoryReference(request.memory_ref, access.allowedHosts);
  try {
    return { texts: await fetchMemory(reference, access), warnings: [] };
  } catch (error) {
    const because =
      error instanceof ApiError
        ? 'it redirects to an address that is not allowed'
        : String((error as Error).message);
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
