/** POST /users, one and many: prepare without a lock, then read, apply and write in one transaction. */
import { bulkhead } from 'cockatiel';
import { personBlocked } from '../../../contract/blocked.ts';
import type { TenantId } from '../../../contract/brands.ts';
import { keyInProgress } from '../../../contract/idempotency.ts';
import type { UpsertUserRequest, UserRecord } from '../../../contract/user.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { ProfileRow, ProfileVector, ProfileWrite } from '../../../platform/storage/profile-row.ts';
import type { EventLoopYielder } from '../../../platform/threads/event-loop-yielder.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import type { UpsertCall } from '../profile-service.ts';
import { profileKey } from '../record/profile-key.ts';
import { userRecord } from '../record/user-record.ts';
import { applyUpsert } from './apply-upsert.ts';
import { askOnce } from './ask-once.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import { checkUpsert, type PreparedUpsert, prepareUpsert } from './prepare-upsert.ts';
import type { StoredState } from './stored-state.ts';

/** The number of a person's latest context items that are compared with a new text. */
export const REMEMBERED_ITEMS = 200;

export async function upsertUser(
  dependencies: ProfileDependencies,
  oneAtATime: OneAtATime,
  tenant: TenantId,
  request: UpsertCall,
): Promise<UserRecord> {
  await refuseBlocked(dependencies, tenant, request.user_id);
  const prepared = await prepareUpsert(dependencies, tenant, request);
  const key = profileKey(tenant, prepared.definition.domain, prepared.userId);
  return oneAtATime.run(key, async () => {
    const stored = await readState(dependencies, tenant, prepared);
    const write = await applyUpsert(dependencies, tenant, prepared, stored);
    const shown = await shownRecord(
      dependencies,
      prepared.definition,
      write,
      stored.vectors,
      prepared.warnings,
    );
    const [result] = await dependencies.store.profiles.write([claimed(write, request, shown)]);
    if (result === 'in_use') throw keyInProgress();
    if (result === 'blocked') throw personBlocked(request.user_id);
    return result === 'conflict' ? 'conflict' : shown;
  });
}

/** By call, the error that an upsert would meet before it asks another host and reads a text; null: none. */
export async function checkUsers(
  dependencies: ProfileDependencies,
  yielder: EventLoopYielder,
  tenant: TenantId,
  requests: readonly UpsertCall[],
): Promise<readonly (Error | null)[]> {
  const ids = requests.map(({ user_id }) => user_id);
  const blocked = await dependencies.store.blocks.among(tenant, ids);
  const shared = askOnce(dependencies);
  const results: (Error | null)[] = [];
  for (const request of requests) {
    await yielder.yieldIfDue();
    const check = checkUpsert(shared, tenant, request).then(
      () => null,
      (error: Error) => error,
    );
    results.push(blocked.has(request.user_id) ? personBlocked(request.user_id) : await check);
  }
  return results;
}

/** Before the texts are read, which may ask another host. */
export async function refuseBlocked(
  { store }: Pick<ProfileDependencies, 'store'>,
  tenant: TenantId,
  userId: string,
): Promise<void> {
  if ((await store.blocks.among(tenant, [userId])).has(userId)) throw personBlocked(userId);
}

/**
 * People of a batch that are prepared at the same time if another host (a language model, a memory) is
 * needed.
 */
const PREPARED_AT_ONCE = 4;

/**
 * A batch of people, read together and written in one transaction. Repeated requests for one person are
 * written afterwards, in order. Each request gets its record, or the error that it would have met by itself.
 */
export async function upsertUsers(
  dependencies: ProfileDependencies,
  oneAtATime: OneAtATime,
  yielder: EventLoopYielder,
  tenant: TenantId,
  requests: readonly UpsertCall[],
): Promise<readonly (UserRecord | Error)[]> {
  const results: (UserRecord | Error)[] = [];
  const { together, inTurn } = splitRepeated(tenant, requests);
  const ids = requests.map(({ user_id }) => user_id);
  const blocked = await dependencies.store.blocks.among(tenant, ids);
  for (const at of together) if (blocked.has(ids[at]!)) results[at] = personBlocked(ids[at]!);
  const shared = askOnce(dependencies);
  const prepared = await prepareAll(
    shared,
    yielder,
    tenant,
    requests,
    together.filter((at) => results[at] === undefined),
    results,
  );
  const rows = await readRows(shared, tenant, [...prepared.values()]);
  const writes = await Promise.all(
    [...prepared].map(async ([at, ready]) => {
      const row = rows.get(profileKey(tenant, ready.definition.domain, ready.userId)) ?? null;
      const stored = await readAround(shared, tenant, ready, row);
      await yielder.yieldIfDue();
      const write = await applyUpsert(shared, tenant, ready, stored);
      const shown = await shownRecord(shared, ready.definition, write, stored.vectors, ready.warnings);
      return { at, shown, write: claimed(write, requests[at]!, shown) };
    }),
  );
  const outcomes = await shared.store.profiles.write(writes.map(({ write }) => write));
  for (const [position, { at, shown }] of writes.entries()) {
    if (outcomes[position] === 'conflict') inTurn.push(at);
    else if (outcomes[position] === 'blocked') results[at] = personBlocked(requests[at]!.user_id);
    else results[at] = outcomes[position] === 'in_use' ? keyInProgress() : shown;
  }
  for (const at of inTurn.sort((a, b) => a - b)) {
    results[at] = await upsertUser(dependencies, oneAtATime, tenant, requests[at]!).catch(
      (error: Error) => error,
    );
  }
  return results;
}

