/** POST /users, one and many: prepare without a lock, then read, apply and write with one transaction for all. */
import type { TenantId } from '../../contract/brands.ts';
import type { UpsertUserRequest, UserRecord } from '../../contract/user.ts';
import type { HeadVector, ProfileWrite } from '../../storage/profile-row.ts';
import { profileKey } from '../heads/refresh-owed.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import { userRecord } from '../record/user-record.ts';
import { applyUpsert, type StoredState } from './apply-upsert.ts';
import type { OneAtATime } from './one-at-a-time.ts';
import { type PreparedUpsert, prepareUpsert } from './prepare-upsert.ts';

/** How many of a person's latest context items are looked through for the same text. */
export const REMEMBERED_ITEMS = 200;

export async function upsertUser(
  dependencies: ProfileDependencies,
  oneAtATime: OneAtATime,
  tenant: TenantId,
  request: UpsertUserRequest,
): Promise<UserRecord> {
  const prepared = await prepareUpsert(dependencies, tenant, request);
  const key = profileKey(tenant, prepared.definition.domain, prepared.userId);
  return oneAtATime.run(key, async () => {
    const stored = await readStored(dependencies, tenant, prepared);
    const write = await applyUpsert(dependencies, tenant, prepared, stored);
    const [outcome] = await dependencies.store.profiles.write([write]);
    return outcome === 'conflict' ? 'conflict' : record(prepared, write, stored.heads);
  });
}

/**
 * A batch of different people in one transaction; a person named twice is written in turn. Each is judged alone:
 * its record, or the error that it would have met by itself.
 */
export async function upsertUsers(
  dependencies: ProfileDependencies,
  oneAtATime: OneAtATime,
  tenant: TenantId,
  requests: readonly UpsertUserRequest[],
): Promise<readonly (UserRecord | Error)[]> {
  const results: (UserRecord | Error)[] = [];
  const first = new Set<string>();
  const inTurn: number[] = [];
  const writes: {
    at: number;
    prepared: PreparedUpsert;
    write: ProfileWrite;
    heads: readonly HeadVector[];
  }[] = [];
  for (const [at, request] of requests.entries()) {
    const key = profileKey(tenant, request.domain, request.user_id);
    if (first.has(key)) {
      inTurn.push(at);
      continue;
    }
    first.add(key);
    try {
      const prepared = await prepareUpsert(dependencies, tenant, request);
      const stored = await readStored(dependencies, tenant, prepared);
      writes.push({
        at,
        prepared,
        write: await applyUpsert(dependencies, tenant, prepared, stored),
        heads: stored.heads,
      });
    } catch (error) {
      results[at] = error as Error;
    }
  }
  const outcomes = await dependencies.store.profiles.write(writes.map(({ write }) => write));
  for (const [position, { at, prepared, write, heads }] of writes.entries()) {
    if (outcomes[position] === 'conflict') inTurn.push(at);
    else results[at] = record(prepared, write, heads);
  }
  for (const at of inTurn.sort((a, b) => a - b)) {
    results[at] = await upsertUser(dependencies, oneAtATime, tenant, requests[at]!).catch(
      (error: Error) => error,
    );
  }
  return results;
}

async function readStored(
  { store }: ProfileDependencies,
  tenant: TenantId,
  prepared: PreparedUpsert,
): Promise<StoredState> {
  const { domain } = prepared.definition;
  const row = await store.profiles.get(tenant, domain, prepared.userId);
  const heads = await store.profiles.heads(tenant, prepared.userId);
  const items =
    row === null || prepared.texts === null
      ? []
      : await store.profiles.contextItems(tenant, domain, prepared.userId, REMEMBERED_ITEMS);
  return { row, heads, knownTexts: new Map(items.map((item) => [item.contentHash, item.contextId])) };
}

function record(prepared: PreparedUpsert, write: ProfileWrite, before: readonly HeadVector[]): UserRecord {
  const replaced = new Set([...write.dropHeads, ...write.heads.map((head) => head.head)]);
  const kept = before.filter((head) => head.sourceDomain === write.row.domain && !replaced.has(head.head));
  const notes = { warnings: prepared.warnings };
  return userRecord(prepared.definition, write.row, [...write.heads, ...kept], notes);
}
