/**
 * People as lines of NDJSON, with one page in memory at a time. A line is a POST /users body with the record
 * as it is stored, so an import reads no text again.
 */
import type { TenantId } from '../../../contract/brands.ts';
import { storedRecord } from '../../../people/profiles/record/stored-record.ts';
import type { ContextItem } from '../../../platform/storage/profile-row.ts';
import type { ProfileStore } from '../../../platform/storage/store.ts';

const PAGE = 200;
const MOST_ITEMS = 10_000;
/** Bytes of all texts of a person together: a body of 8 MiB has room for the rest of the record. */
const MOST_TEXT_BYTES = 6 * 2 ** 20;

/** Increments `counts` as the lines are read. */
export async function* exportedLines(
  profiles: ProfileStore,
  tenant: TenantId,
  domain: string,
  counts: { people: number; cutTexts: number },
): AsyncGenerator<string> {
  for await (const page of profiles.scan(tenant, domain, PAGE)) {
    for (const { row } of page) {
      const stored = await profiles.contextItems(tenant, domain, row.userId, MOST_ITEMS);
      const kept = newestThatFit(stored);
      counts.people++;
      if (kept.length < stored.length) counts.cutTexts++;
      yield `${JSON.stringify({ user_id: row.userId, domain, record: storedRecord(row, kept.reverse()) })}\n`;
    }
  }
}

function newestThatFit(newestFirst: readonly ContextItem[]): ContextItem[] {
  let bytes = 0;
  const first = newestFirst.findIndex(({ content }) => {
    bytes += Buffer.byteLength(content);
    return bytes > MOST_TEXT_BYTES;
  });
  return newestFirst.slice(0, first === -1 ? undefined : first);
}
