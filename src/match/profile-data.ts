/**
 * What others than our own code read of somebody: the domain's fields and nothing else, no ids, and of texts only what
 * a reader would see. Characters that show nothing (tags, direction marks) can carry what no person can see, so they
 * are left out.
 */
import type { DomainDefinition } from '../domains/definition.ts';
import type { FieldValue } from '../domains/field.ts';
import type { Person } from '../ranking/scoring/person.ts';

/** Of a text; what a language model reads is paid for by length. */
const MAX_TEXT_CHARACTERS = 2000;
const unseen = /[\u{E0000}-\u{E007F}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD]/gu;

export type ProfileData = Readonly<Record<string, FieldValue>>;

export function profileData(definition: DomainDefinition, person: Person): ProfileData {
  return Object.fromEntries(
    valuesOf(definition, person).map(([name, value]) => [
      name,
      typeof value === 'string' ? seenText(value) : value,
    ]),
  );
}

/** All that somebody's fields say, as it was written: what is looked through, and never sent. */
export function writtenText(definition: DomainDefinition, person: Person): string {
  return valuesOf(definition, person)
    .flatMap(([, value]) => value)
    .map(String)
    .join('\n');
}

function valuesOf({ fields }: DomainDefinition, person: Person): readonly (readonly [string, FieldValue])[] {
  return fields.flatMap(({ name }) => {
    const value = person.value(name) ?? person.text(name);
    return value === undefined ? [] : [[name, value] as const];
  });
}

function seenText(text: string): string {
  const seen = text.replace(unseen, '');
  if (seen.length <= MAX_TEXT_CHARACTERS) return seen;
  // A pair of surrogates is not cut apart.
  return `${seen.slice(0, MAX_TEXT_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
