/** Each tenant's spending on language models, summed by day. */
import { type Kysely, sql } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { Spent } from '../../spending-store.ts';
import type { Tables } from '../tables.generated.ts';

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

export async function reserveSpending(
  db: Kysely<Tables>,
  tenant: TenantId,
  day: string,
  usd: number,
  limitUsd: number,
): Promise<{ readonly admitted: boolean; readonly beforeUsd: number }> {
  const stored = await db
    .selectFrom('llm_spending')
    .select(['usd', 'reserved_usd'])
    .where('tenant_id', '=', tenant)
    .where('day', '=', day)
    .executeTakeFirst();
  const beforeUsd = (stored?.usd ?? 0) + (stored?.reserved_usd ?? 0);
  if ((stored?.usd ?? 0) >= limitUsd || beforeUsd + usd > limitUsd) return { admitted: false, beforeUsd };
  await db
    .insertInto('llm_spending')
    .values({ tenant_id: tenant, day, usd: 0, input_tokens: 0, output_tokens: 0, reserved_usd: usd })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'day'])
        .doUpdateSet({ reserved_usd: sql<number>`llm_spending.reserved_usd + ${usd}` }),
    )
    .execute();
  return { admitted: true, beforeUsd };
}

/** The rounding error that many ended reservations leave. */
const ROUNDING_USD = 1e-12;

export async function spendOnModels(
  db: Kysely<Tables>,
  tenant: TenantId,
  day: string,
  { usd, inputTokens, outputTokens }: Spent,
  releasedUsd: number,
): Promise<void> {
  const left = sql<number>`llm_spending.reserved_usd - ${releasedUsd}`;
  await db
    .insertInto('llm_spending')
    .values({ tenant_id: tenant, day, usd, input_tokens: inputTokens, output_tokens: outputTokens })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'day']).doUpdateSet({
        usd: sql<number>`llm_spending.usd + ${usd}`,
        input_tokens: sql<number>`llm_spending.input_tokens + ${inputTokens}`,
        output_tokens: sql<number>`llm_spending.output_tokens + ${outputTokens}`,
        reserved_usd: sql<number>`case when ${left} < ${ROUNDING_USD} then 0 else ${left} end`,
      }),
    )
    .execute();
}
