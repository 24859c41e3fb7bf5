/** A preference of a text in the wire grammar of filters. */
import type { Preference } from '../document.ts';

export function wirePreference(
  field: string,
  preference: Preference,
): { readonly key: string; readonly value: unknown } {
  if (preference.kind === 'distance') return { key: `${field}_within_km`, value: preference.km };
  if (preference.kind === 'value')
    return { key: field, value: preference.negated ? { ne: preference.value } : preference.value };
  const { kind: _, ...bounds } = preference;
  return { key: field, value: bounds };
}
