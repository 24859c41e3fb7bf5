/** A found person as a list shows them. */
import type { FoundUser } from '../../../contract/user-search.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldDefinition } from '../../../domains/field.ts';
import type { ListedProfile } from '../../../platform/storage/listed-profile.ts';
import { LONGEST_FINDABLE } from '../../../platform/storage/person-term-store.ts';
import { userSummary } from '../user-summary.ts';
import { pictureFields, titleFields } from './name-fields.ts';

const MOST_FACTS = 4;
const MOST_VALUES = 2;
const priorities = ['high', 'medium', 'low'];

/** The same fields for all people of a page. */
export function foundUserOf(definition: DomainDefinition) {
  const [titles, pictures] = [titleFields(definition), pictureFields(definition)];
  const facts = factFields(definition, titles);
  return (profile: ListedProfile, matched: FoundUser['matched']): FoundUser => ({
    ...userSummary(profile),
    title: titleOf(profile, titles) ?? profile.userId,
    subtitle: facts
      .map((field) => factOf(field, profile.fields[field.name]))
      .filter((fact) => fact !== '')
      .slice(0, MOST_FACTS)
      .join(' · '),
    picture: pictureOf(profile, pictures),
    matched,
  });
}

function titleOf({ fields }: ListedProfile, names: readonly string[]): string | undefined {
  return names.map((name) => fields[name]).find(isTitle);
}

export function isTitle(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_FINDABLE;
}

function pictureOf({ fields }: ListedProfile, names: readonly string[]): string | null {
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string' && isWeb(value));
  return typeof found === 'string' ? found : null;
}

function isWeb(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

function factFields({ fields }: DomainDefinition, titles: readonly string[]): readonly FieldDefinition[] {
  return fields
    .filter(({ kind, type, name }) => kind === 'hard' && type !== 'boolean' && !titles.includes(name))
    .toSorted((one, other) => priorities.indexOf(one.priority) - priorities.indexOf(other.priority));
}

function factOf(field: FieldDefinition, value: unknown): string {
  if (typeof value === 'number')
    return field.unit === undefined
      ? `${field.label ?? inWords(field.name)} ${value}`
      : `${value.toLocaleString('en-US')} ${field.unit}`;
  const values = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string');
  return values
    .slice(0, MOST_VALUES)
    .map((each) => (field.type === 'enum' ? inWords(each) : each))
    .join(', ');
}

const inWords = (name: string): string => name.replaceAll('_', ' ');
