/**
 * Warns of texts of a row that name no known place. The row is read as it is, so every answer has the
 * warnings, not the first alone.
 */
import { clip } from '../../../contract/clip.ts';
import type { Warning } from '../../../contract/warning.ts';
import { type DomainDefinition, geoFields } from '../../../domains/definition.ts';
import { unresolvedPlaces } from '../../../domains/unresolved-place.ts';
import type { ProfileRow } from '../../../platform/storage/profile-row.ts';

const MOST_CHARACTERS = 120;
const REMEDY = 'give a city with its country, a postcode with its country, or "lat,lon"';

/** `definition`: null for a domain that the tenant no longer has. */
export function placeWarnings(
  definition: DomainDefinition | null,
  { fields, places, preferences }: Pick<ProfileRow, 'fields' | 'places' | 'preferences'>,
): readonly Warning[] {
  if (definition === null) return [];
  const ofFields = geoFields(definition).flatMap(({ name }): readonly Warning[] => {
    const value = fields[name];
    if (typeof value !== 'string' || Object.hasOwn(places, name)) return [];
    return [warning(name, value, 'no distance filter finds this person')];
  });
  const ofPreferences = preferences.effective.clauses.flatMap((clause) =>
    unresolvedPlaces(clause).map((value) => {
      const effect = clause.op === 'place_in' ? 'nobody is there' : 'it excludes nobody';
      return warning(`preferences.${clause.field}`, value, effect);
    }),
  );
  return [...ofFields, ...ofPreferences];
}

function warning(field: string, text: string, effect: string): Warning {
  const value = clip(text, MOST_CHARACTERS);
  const message = `${field}: no place answers to ${JSON.stringify(value)}, so ${effect}; ${REMEDY}`;
  return { code: 'place_unknown', field, value, message };
}
