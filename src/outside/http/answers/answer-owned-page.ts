/** Pages of what belongs to tenants and to the operator, for an operator: of one owner, or of all. */
import { OPERATOR_OWNER } from '../../../platform/storage/store.ts';
import type { Caller } from '../../accounts/authenticate.ts';
import type { Sealer } from '../seal.ts';
import type { Accounts } from '../server-dependencies.ts';
import { type AskedPage, answerPage, type Page } from './answer-page.ts';

interface Parts {
  readonly accounts: Accounts;
  readonly cursors: Sealer;
}

interface Asked {
  readonly caller: Caller;
  /** `tenant_id`: default all owners. */
  readonly query: AskedPage & { readonly tenant_id?: string | undefined };
  readonly requestId: string;
}

interface OwnedList<Row, Shown> {
  /** The id of the operation. */
  readonly list: string;
  /** `owner` null: of all. */
  readonly read: (
    owner: string | null,
    page: { readonly before: string | null; readonly limit: number },
  ) => Promise<Page<Row>>;
  readonly view: (row: Row) => Promise<Shown>;
}

/** Throws 404 `not_found` for an unknown tenant, and the errors of `answerPage`. */
export async function answerOwnedPage<Row, Shown>(
  { accounts, cursors }: Parts,
  asked: Asked,
  { list, read, view }: OwnedList<Row, Shown>,
) {
  const { tenant_id } = asked.query;
  if (tenant_id !== undefined && tenant_id !== OPERATOR_OWNER)
    await accounts.administration.tenant(tenant_id);
  return answerPage(cursors, list, asked, async (page) => {
    const { data, next } = await read(tenant_id ?? null, page);
    return { data: await Promise.all(data.map(view)), next };
  });
}
