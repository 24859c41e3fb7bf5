/**
 * Revalidates stored people after a change of version, because a field may have become required or optional.
 * Rows whose completeness changed are written, so that running indexes follow.
 */
import type { TenantId } from '../../contract/brands.ts';
import { type DomainDefinition, missingRequired } from '../../domains/definition.ts';
import type { FieldDefinition } from '../../domains/field.ts';
import type { ProfileRow } from '../../platform/storage/profile-row.ts';
import type { ProfileStore } from '../../platform/storage/store.ts';

const PAGE = 500;

/** Whether rows that are complete under one of the definitions may be incomplete under the other. */
export function changesCompleteness(before: DecidesCompleteness, after: DecidesCompleteness): boolean {
  return completenessRule(before) !== completenessRule(after);
}

interface DecidesCompleteness extends Pick<DomainDefinition, 'candidates' | 'sides'> {
  readonly fields: readonly Pick<FieldDefinition, 'name' | 'required' | 'sides'>[];
}

function completenessRule({ candidates, sides, fields }: DecidesCompleteness): string {
  const required = fields.filter((field) => field.required).map((field) => [field.name, field.sides]);
  return JSON.stringify([candidates, sides?.field, required]);
}

/**
 * Returns how many rows changed. A row that another writer changes meanwhile is validated by that write, or
 * again here.
 */
export async function revalidateRows(
  profiles: ProfileStore,
  tenant: TenantId,
  definition: DomainDefinition,
): Promise<number> {
  let changed = 0;
  for await (const page of profiles.scan(tenant, definition.domain, PAGE)) {
    let rows = page.flatMap(({ row }) => revalidated(definition, row) ?? []);
    while (rows.length > 0) {
      const results = await profiles.write(rows.map(writeOf));
      changed += results.filter((result) => result === 'written').length;
      const missed = rows.filter((_, position) => results[position] === 'conflict').map((row) => row.userId);
      const again = await profiles.getMany(tenant, definition.domain, missed);
      rows = again.flatMap((row) => revalidated(definition, row) ?? []);
    }
  }
  return changed;
}

/** null when nothing changes. */
function revalidated(definition: DomainDefinition, row: ProfileRow): ProfileRow | null {
  const missing = missingRequired(definition, row.fields);
  const complete = definition.candidates === 'any' || missing.length === 0;
  const same = complete === row.complete && missing.join() === row.missingRequired.join();
  return same ? null : { ...row, missingRequired: missing, complete };
}

function writeOf(row: ProfileRow) {
  return { row, contextItems: [], vectors: [], dropVectors: [], refreshDueAtMs: 'keep' as const };
}
