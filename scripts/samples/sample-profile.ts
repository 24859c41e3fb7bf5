/** One line of `src/domains/samples/<domain>.ndjson`: a body of POST /users without its `domain`. */
export interface SampleProfile {
  readonly user_id: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly context?: string;
  readonly preferences?: Readonly<Record<string, unknown>>;
}

/** "Amelia Okafor" -> "amelia-okafor" */
export function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’.]/g, '')
    .toLowerCase()
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** Ids as given, the second of a kind with «-2» behind it and so on. */
export function distinctIds(profiles: readonly SampleProfile[]): SampleProfile[] {
  const seen = new Map<string, number>();
  return profiles.map((profile) => {
    const times = (seen.get(profile.user_id) ?? 0) + 1;
    seen.set(profile.user_id, times);
    return times === 1 ? profile : { ...profile, user_id: `${profile.user_id}-${times}` };
  });
}

/** Leaves out keys whose value is undefined, an empty string or an empty list. */
export function given(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/** "a, b and c" */
export function enumerate(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
