/** The order of found people by a value of theirs. People without the value come last in both directions. */

import { apiError } from '../../../contract/errors.ts';
import type { UserSearch } from '../../../contract/user-search.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldValue } from '../../../domains/field.ts';
import type { ListedProfile } from '../../../platform/storage/listed-profile.ts';

export interface SortKey {
  readonly value: FieldValue | null;
  readonly userId: string;
}

export interface SortOrder {
  readonly keyOf: (profile: ListedProfile) => SortKey;
  readonly compare: (one: SortKey, other: SortKey) => number;
}

const ofRow = {
  user_id: ({ userId }: ListedProfile) => userId,
  created_at: ({ createdAt }: ListedProfile) => createdAt,
  updated_at: ({ updatedAt }: ListedProfile) => updatedAt,
};

/** Throws 422 `unknown_filter` for a name that nothing can be sorted by. */
export function sortOrder(
  definition: DomainDefinition,
  { by, order }: NonNullable<UserSearch['sort']>,
): SortOrder {
  const fields = definition.fields.filter(({ kind, multiple }) => kind === 'hard' && !multiple);
  const known = [...Object.keys(ofRow), ...fields.map(({ name }) => name)];
  if (!known.includes(by))
    throw apiError('unknown_filter', `sort.by: «${by}» is nothing to sort by; it takes ${known.join(', ')}`, {
      unknown: [by],
      known,
    });
  const read = Object.hasOwn(ofRow, by)
    ? ofRow[by as keyof typeof ofRow]
    : ({ fields: values }: ListedProfile) => values[by] ?? null;
  const sign = order === 'asc' ? 1 : -1;
  return {
    keyOf: (profile) => ({ value: read(profile), userId: profile.userId }),
    compare: (one, other) => compareValues(one.value, other.value, sign) || compare(one.userId, other.userId),
  };
}

function compareValues(one: SortKey['value'], other: SortKey['value'], sign: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return typeof one === typeof other ? sign * compare(one, other) : compare(typeof one, typeof other);
}

function compare<Value>(one: Value, other: Value): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
