/** Values of a JSON Schema of the interface document, mostly at its bounds. */
import fc from 'fast-check';

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema
export type Schema = any;

/** Objects and arrays within each other. */
const DEEPEST = 5;
const SHORT = 40;
const FEW = 4;

/** `schemas`: those that the document names. */
export function valuesOf(
  schema: Schema,
  schemas: Readonly<Record<string, Schema>>,
  depth = 0,
): fc.Arbitrary<unknown> {
  if (schema === undefined || schema === true || depth > DEEPEST) return fc.constant('x');
  const inner = (each: Schema) => valuesOf(each, schemas, depth + 1);
  const same = (each: Schema) => valuesOf(each, schemas, depth);
  if (schema.$ref !== undefined) return same(schemas[schema.$ref.split('/').at(-1)]);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(same));
  if (schema.allOf !== undefined) return same(Object.assign({}, ...schema.allOf));
  const type = Array.isArray(schema.type) ? schema.type : [schema.type];
  return fc.oneof(...type.map((each: string) => ofType(each, schema, inner)));
}

function ofType(
  type: string,
  schema: Schema,
  inner: (each: Schema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return numberOf(schema, true);
    case 'number':
      return numberOf(schema, false);
    case 'array':
      return fc.array(inner(schema.items), {
        minLength: Math.min(schema.minItems ?? 0, FEW),
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? FEW, FEW)),
      });
    case 'object':
      return objectOf(schema, inner);
    default:
      return textOf(schema);
  }
}

function numberOf(schema: Schema, isWhole: boolean): fc.Arbitrary<number> {
  const low = schema.minimum ?? schema.exclusiveMinimum ?? -1000;
  const high = Math.max(low, schema.maximum ?? schema.exclusiveMaximum ?? low + 10_000);
  const between = isWhole
    ? fc.integer({ min: Math.max(Math.ceil(low), -(2 ** 31)), max: Math.min(Math.floor(high), 2 ** 31) })
    : fc.double({ min: low, max: high, noNaN: true });
  return fc.oneof({ weight: 3, arbitrary: between }, { weight: 1, arbitrary: fc.constantFrom(low, high) });
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'date-time')
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString());
  if (schema.pattern !== undefined) {
    try {
      return fc.stringMatching(new RegExp(schema.pattern, 'u'));
    } catch {
      return fc.constant('x');
    }
  }
  const minLength = schema.minLength ?? 0;
  const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? SHORT, SHORT));
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength }),
    fc.constant('x'.repeat(Math.min(schema.maxLength ?? SHORT, 2000))),
  );
}

function objectOf(schema: Schema, inner: (each: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const model = Object.fromEntries(
    Object.entries(properties as Record<string, Schema>).map(([name, each]) => [name, inner(each)]),
  );
  const known = fc.record(model, { requiredKeys: required.filter((name: string) => name in model) });
  if (typeof additionalProperties !== 'object') return known;
  const free = fc.dictionary(fc.string({ maxLength: 12 }), inner(additionalProperties), { maxKeys: 3 });
  return fc.tuple(known, free).map(([one, other]) => ({ ...other, ...(one as object) }));
}
