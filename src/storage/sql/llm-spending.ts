/** Each tenant's spending on language models, summed by day. */
import { type Kysely, sql } from 'kysely';
import type { TenantId } from '../../contract/brands.ts';
import type { Spent } from '../spending-store.ts';
import type { Tables } from './tables.ts';

export async function spentOn(db: Kysely<Tables>, tenant: TenantId, day: string): Promise<Spent> {
  const stored = await db
    .selectFrom('llm_spending')
    .select(['usd', 'input_tokens', 'output_tokens'])
    .where('tenant_id', '=', tenant)
    .where('day', '=', day)
    .executeTakeFirst();
  if (stored === undefined) return { usd: 0, inputTokens: 0, outputTokens: 0 };
  return {
    usd: stored.usd,
    inputTokens: Number(stored.input_tokens),
    outputTokens: Number(stored.output_tokens),
  };
}

export async function spendOnModels(
  db: Kysely<Tables>,
  tenant: TenantId,
  day: string,
  { usd, inputTokens, outputTokens }: Spent,
): Promise<void> {
  await db
    .insertInto('llm_spending')
    .values({ tenant_id: tenant, day, usd, input_tokens: inputTokens, output_tokens: outputTokens })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'day']).doUpdateSet({
        usd: sql<number>`llm_spending.usd + ${usd}`,
        input_tokens: sql<number>`llm_spending.input_tokens + ${inputTokens}`,
        output_tokens: sql<number>`llm_spending.output_tokens + ${outputTokens}`,
      }),
    )
    .execute();
}
