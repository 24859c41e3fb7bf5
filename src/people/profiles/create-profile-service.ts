/** Implements `ProfileService` from intake and reading. */
import { personBlocked } from '../../contract/blocked.ts';
import type { TenantId } from '../../contract/brands.ts';
import { ApiError, apiError } from '../../contract/errors.ts';
import type { MatchProfile } from '../../contract/match.ts';
import type { AppendContextRequest, ContextResult, UserRecord } from '../../contract/user.ts';
import { EventLoopYielder } from '../../platform/threads/event-loop-yielder.ts';
import { datasetsWithout, eraseSession } from './erase-session.ts';
import { type RowsRead, readRowsInFull } from './full-reading/read-rows-in-full.ts';
import { appendContext } from './intake/append-context.ts';
import { createOneAtATime, type OneAtATime } from './intake/one-at-a-time.ts';
import { patchUser } from './intake/patch-user.ts';
import { checkTextSize } from './intake/prepare-upsert.ts';
import { type ReadSeeker, type ReadSeekerOptions, readSeeker } from './intake/read-seeker.ts';
import {
  checkUsers,
  REMEMBERED_ITEMS,
  refuseBlocked,
  upsertUser,
  upsertUsers,
} from './intake/upsert-users.ts';
import { listPeople } from './list-people.ts';
import type { ProfileDependencies } from './profile-dependencies.ts';
import type { ProfileService, ShownOfRecord } from './profile-service.ts';
import { readSamples } from './read-samples.ts';
import { exportPerson } from './record/export-person.ts';
import { lostOfRow } from './record/lost-of-row.ts';
import { profileKey } from './record/profile-key.ts';
import { unknownUser } from './record/unknown-user.ts';
import { userRecord } from './record/user-record.ts';
import { searchPeople } from './search/search-people.ts';
import { type EnsuredVector, ensureVector } from './vectors/ensure-vector.ts';

export interface Profiles extends ProfileService {
  /**
   * For the match service: the profile vector of a seeker known in another domain only. null: known nowhere.
   */
  ensureVector(tenant: TenantId, userId: string, domain: string): Promise<EnsuredVector | null>;
  /** For the match service: reads the profile of a seeker that is not stored, and stores nothing. */
  readSeeker(
    tenant: TenantId,
    domain: string,
    profile: MatchProfile,
    options?: ReadSeekerOptions,
  ): Promise<ReadSeeker>;
  /**
   * For the job behind an import that was read fast: reads up to `limit` rows in full. null: none is left.
   * Throws 404 `domain_not_found` and 403 `forbidden`.
   */
  readInFull(tenant: TenantId, domain: string, limit: number): Promise<RowsRead | null>;
}

/** The most that intake may use of one turn of the event loop, ms, since a match needs many turns. */
const INTAKE_SLICE_MS = 2;

export function createProfileService(dependencies: ProfileDependencies): Profiles {
  const oneAtATime = createOneAtATime();
  const yielder = new EventLoopYielder(INTAKE_SLICE_MS);
  return {
    upsert: async (tenant, request) => {
      await yielder.yieldIfDue();
      const record = await upsertUser(dependencies, oneAtATime, tenant, request);
      // One commit resolves many upserts at once: their answers share turns by the same limit.
      await yielder.yieldIfDue();
      return record;
    },
    upsertMany: (tenant, requests) => upsertUsers(dependencies, oneAtATime, yielder, tenant, requests),
    checkMany: (tenant, requests) => checkUsers(dependencies, yielder, tenant, requests),
    patch: async (tenant, request) => {
      await yielder.yieldIfDue();
      return patchUser(dependencies, oneAtATime, tenant, request);
    },
    append: (tenant, request) => append(dependencies, oneAtATime, tenant, request),
    get: (tenant, userId, domain, shown) => getUser(dependencies, tenant, userId, domain, shown),
    getAll: (tenant, userId, shown) => getUserEverywhere(dependencies, tenant, userId, shown),
    list: (tenant, domain, query) => listPeople(dependencies, tenant, domain, query),
    search: (tenant, query) => searchPeople(dependencies, tenant, query),
    samples: (tenant, domain) => readSamples(dependencies, tenant, domain),
    export: (tenant, userId) => exportPerson(dependencies, tenant, userId),
    erase: (tenant, userId, domain, options) =>
      eraseUser(dependencies, oneAtATime, tenant, userId, domain, options),
    eraseSession: (tenant, sessionId) => eraseSession(dependencies, tenant, sessionId),
    liftBlock: (tenant, userId) => liftBlock(dependencies, tenant, userId),
    ensureVector: (tenant, userId, domain) => ensureVector(dependencies, tenant, userId, domain),
    readSeeker: async (tenant, domain, profile, options) => {
      await yielder.yieldIfDue();
      return readSeeker(dependencies, tenant, domain, profile, options);
    },
    readInFull: (tenant, domain, limit) => readRowsInFull(dependencies, tenant, domain, limit),
  };
}

