/** Expected likes and shows by the values of a field, as sums that fade. */
import type { Kysely } from 'kysely';
import type { FairExposure } from '../../../../contract/fair-exposure.ts';
import { exposureGroupOf, faded } from '../../../../domains/exposure-prices.ts';
import type { ExposureScope, GroupExposure } from '../../exposure-store.ts';
import type { Tables } from '../tables.generated.ts';

export interface AddedLikes {
  readonly userId: string;
  readonly likes: number;
}

/** `added`: one entry each time that a candidate was shown. */
export async function addToGroups(
  db: Kysely<Tables>,
  scope: ExposureScope,
  rule: FairExposure,
  nowMs: number,
  added: readonly AddedLikes[],
): Promise<void> {
  const { field } = rule.groups!;
  const groupOf = await valuesOf(db, scope, field, [...new Set(added.map(({ userId }) => userId))]);
  const before = new Map((await readGroups(db, scope, field)).map((group) => [group.value, group]));
  for (const [value, ofValue] of Map.groupBy(added, ({ userId }) => groupOf.get(userId) ?? '')) {
    const known = before.get(value) ?? { likes: 0, shown: 0, atMs: nowMs };
    const sums = {
      likes:
        faded(known.likes, nowMs - known.atMs, rule) + ofValue.reduce((sum, { likes }) => sum + likes, 0),
      shown: faded(known.shown, nowMs - known.atMs, rule) + ofValue.length,
      at_ms: nowMs,
    };
    await db
      .insertInto('exposure_groups')
      .values({ tenant_id: scope.tenantId, domain: scope.domain, field, value, ...sums })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'domain', 'field', 'value']).doUpdateSet(sums))
      .execute();
  }
}

export async function readGroups(
  db: Kysely<Tables>,
  { tenantId, domain }: ExposureScope,
  field: string,
): Promise<readonly GroupExposure[]> {
  const rows = await db
    .selectFrom('exposure_groups')
    .select(['value', 'likes', 'shown', 'at_ms'])
    .where('tenant_id', '=', tenantId)
    .where('domain', '=', domain)
    .where('field', '=', field)
    .orderBy('value')
    .execute();
  return rows.map(({ value, likes, shown, at_ms }) => ({ value, likes, shown, atMs: Number(at_ms) }));
}

async function valuesOf(
  db: Kysely<Tables>,
  { tenantId, domain }: ExposureScope,
  field: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('profiles')
    .select(['user_id', 'fields', 'derived'])
    .where('tenant_id', '=', tenantId)
    .where('domain', '=', domain)
    .where('user_id', 'in', [...userIds])
    .execute();
  return new Map(
    rows.map((row) => {
      const held = { fields: JSON.parse(row.fields), derived: JSON.parse(row.derived) };
      return [row.user_id, exposureGroupOf(held, field)] as const;
    }),
  );
}
