/** The part of JSON Schema that requests of the OpenAPI document use, and values that a schema rejects. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

export type Schemas = Readonly<Record<string, Schema>>;
export type Path = readonly (string | number)[];

export interface Field {
  readonly path: Path;
  /** Its forms, one where it is no union. */
  readonly forms: readonly Schema[];
  readonly required: boolean;
}

/** The forms of a schema: references followed, unions taken apart. */
export function formsOf(schema: Schema, schemas: Schemas): readonly Schema[] {
  if (schema.$ref !== undefined) return formsOf(schemas[schema.$ref.split('/').at(-1)!]!, schemas);
  return schema.anyOf === undefined ? [schema] : schema.anyOf.flatMap((schema) => formsOf(schema, schemas));
}

/** Every field of an object's form, however deep; of a list its first row. */
export function fieldsOf(form: Schema, schemas: Schemas, above: Path = []): readonly Field[] {
  const named = Object.entries(form.properties ?? {}).map(([name, schema]) => ({
    path: [...above, name],
    forms: formsOf(schema, schemas),
    required: form.required?.includes(name) ?? false,
  }));
  const rows =
    form.items === undefined
      ? []
      : [{ path: [...above, 0], forms: formsOf(form.items, schemas), required: false }];
  return [...named, ...rows].flatMap((field) => [
    field,
    ...field.forms.flatMap((inner) => fieldsOf(inner, schemas, field.path)),
  ]);
}

/** A value that the form takes, as small as can be. */
export function sampleOf(form: Schema, schemas: Schemas): unknown {
  if (form.const !== undefined) return form.const;
  if (form.enum !== undefined) return form.enum[0];
  switch (form.type) {
    case 'string':
      return 'a'.repeat(Math.max(1, form.minLength ?? 1));
    case 'integer':
    case 'number':
      return form.minimum ?? (form.exclusiveMinimum === undefined ? 1 : form.exclusiveMinimum + 0.1);
    case 'boolean':
      return true;
    case 'array':
      return [sampleOf(formsOf(form.items ?? { type: 'string' }, schemas)[0]!, schemas)];
    case 'object':
      return Object.fromEntries(
        (form.required ?? []).map((name) => [
          name,
          sampleOf(formsOf(form.properties![name]!, schemas)[0]!, schemas),
        ]),
      );
    default:
      return null;
  }
}

/** A value that is refused, and the words that a message about it must have. */
export interface WrongValue {
  readonly name: string;
  readonly value: unknown;
  readonly says: RegExp;
}

const MOST_LISTED = 1001;

const samples: Readonly<Record<string, WrongValue>> = {
  string: { name: 'a string', value: 'wrong', says: /"wrong"/ },
  number: { name: 'a number', value: 1.5, says: /1\.5/ },
  boolean: { name: 'a boolean', value: true, says: /true/ },
  array: { name: 'an array', value: ['x'], says: /an array/ },
  object: { name: 'an object', value: { x: 1 }, says: /an object|unknown key|is required/ },
  null: { name: 'null', value: null, says: /null/ },
};

export function wrongValues({ forms, required }: Field, schemas: Schemas): readonly WrongValue[] {
  const types = new Set(forms.map(typeOf));
  const anything = types.has(undefined);
  const illTyped = Object.entries(samples).filter(([type]) => !anything && !types.has(type));
  return [
    ...(required ? [{ name: 'missing', value: undefined, says: /is required/ }] : []),
    ...illTyped.map(([, wrong]) => wrong),
    ...(forms.length > 1 && forms.some(({ type }) => type === 'object') ? [] : forms).flatMap((form) =>
      outOfBounds(form, schemas),
    ),
    ...forms.flatMap((form) => unknownKey(form, schemas)),
  ];
}

function typeOf({ type, enum: values, const: only }: Schema): string | undefined {
  if (type === 'integer') return 'number';
  return type ?? (values !== undefined || only !== undefined ? 'string' : undefined);
}

function outOfBounds(form: Schema, schemas: Schemas): readonly WrongValue[] {
  const wrong: WrongValue[] = [];
  const add = (name: string, value: unknown, says: RegExp) => wrong.push({ name, value, says });
  if (form.enum !== undefined || form.const !== undefined) add('unknown', 'nonsense', /"nonsense"/);
  else if (form.type === 'string') {
    if ((form.minLength ?? 0) > 0) add('empty', '', /an empty string/);
    if (form.maxLength !== undefined)
      add('too long', 'a'.repeat(form.maxLength + 1), new RegExp(`\\b${form.maxLength + 1} characters`));
  }
  if (form.type === 'integer') add('a fraction', 1.5, /1\.5/);
  if (form.minimum !== undefined) add('too small', form.minimum - 1, new RegExp(`${form.minimum - 1}`));
  if (form.exclusiveMinimum !== undefined)
    add('at the bound', form.exclusiveMinimum, new RegExp(`given ${form.exclusiveMinimum}$`));
  if (form.maximum !== undefined && form.maximum < Number.MAX_SAFE_INTEGER)
    add('too large', form.maximum + 1, new RegExp(`${form.maximum + 1}`));
  if (form.type === 'array' && (form.minItems ?? 0) > 0) add('empty', [], /an empty array/);
  if (form.type === 'array' && form.maxItems !== undefined && form.maxItems < MOST_LISTED) {
    const [row] = sampleOf(form, schemas) as unknown[];
    const rows = Array.from({ length: form.maxItems + 1 }, () => row);
    add('too many', rows, new RegExp(`\\b${form.maxItems + 1} items`));
  }
  return wrong;
}

function unknownKey(form: Schema, schemas: Schemas): readonly WrongValue[] {
  if (form.type !== 'object' || form.additionalProperties !== false) return [];
  const value = { ...(sampleOf(form, schemas) as object), zzz: 1 };
  return [{ name: 'an unknown key', value, says: /unknown key|does not go with|an object/ }];
}

/** A copy of the value with another one at the path. Missing parts on the way are made of the schema. */
export function withValue(base: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const inner = (base as Record<string | number, unknown> | undefined)?.[key];
  const next = withValue(inner, rest, value);
  if (typeof key === 'number') return [next, ...((base as unknown[] | undefined) ?? []).slice(1)];
  const { [key]: _, ...others } = (base ?? {}) as Record<string, unknown>;
  return next === undefined ? others : { ...others, [key]: next };
}
