/** The network's vocabulary for a domain: kinds of places, and labels of the whole text, with their names. */
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldDefinition } from '../../../domains/field.ts';

export interface Label {
  /** `profile`: whether the text is a profile of the domain at all. */
  readonly kind: 'value' | 'preference' | 'text' | 'profile';
  /** Empty for a profile. */
  readonly field: string;
  /** null: whether the text has the field, or is a profile, at all. */
  readonly value: string | boolean | null;
  /** The field has at most one value, so its labels exclude each other. */
  readonly isSingle: boolean;
}

export interface NamedKind {
  /** "value protocols mcp" */
  readonly key: string;
  readonly field: string;
  readonly value: string;
}

export interface NamedLabel extends Label {
  readonly name: string;
}

export function kindsOf({ fields }: DomainDefinition): NamedKind[] {
  return fields
    .filter(({ kind }) => kind !== 'soft')
    .flatMap((field) =>
      (['value', 'preference'] as const).flatMap((kind) => {
        const name = `${spaced(field.name)}${kind === 'preference' ? ' preference' : ''}`;
        const named = (value: string) => ({
          key: `${kind} ${field.name} ${value}`,
          field: name,
          value: `${name}: ${spaced(value)}`,
        });
        const ranges = kind === 'preference' && isNumber(field) ? ['at least', 'at most'] : [];
        return [
          { key: `${kind} ${field.name}`, field: name, value: name },
          ...[...valuesOf(field).map(String), ...ranges].map(named),
        ];
      }),
    );
}

export function labelsOf({ title, description, fields }: DomainDefinition): NamedLabel[] {
  const name = `profile: ${title}. ${description}`;
  const profile: NamedLabel = { kind: 'profile', field: '', value: null, isSingle: false, name };
  return [profile, ...fields.flatMap(labelsOfField)];
}

function labelsOfField(field: FieldDefinition): NamedLabel[] {
  const label = field.label ?? spaced(field.name);
  if (field.kind === 'soft')
    return [{ kind: 'text', field: field.name, value: null, isSingle: false, name: `says: ${label}` }];
  return valuesOf(field).flatMap((value) => {
    const name = `${label}: ${field.value_labels?.[String(value)] ?? spaced(String(value))}`;
    const isSingle = field.multiple !== true;
    const stated: NamedLabel = { kind: 'value', field: field.name, value, isSingle, name };
    const wanted: NamedLabel = { ...stated, kind: 'preference', isSingle: false, name: `wants ${name}` };
    return isWanted(field) ? [stated, wanted] : [stated];
  });
}

const valuesOf = ({ type, values = [] }: FieldDefinition): readonly (string | boolean)[] =>
  type === 'boolean' ? [true, false] : values;

const isNumber = ({ type }: FieldDefinition) => type === 'number' || type === 'integer';

const isWanted = ({ extract = [] }: FieldDefinition) =>
  extract.some(
    (rule) =>
      ('wish_gives_preference' in rule && rule.wish_gives_preference) ||
      ('gives' in rule && rule.gives === 'preference'),
  );

const spaced = (name: string) => name.replaceAll('_', ' ');
