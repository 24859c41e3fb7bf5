/**
 * A domain as an interface of TypeScript, for the client `counterpart-client`. It has the values of its
 * fields, the body of an upsert, and the grammar of its filters and preferences (`domains/parse-filter.ts`).
 */
import { type DomainDefinition, schemaVersion } from '../../domains/definition.ts';
import { type FieldDefinition, isGeo } from '../../domains/field.ts';

const HELPERS = [
  'CommonFilters',
  'CommonPreferences',
  'DistanceFilter',
  'NumberFilter',
  'Place',
  'ValueFilter',
] as const;

/** A file of declarations, one interface for each domain. */
export function domainTypes(definitions: readonly DomainDefinition[]): string {
  const interfaces = definitions.map(domainInterface).join('\n');
  const used = HELPERS.filter((name) => new RegExp(`\\b${name}\\b`).test(interfaces));
  return `import type { ${used.join(', ')} } from 'counterpart-client';\n\n${interfaces}`;
}

function domainInterface(definition: DomainDefinition): string {
  const { domain, fields } = definition;
  const name = typeName(domain);
  const ofKind = (...kinds: readonly FieldDefinition['kind'][]) =>
    fields.filter(({ kind }) => kinds.includes(kind));
  const values = (chosen: readonly FieldDefinition[], isInput: boolean) =>
    chosen.flatMap((field) => [...remark(field), `${field.name}?: ${heldType(name, field, isInput)};`]);
  const filters = (grammar: 'filters' | 'preferences') =>
    ofKind('hard').flatMap((field) => filterLines(name, field, grammar));
  return [
    `/** ${schemaVersion(definition)}, written by \`counterpart types\`. */`,
    `export interface ${name} {`,
    `  domain: '${domain}';`,
    object('fields', values(ofKind('hard', 'soft'), false)),
    object('derived', values(ofKind('derived'), false)),
    object('input', values(fields, true)),
    object('filters', filters('filters'), 'CommonFilters'),
    object('preferences', filters('preferences'), 'CommonPreferences'),
    '}\n',
    ...fields.filter(({ type }) => type === 'enum').map((field) => `${enumeration(name, field)}\n`),
  ].join('\n');
}

/** `founder-investor` and `job_function` become `FounderInvestor` and `JobFunction`. */
function typeName(name: string): string {
  return name
    .split(/[-_]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

function object(key: string, lines: readonly string[], extended?: string): string {
  const base = extended === undefined ? '' : `${extended} & `;
  if (lines.length === 0) return `  ${key}: ${extended ?? 'Record<never, never>'};`;
  return `  ${key}: ${base}{\n${lines.map((line) => `    ${line}\n`).join('')}  };`;
}

function enumeration(domain: string, { name, values = [] }: FieldDefinition): string {
  const members = values.map((value) => `\n  | ${JSON.stringify(value)}`);
  return `export type ${domain}${typeName(name)} =${members.join('')};`;
}

/** The type of one value of the field. */
function scalarType(domain: string, { name, type }: FieldDefinition): string {
  if (type === 'enum') return domain + typeName(name);
  return type === 'integer' ? 'number' : type;
}

/** The field's type in a record, or in an upsert (`isInput`). */
function heldType(domain: string, field: FieldDefinition, isInput: boolean): string {
  if (isInput && isGeo(field)) return 'Place';
  const scalar = scalarType(domain, field);
  return field.multiple ? `${isInput ? 'readonly ' : ''}${scalar}[]` : scalar;
}

function filterLines(
  domain: string,
  field: FieldDefinition,
  grammar: 'filters' | 'preferences',
): readonly string[] {
  const { name, type } = field;
  if (type === 'integer' || type === 'number') return [`${name}?: NumberFilter;`];
  if (!isGeo(field)) return [`${name}?: ValueFilter<${scalarType(domain, field)}>;`];
  return [
    `${name}?: ValueFilter<Place>;`,
    `${name}_within_km?: DistanceFilter;`,
    ...(grammar === 'filters' ? [`${name}_from?: Place;`] : []),
  ];
}

/** Bounds, unit and description, as far as there are any. */
function remark({ range, unit, description }: FieldDefinition): readonly string[] {
  const bounds = range === undefined ? '' : `${range[0]} to ${range[1]}`;
  const words = [[bounds, unit ?? ''].filter(Boolean).join(' '), description?.trim()]
    .filter(Boolean)
    .join('. ');
  return words === '' ? [] : [`/** ${words.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /')} */`];
}
