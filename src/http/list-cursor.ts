/**
 * Pages of lists, newest first. A cursor holds the id of the last row that was shown, and the next page begins below
 * it: rows that are added meanwhile stand above, so that no page shows a row twice or leaves one out. It is sealed for
 * the workspace, the list and its filters; with any other it is 400. `limit` may change from page to page.
 */
import type { TenantId } from '../contract/brands.ts';
import { invalidRequest } from '../contract/errors.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Sealer } from './seal.ts';

/** What a cursor is bound to. */
export interface CursorScope {
  readonly tenant: TenantId;
  /** The operation's id. */
  readonly list: string;
  /** Filters of the list, by parameter; undefined where one is not given. */
  readonly filters: Readonly<Record<string, string | undefined>>;
}

interface Page<Row> {
  readonly data: readonly Row[];
  /** Id below which the next page begins; null on the last. */
  readonly next: string | null;
}

interface AskedPage {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Reads a page and gives the body of the answer. Throws 400 for a cursor that this list did not give. */
export async function answerPage<Row>(
  sealer: Sealer,
  scope: CursorScope,
  asked: AskedPage,
  requestId: string,
  read: (page: { readonly before: string | null; readonly limit: number }) => Promise<Page<Row>>,
) {
  const context = contextOf(scope);
  const before = asked.cursor === undefined ? null : openCursor(sealer, context, asked.cursor);
  const { data, next } = await read({ before, limit: asked.limit });
  return {
    data: [...data],
    next_cursor: next === null ? null : sealer.seal(context, next),
    has_more: next !== null,
    request_id: requestId,
  };
}

function contextOf({ tenant, list, filters }: CursorScope): readonly string[] {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return [tenant, list, canonicalJson(Object.fromEntries(given))];
}

function openCursor(sealer: Sealer, context: readonly string[], cursor: string): string {
  const before = sealer.open(context, cursor);
  if (before !== null) return before;
  throw invalidRequest([
    {
      path: 'cursor',
      message:
        'is no cursor of this list with these filters; send `next_cursor` as it was given, with the same filters, or leave it out to begin anew',
    },
  ]);
}
