/** A profile as text for rerankers: a line a field, soft texts last. */
import type { DomainDefinition } from '../../domains/definition.ts';
import type { FieldValue } from '../../domains/field.ts';
import type { Person } from '../../ranking/scoring/person.ts';
import { profileData } from '../profile-data.ts';

/** Rerankers read a few hundred words and ignore the rest. */
const MAX_CHARACTERS = 4000;

export function profileText(definition: DomainDefinition, person: Person): string {
  const data = profileData(definition, person);
  const isText = new Set(definition.fields.filter(({ kind }) => kind === 'soft').map(({ name }) => name));
  const entries = Object.entries(data);
  const lines = [
    ...entries.filter(([name]) => !isText.has(name)),
    ...entries.filter(([name]) => isText.has(name)),
  ].map(([name, value]) => `${name.replaceAll('_', ' ')}: ${inWords(value)}`);
  return lines.join('\n').slice(0, MAX_CHARACTERS);
}

function inWords(value: FieldValue): string {
  const words = Array.isArray(value) ? value.join(', ') : String(value);
  return words.replaceAll('_', ' ');
}
