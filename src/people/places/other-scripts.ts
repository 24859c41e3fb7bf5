/** Names of countries in other scripts than the Latin one, from the platform's own tables (Intl). */
import { foldPlaceName } from './fold-place-name.ts';
import { countryCodes, type Region } from './regions.ts';

const languages = 'ru uk bg sr mk el zh zh-Hant ja ko ar fa he hi th ka hy'.split(' ');

let known: ReadonlyMap<string, readonly Region[]> | undefined;

export function countriesInOtherScripts(name: string): readonly Region[] {
  if (/^[\p{Script=Latin}\p{P}\s\d]*$/u.test(name)) return [];
  known ??= readNames();
  return known.get(foldPlaceName(name)) ?? [];
}

/** Former countries have the names of today's: both are listed. */
function readNames(): ReadonlyMap<string, readonly Region[]> {
  const byName = new Map<string, Region[]>();
  for (const language of languages) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const country of countryCodes()) {
      const name = names.of(country);
      if (name === undefined) continue;
      const folded = foldPlaceName(name);
      const others = (byName.get(folded) ?? []).filter((place) => place.country !== country);
      byName.set(folded, [...others, { country, admin: null }]);
    }
  }
  return byName;
}