/** The valid requests by position, in order. The errors of the others are put into `results`. */
async function prepareAll(
  dependencies: ProfileDependencies,
  yielder: EventLoopYielder,
  tenant: TenantId,
  requests: readonly UpsertCall[],
  together: readonly number[],
  results: (UserRecord | Error)[],
): Promise<ReadonlyMap<number, PreparedUpsert>> {
  const policy = bulkhead(PREPARED_AT_ONCE, Number.MAX_SAFE_INTEGER);
  const prepared = await Promise.all(
    together.map((at) => {
      const prepare = async () => {
        await yielder.yieldIfDue();
        return prepareUpsert(dependencies, tenant, requests[at]!);
      };
      const whenPrepared = needsAnotherHost(dependencies, tenant, requests[at]!).then((needed) =>
        needed ? policy.execute(prepare) : prepare(),
      );
      return whenPrepared.catch((error: Error) => {
        results[at] = error;
        return null;
      });
    }),
  );
  return new Map(together.flatMap((at, position) => (prepared[position] ? [[at, prepared[position]]] : [])));
}

async function needsAnotherHost(
  { domainFor, extractorFor }: ProfileDependencies,
  tenant: TenantId,
  { domain, memory_ref, reading }: UpsertCall,
): Promise<boolean> {
  if (memory_ref !== undefined) return true;
  if (reading === 'fast') return false;
  const { definition } = await domainFor(tenant, domain);
  return (await extractorFor(definition, tenant)).asksServer === true;
}

function splitRepeated(tenant: TenantId, requests: readonly UpsertUserRequest[]) {
  const seen = new Set<string>();
  const together: number[] = [];
  const inTurn: number[] = [];
  for (const [at, { domain, user_id }] of requests.entries()) {
    const key = profileKey(tenant, domain, user_id);
    (seen.has(key) ? inTurn : together).push(at);
    seen.add(key);
  }
  return { together, inTurn };
}

async function readRows(
  { store }: ProfileDependencies,
  tenant: TenantId,
  prepared: readonly PreparedUpsert[],
): Promise<ReadonlyMap<string, ProfileRow>> {
  const rows = new Map<string, ProfileRow>();
  for (const [domain, group] of Map.groupBy(prepared, ({ definition }) => definition.domain)) {
    const ids = group.map(({ userId }) => userId);
    for (const row of await store.profiles.getMany(tenant, domain, ids))
      rows.set(profileKey(tenant, domain, row.userId), row);
  }
  return rows;
}

/**
 * The parts of an upsert that its stored state depends on. Earlier texts are read only if `texts` or `record`
 * may repeat them.
 */
type Written = Pick<PreparedUpsert, 'definition' | 'userId' | 'texts' | 'record' | 'merge' | 'depth'>;

export async function readState(
  dependencies: ProfileDependencies,
  tenant: TenantId,
  prepared: Written,
): Promise<StoredState> {
  const { domain } = prepared.definition;
  const row = await dependencies.store.profiles.get(tenant, domain, prepared.userId);
  return readAround(dependencies, tenant, prepared, row);
}

/**
 * The stored state around `row`. Without a row there are neither profile vectors made from it nor context
 * items, nor texts to read.
 */
async function readAround(
  { store }: ProfileDependencies,
  tenant: TenantId,
  prepared: Written,
  row: ProfileRow | null,
): Promise<StoredState> {
  if (row === null) return { row, vectors: [], knownTexts: new Map(), toRead: null };
  const vectors = await store.profiles.vectors(tenant, prepared.userId);
  const items =
    prepared.texts === null && prepared.record === null
      ? []
      : await store.profiles.contextItems(tenant, row.domain, prepared.userId, REMEMBERED_ITEMS);
  const knownTexts = new Map(items.map((item) => [item.contentHash, item.contextId]));
  const mayAddToRead = prepared.depth === 'fast' || (prepared.merge && prepared.texts !== null);
  const toRead = mayAddToRead ? await store.readings.ofRow(tenant, row.domain, prepared.userId) : null;
  return { row, vectors, knownTexts, toRead };
}

/**
 * The write with the key of its request. The function of the claim is replaced by its result, because the
 * write crosses to another thread.
 */
function claimed(write: ProfileWrite, { claim }: UpsertCall, record: UserRecord): ProfileWrite {
  if (claim === undefined) return write;
  const { answerFor, ...key } = claim;
  return { ...write, claim: { ...key, answer: answerFor(record) } };
}

/** The record as it is once `write` is done. `before`: the vectors that are stored now. */
export async function shownRecord(
  { encoders }: ProfileDependencies,
  definition: DomainDefinition,
  write: ProfileWrite,
  before: readonly ProfileVector[],
  warnings: PreparedUpsert['warnings'],
): Promise<UserRecord> {
  const { serving } = await encoders.active();
  const replaced = new Set([...write.dropVectors, ...write.vectors.map((each) => each.domain)]);
  const kept = before.filter((each) => each.sourceDomain === write.row.domain && !replaced.has(each.domain));
  const shown = [...write.vectors, ...kept].filter(({ encoderId }) => encoderId === serving.encoderId);
  return userRecord(definition, write.row, shown, { warnings });
}
