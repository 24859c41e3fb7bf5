import type { UserSummary } from '../../contract/user-list.ts';
import { LISTED_TEXT, type ListedProfile } from '../../platform/storage/listed-profile.ts';

/** A profile as lists show it. */
export function userSummary({ userId, complete, createdAt, updatedAt, fields }: ListedProfile): UserSummary {
  return {
    user_id: userId,
    complete,
    created_at: createdAt,
    updated_at: updatedAt,
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, short(value)])),
  };
}

function short(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= LISTED_TEXT) return value;
  const characters = [...value];
  return characters.length <= LISTED_TEXT ? value : `${characters.slice(0, LISTED_TEXT).join('')}…`;
}
