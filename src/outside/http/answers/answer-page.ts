/**
 * Pages of lists, newest first. A cursor holds the id of the last row shown, and the next page begins below
 * it. Rows added meanwhile stand above, so no page repeats or skips a row. A cursor is sealed for workspace,
 * list and filters; with any other it is 400. `limit` may change from page to page.
 */
import type { TenantId } from '../../../contract/brands.ts';
import { invalidRequest } from '../../../contract/errors.ts';
import { canonicalJson } from '../idempotency/canonical-json.ts';
import type { Sealer } from '../seal.ts';

export interface Page<Row> {
  readonly data: readonly Row[];
  /** The id below which the next page begins; null on the last page. */
  readonly next: string | null;
}

export interface AskedPage {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface ListRequest {
  readonly caller: { readonly tenantId: TenantId };
  /** All but `limit` and `cursor` are filters, which the cursor is bound to. */
  readonly query: AskedPage;
  readonly requestId: string;
}

/**
 * Reads a page and gives the body of the answer. `list`: the id of the operation. Throws 400 for a cursor of
 * another list.
 */
export async function answerPage<Row>(
  sealer: Sealer,
  list: string,
  { caller: { tenantId }, query: { limit, cursor, ...filters }, requestId }: ListRequest,
  read: (page: { readonly before: string | null; readonly limit: number }) => Promise<Page<Row>>,
) {
  const context = [tenantId, list, canonicalJson(known(filters))];
  const before = cursor === undefined ? null : openCursor(sealer, context, cursor);
  const { data, next } = await read({ before, limit });
  return {
    data: [...data],
    next_cursor: next === null ? null : sealer.seal(context, next),
    has_more: next !== null,
    request_id: requestId,
  };
}

const known = (filters: object) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));

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
