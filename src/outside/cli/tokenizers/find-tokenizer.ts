/** Finds tokenizers by id, and lists those of a tenant. */
import type { Tokenizer } from '../../../platform/storage/tokenizer-store.ts';
import type { StoreAndAccounts } from '../cli-actions.ts';

const PAGE = 100;

/** Newest first. */
export async function* allTokenizers(
  { tokenizers }: StoreAndAccounts['store'],
  tenantId: Tokenizer['tenantId'],
): AsyncGenerator<Tokenizer> {
  for (let before: string | null = null; ; ) {
    const page: readonly Tokenizer[] = await tokenizers.list(tenantId, { before, limit: PAGE });
    yield* page;
    if (page.length < PAGE) return;
    before = page.at(-1)!.tokenizerId;
  }
}

/** Searches all tenants, because ids are unique among them. null: there is none. */
export async function lookForTokenizer({ store, accounts }: StoreAndAccounts, id: string) {
  for (const { tenantId, name } of await accounts.listTenants()) {
    const tokenizer = await store.tokenizers.get(tenantId, id);
    if (tokenizer !== null) return { tokenizer, tenant: name };
  }
  return null;
}

export async function findTokenizer(opened: StoreAndAccounts, id: string) {
  const found = await lookForTokenizer(opened, id);
  if (found !== null) return found;
  throw new Error(`There is no tokenizer ${id}. «counterpart tokenizers list» shows those that there are.`);
}
