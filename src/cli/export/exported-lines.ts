/** People as lines of NDJSON, with one page in memory at a time. */
import type { TenantId } from '../../contract/brands.ts';
import { MAX_TEXT_BYTES } from '../../contract/common.ts';
import type { ContextItem, ProfileRow } from '../../storage/profile-row.ts';
import type { ProfileStore } from '../../storage/store.ts';

const PAGE = 200;
const MOST_ITEMS = 10_000;
const BETWEEN_TEXTS = '\n\n';

/** Increments `counts` as the lines are read. */
export async function* exportedLines(
  profiles: ProfileStore,
  tenant: TenantId,
  domain: string,
  counts: { people: number; cutTexts: number },
): AsyncGenerator<string> {
  for await (const page of profiles.scan(tenant, domain, PAGE)) {
    for (const { row } of page) {
      const items = await profiles.contextItems(tenant, domain, row.userId, MOST_ITEMS);
      const { text, cut } = joinedTexts(items);
      counts.people++;
      if (cut) counts.cutTexts++;
      yield `${JSON.stringify(bodyOf(row, text))}\n`;
    }
  }
}

function bodyOf(row: ProfileRow, text: string) {
  const fields = { ...row.extras, ...givenValues(row) };
  return {
    user_id: row.userId,
    domain: row.domain,
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    ...(text === '' ? {} : { context: text }),
    ...(row.preferences.given === null ? {} : { preferences: row.preferences.given }),
  };
}

/** Client values, and values that the stored texts would not yield again (from memories and corrections). */
function givenValues({ layers }: ProfileRow): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const layer of [layers.extracted, layers.feedback, layers.client]) {
    for (const [name, { value, provenance }] of Object.entries(layer)) {
      if (layer !== layers.extracted || isLost(provenance)) values[name] = value;
    }
  }
  return values;
}

function isLost({ source, context_id }: ProfileRow['layers']['client'][string]['provenance']): boolean {
  return source !== 'computed' && context_id === undefined;
}

/** Oldest first. When all together exceed the limit of one call, the newest that fit. */
function joinedTexts(newestFirst: readonly ContextItem[]): { readonly text: string; readonly cut: boolean } {
  const kept: string[] = [];
  let bytes = 0;
  for (const { content } of newestFirst) {
    bytes += Buffer.byteLength(content) + (kept.length === 0 ? 0 : BETWEEN_TEXTS.length);
    if (bytes > MAX_TEXT_BYTES) return { text: kept.reverse().join(BETWEEN_TEXTS), cut: true };
    kept.push(content);
  }
  return { text: kept.reverse().join(BETWEEN_TEXTS), cut: false };
}
