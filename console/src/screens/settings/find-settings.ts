import type { wire } from 'counterpart-client';

export type Setting = wire.SettingsInForce['data'][number];

/** The settings that contain every word of the query, in their names, meaning, value or source. */
export function findSettings(settings: readonly Setting[], query: string): readonly Setting[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  return settings.filter(({ variable, flag, meaning, value, source }) => {
    const all = [variable, flag, meaning, value ?? '', source].join(' ').toLowerCase();
    return wanted.every((word) => all.includes(word));
  });
}
