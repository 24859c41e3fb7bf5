/**
 * Reads the texts of the next listed rows of a domain in full. A row that is written or erased meanwhile is
 * left alone: its write says whether it stays on the list.
 */
import { bulkhead } from 'cockatiel';
import type { TenantId } from '../../../contract/brands.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { ProfileRow } from '../../../platform/storage/profile-row.ts';
import type { RowToRead } from '../../../platform/storage/reading-store.ts';
import { StoreOutage } from '../../../platform/storage/store-outage.ts';
import type { ProfileDependencies } from '../profile-dependencies.ts';
import type { RecordContent } from '../record/next-row.ts';
import { fullReadingWrite, readRowInFull } from './read-row-in-full.ts';

/** Rows that are read at the same time where another host is asked. */
const READ_AT_ONCE = 4;
/** Rows a transaction: few, since a write of a caller waits for it. */
const WRITTEN_AT_ONCE = 32;

export interface RowsRead {
  readonly rows: number;
  /** Rows that it changed. */
  readonly changed: number;
  /** Why rows could not be read. They keep what was read fast. */
  readonly refusals: readonly Error[];
}

/** null: no row is listed. Throws 404 `domain_not_found` and 403 `forbidden`. */
export async function readRowsInFull(
  dependencies: ProfileDependencies,
  tenant: TenantId,
  domain: string,
  limit: number,
): Promise<RowsRead | null> {
  const { store } = dependencies;
  const listed = await store.readings.list(tenant, domain, limit);
  if (listed.length === 0) return null;
  const { definition } = await dependencies.domainFor(tenant, domain);
  const extractor = await dependencies.extractorFor(definition, tenant);
  const open = await openRows(dependencies, tenant, domain, listed);
  const read = ({ row, texts }: OpenRow) => readRowInFull(dependencies, definition, extractor, row, texts);
  const policy = bulkhead(extractor.asksServer === true ? READ_AT_ONCE : limit, limit);
  const contents = await Promise.all(open.map((each) => policy.execute(() => orError(read(each)))));
  for (const [at, content] of contents.entries()) {
    // Alone, because another text may have ended the thread that read it.
    if (content instanceof Error) contents[at] = await orError(read(open[at]!));
  }
  const changes = open.flatMap(({ row }, at) => {
    const content = contents[at]!;
    return content === null || content instanceof Error ? [] : [{ row, content }];
  });
  let changed = 0;
  for (let start = 0; start < changes.length; start += WRITTEN_AT_ONCE) {
    const some = changes.slice(start, start + WRITTEN_AT_ONCE);
    const writes = await Promise.all(
      some.map(({ row, content }) => fullReadingWrite(dependencies, definition, row, content)),
    );
    const outcomes = await store.profiles.write(writes);
    changed += outcomes.filter((outcome) => outcome === 'written').length;
  }
  const toWrite = new Set(changes.map(({ row }) => row.userId));
  const revisions = new Map(open.map(({ row }) => [row.userId, row.revision]));
  const settled = listed
    .filter(({ userId }) => !toWrite.has(userId))
    .map(({ userId }) => ({ userId, revision: revisions.get(userId) ?? 0 }));
  await store.readings.settle(tenant, domain, settled);
  const refusals = contents.filter((content) => content instanceof Error);
  return { rows: settled.length + changed, changed, refusals };
}

interface OpenRow {
  readonly row: ProfileRow;
  readonly texts: Parameters<typeof readRowInFull>[4];
}

async function openRows(
  { store }: ProfileDependencies,
  tenant: TenantId,
  domain: string,
  listed: readonly RowToRead[],
): Promise<readonly OpenRow[]> {
  const ids = listed.map(({ userId }) => userId);
  const rows = new Map((await store.profiles.getMany(tenant, domain, ids)).map((row) => [row.userId, row]));
  const contextIds = listed.flatMap(({ texts }) => texts.map(({ contextId }) => contextId));
  const found = contextIds.length === 0 ? [] : await store.readings.texts(tenant, contextIds);
  const items = new Map(found.map((item) => [item.contextId, item]));
  return listed.flatMap((each) => {
    const row = rows.get(each.userId);
    return row === undefined ? [] : [{ row, texts: { ...each, items } }];
  });
}

/** An error of the row. One of the store or of a server is thrown: the row is read later. */
async function orError(read: Promise<RecordContent | null>): Promise<RecordContent | null | Error> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof StoreOutage) throw error;
    if (error instanceof ApiError && error.status >= 500) throw error;
    return error;
  }
}
