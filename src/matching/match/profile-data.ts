/**
 * The part of a profile that language models and rerankers read: the domain's fields and no ids. Invisible
 * characters (tags, direction marks) are removed, since they could carry instructions that no person sees.
 */
import type { DomainDefinition } from '../../domains/definition.ts';
import type { FieldValue } from '../../domains/field.ts';
import type { Person } from '../ranking/scoring/person.ts';

/** Longest value of one field: language models charge by length. */
const MAX_TEXT_CHARACTERS = 2000;
const invisible = /[\u{E0000}-\u{E007F}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD]/gu;

export type ProfileData = Readonly<Record<string, FieldValue>>;

export function profileData(definition: DomainDefinition, person: Person): ProfileData {
  return Object.fromEntries(
    valuesOf(definition, person).map(([name, value]) => [
      name,
      typeof value === 'string' ? visibleText(value) : value,
    ]),
  );
}

/** The values of all fields as stored, with invisible characters. They are scanned, never sent. */
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

function visibleText(text: string): string {
  const visible = text.replace(invisible, '');
  if (visible.length <= MAX_TEXT_CHARACTERS) return visible;
  // A surrogate pair is not split.
  return `${visible.slice(0, MAX_TEXT_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
