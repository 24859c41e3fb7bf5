import type { Settings } from './match-search.ts';

/** The parts of the settings that are themselves several settings. */
const groups = ['filters', 'stages', 'weights'] as const;

/** How many settings differ from their defaults, in one of the given ones or in several. */
export function settingsCount(...settings: readonly (Settings | undefined)[]): number {
  return new Set(settings.flatMap((each) => namesOf(each ?? {}))).size;
}

function namesOf(settings: Settings): readonly string[] {
  return Object.entries(settings).flatMap(([name, value]) =>
    groups.some((group) => group === name)
      ? Object.keys(value as object).map((key) => `${name}.${key}`)
      : [name],
  );
}
