/**
 * The entries of a form, and the body that they make. A field within an object has the names of both:
 * `settings.width`. An empty field is left out, so that the service chooses its value.
 */
import type { Body, FieldSchema } from './api-operation.ts';
import { faultOf, linesOf } from './field-fault.ts';

/** By the path of the field. */
export type Typed = Readonly<Record<string, string>>;

export interface Field {
  readonly path: string;
  readonly name: string;
  readonly schema: FieldSchema;
  readonly isRequired: boolean;
}

/** The fields of a form, with the fields of its objects in place. Values that no form can ask for are left out. */
export function fieldsOf(schema: FieldSchema, within = ''): readonly Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, fieldSchema]): readonly Field[] => {
    const field = simplest(fieldSchema);
    const path = within === '' ? name : `${within}.${name}`;
    if (field.const !== undefined) return [];
    if (field.type === 'object') return fieldsOf(field, path);
    if (!isTyped(field)) return [];
    return [{ path, name, schema: field, isRequired: schema.required?.includes(name) ?? false }];
  });
}

/** The first of several forms, which is the simplest in the document. */
function simplest(schema: FieldSchema): FieldSchema {
  const { anyOf, ...own } = schema;
  return anyOf?.[0] === undefined ? schema : { ...simplest(anyOf[0]), ...own };
}

function isTyped({ type, items }: FieldSchema): boolean {
  if (type === 'array') return items?.type === 'string';
  return type !== undefined && type !== 'object';
}

/** By path: why a field cannot be sent as it is. */
export function faultsOf(schema: FieldSchema, typed: Typed): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const field of fieldsOf(schema)) {
    const fault = faultOf(field.schema, typed[field.path] ?? '', field.isRequired);
    if (fault !== null) faults[field.path] = fault;
  }
  return faults;
}

/** The body, with the constants of its schema. */
export function bodyOf(schema: FieldSchema, typed: Typed, within = ''): Body {
  const entries = Object.entries(schema.properties ?? {}).flatMap(
    ([name, fieldSchema]): [string, unknown][] => {
      const field = simplest(fieldSchema);
      const path = within === '' ? name : `${within}.${name}`;
      if (field.const !== undefined) return [[name, field.const]];
      if (field.type === 'object') {
        const body = bodyOf(field, typed, path);
        return Object.keys(body).length === 0 ? [] : [[name, body]];
      }
      const text = (typed[path] ?? '').trim();
      return text === '' || !isTyped(field) ? [] : [[name, typedValue(field, text)]];
    },
  );
  return Object.fromEntries(entries);
}

function typedValue({ type }: FieldSchema, text: string): unknown {
  if (type === 'integer' || type === 'number') return Number(text);
  if (type === 'boolean') return text === 'true';
  return type === 'array' ? linesOf(text) : text;
}