async function append(
  dependencies: ProfileDependencies,
  oneAtATime: OneAtATime,
  tenant: TenantId,
  request: AppendContextRequest,
): Promise<ContextResult> {
  checkTextSize('content', request.content);
  const { store } = dependencies;
  const { definition } = await dependencies.domainFor(tenant, request.domain);
  await refuseBlocked(dependencies, tenant, request.user_id);
  return oneAtATime.run(profileKey(tenant, definition.domain, request.user_id), async () => {
    const row = await store.profiles.get(tenant, definition.domain, request.user_id);
    const vectors = await store.profiles.vectors(tenant, request.user_id);
    const items = await store.profiles.contextItems(
      tenant,
      definition.domain,
      request.user_id,
      REMEMBERED_ITEMS,
    );
    const { result, write } = await appendContext(dependencies, tenant, definition, request, {
      ...{ row, vectors, items },
      toRead: await store.readings.ofRow(tenant, definition.domain, request.user_id),
    });
    const [outcome] = write === null ? ['written' as const] : await store.profiles.write([write]);
    if (outcome === 'blocked') throw personBlocked(request.user_id);
    return outcome === 'conflict' ? 'conflict' : result;
  });
}

async function getUser(
  dependencies: ProfileDependencies,
  tenant: TenantId,
  userId: string,
  domain: string,
  shown?: ShownOfRecord,
): Promise<UserRecord> {
  const { definition } = await dependencies.domainFor(tenant, domain);
  const row = await dependencies.store.profiles.get(tenant, domain, userId);
  if (row === null) throw unknownUser(userId, `in ${domain}`);
  const vectors = await dependencies.store.profiles.vectors(tenant, userId);
  const { serving } = await dependencies.encoders.active();
  const lost = shown?.lost === true ? await lostOfRow(dependencies, definition, row) : undefined;
  return userRecord(
    definition,
    row,
    vectors.filter((each) => each.sourceDomain === domain && each.encoderId === serving.encoderId),
    { alternatives: shown?.alternatives === true, lost },
  );
}

async function getUserEverywhere(
  dependencies: ProfileDependencies,
  tenant: TenantId,
  userId: string,
  shown?: ShownOfRecord,
) {
  const rows = await dependencies.store.profiles.listDomains(tenant, userId);
  if (rows.length === 0) throw unknownUser(userId, 'in any domain');
  const domains: Record<string, UserRecord> = {};
  for (const row of rows) {
    const record = await getUser(dependencies, tenant, userId, row.domain, shown).catch(unlessDisabled);
    if (record !== null) domains[row.domain] = record;
  }
  return { user_id: userId, domains };
}

/** null for a row of a domain that the tenant no longer has: it is stored, but not shown. */
function unlessDisabled(error: unknown): null {
  if (error instanceof ApiError && (error.code === 'forbidden' || error.code === 'domain_not_found'))
    return null;
  throw error;
}

async function eraseUser(
  dependencies: ProfileDependencies,
  oneAtATime: OneAtATime,
  tenant: TenantId,
  userId: string,
  domain: string | null,
  { block = false }: { readonly block?: boolean } = {},
) {
  const { store, domainFor, clock } = dependencies;
  if (domain !== null) await domainFor(tenant, domain);
  const rows = await store.profiles.listDomains(tenant, userId);
  const keys = rows.filter((row) => domain === null || row.domain === domain).map((row) => row.domain);
  const without = domain === null ? await datasetsWithout(dependencies, tenant, userId) : {};
  const erase = () => store.profiles.erase(tenant, userId, domain, { ...without, block, nowMs: clock() });
  // The erasure queues behind this process's pending writes of the user, so that none restores the row.
  const locked = keys.reduceRight(
    (inner, key) => () => oneAtATime.run(profileKey(tenant, key, userId), inner),
    erase as () => ReturnType<typeof erase>,
  );
  const erasure = await locked();
  const { records, contextItems, outcomes, triplets, vectors, pendingEvents, datasetVersions } = erasure;
  const inDatasets = pendingEvents + datasetVersions;
  if (!block && records + contextItems + outcomes + triplets + vectors + inDatasets === 0) {
    throw unknownUser(userId, domain === null ? 'in any domain' : `in ${domain}`);
  }
  return {
    user_id: userId,
    domains: [...erasure.domains],
    erased: {
      records: erasure.records,
      context_items: erasure.contextItems,
      outcomes: erasure.outcomes,
      triplets: erasure.triplets,
      vectors: erasure.vectors,
      pending_events: erasure.pendingEvents,
      dataset_versions: erasure.datasetVersions,
    },
    trained_models: [...erasure.trainedModels],
    blocked: block,
  };
}

async function liftBlock({ store }: ProfileDependencies, tenant: TenantId, userId: string) {
  if (await store.blocks.lift(tenant, userId)) return { user_id: userId, blocked: false as const };
  throw apiError(
    'user_not_found',
    `«${userId}» is not blocked. DELETE /v1/users/{user_id}?block=true blocks an id.`,
    {
      user_id: userId,
    },
  );
}
