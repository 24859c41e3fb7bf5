/** Programs write an unknown value as null or as an empty list. Both mean that nothing is said. */

export function isNoValue(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Preferences without those that say nothing, nor null bounds within one (`{gte: 30, lte: null}`). */
export function statedPreferences(
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(given).flatMap(([key, value]) => statedEntry(key, value)));
}

function statedEntry(key: string, value: unknown): readonly (readonly [string, unknown])[] {
  if (isNoValue(value)) return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[key, value]];
  const members = Object.entries(value);
  const stated = members.filter(([, inner]) => !isNoValue(inner));
  if (stated.length === members.length) return [[key, value]];
  return stated.length === 0 ? [] : [[key, Object.fromEntries(stated)]];
}
