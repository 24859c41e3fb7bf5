/**
 * People whose value of a field is not understood or was corrected. The rows are read again, so that what
 * changed since the sample, and who was erased since, is not shown.
 */
import type { TenantId } from '../../contract/brands.ts';
import type { FieldExamples } from '../../contract/statistics.ts';
import type { FieldDefinition } from '../../domains/field.ts';
import type { SampledRow, StatisticsStore } from '../../platform/storage/statistics-store.ts';
import { comparedValue } from './corrected-value.ts';
import { isUnderstood } from './is-understood.ts';
import type { FieldCoverage } from './measure-coverage.ts';

export async function fieldExamples(
  { rowsOf }: Pick<StatisticsStore, 'rowsOf'>,
  { tenant, domain }: { readonly tenant: TenantId; readonly domain: string },
  field: FieldDefinition,
  { notUnderstood, corrected }: FieldCoverage,
): Promise<FieldExamples> {
  const ids = [...new Set([...notUnderstood.userIds, ...corrected.userIds])];
  const rows = new Map((await rowsOf(tenant, domain, ids)).map((row) => [row.userId, row]));
  const stored = (userIds: readonly string[]) =>
    userIds.map((id) => rows.get(id)).filter((row) => row !== undefined);
  return {
    field: field.name,
    not_understood: stored(notUnderstood.userIds).flatMap((row) => notUnderstoodOf(field, row)),
    corrected: stored(corrected.userIds).flatMap((row) => correctedOf(field, row)),
  };
}

function notUnderstoodOf(field: FieldDefinition, row: SampledRow): FieldExamples['not_understood'] {
  const value = row.fields[field.name] ?? row.derived[field.name];
  return value === undefined || isUnderstood(field, value, row) ? [] : [{ user_id: row.userId, value }];
}

function correctedOf(field: FieldDefinition, row: SampledRow): FieldExamples['corrected'] {
  const both = comparedValue(field, row);
  if (both === null || both.agrees) return [];
  return [{ user_id: row.userId, value: both.stated, read: both.read }];
}
