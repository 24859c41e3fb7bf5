/** The fields that name a profile or show it, found by their names in the schema. */
import type { DomainDefinition } from '../../../domains/definition.ts';
import { type FieldDefinition, isGeo } from '../../../domains/field.ts';

/** The whole name of a field first, in this order, then its last word. */
const names = [
  'display_name',
  'full_name',
  'name',
  'title',
  'headline',
  'job_title',
  'product_name',
  'company',
  'company_name',
];
const lastWords = /_(?:name|title|headline)$/;
const pictures = /(?:^|_)(?:picture|photo|avatar|image|thumbnail|logo)(?:_ur[il])?$/;

const isText = (field: FieldDefinition) =>
  field.type === 'string' && field.kind !== 'derived' && !isGeo(field);

/** In the order in which they are tried. */
export function titleFields({ fields }: DomainDefinition): readonly string[] {
  const texts = fields.filter(isText).map(({ name }) => name);
  const exact = names.filter((name) => texts.includes(name));
  return [...exact, ...texts.filter((name) => !exact.includes(name) && lastWords.test(name))];
}

export function pictureFields({ fields }: DomainDefinition): readonly string[] {
  return fields.filter((field) => isText(field) && pictures.test(field.name)).map(({ name }) => name);
}

const searched = new WeakMap<DomainDefinition, ReadonlySet<string>>();

/** The fields by whose words people are found: titles, and hard fields with texts or choices. */
export function searchedFields(definition: DomainDefinition): ReadonlySet<string> {
  const found = searched.get(definition);
  if (found !== undefined) return found;
  const hard = definition.fields.filter(
    ({ kind, type }) => kind === 'hard' && (type === 'string' || type === 'enum'),
  );
  const fields = new Set([...titleFields(definition), ...hard.map(({ name }) => name)]);
  searched.set(definition, fields);
  return fields;
}
