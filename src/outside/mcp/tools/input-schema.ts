/**
 * JSON Schema of a tool's arguments, made of the contract's Zod schema. Named parts are written in place:
 * several MCP clients hand a tool's schema to a model that knows no `$ref`.
 */
import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

export interface InputSchema extends Json {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required: string[];
}

export function inputSchemaOf(schema: z.ZodObject): InputSchema {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { io: 'input', unrepresentable: 'any', uri });
  const root = z.toJSONSchema(schema, { io: 'input' });
  return withoutReferences(root, { ...asReferences(schemas), ...definitionsOf(root) }) as InputSchema;
}

/** As `contract/rows.ts` refers to a named row. */
function uri(id: string): string {
  return `#/components/schemas/${id}Input`;
}

function asReferences(schemas: Json): Json {
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [uri(id), schema]));
}

function definitionsOf({ $defs = {} }: Json): Json {
  return Object.fromEntries(Object.entries($defs as Json).map(([id, schema]) => [`#/$defs/${id}`, schema]));
}

const leftOut: ReadonlySet<string> = new Set(['$schema', '$id', '$defs', 'id']);

/** `named`: schemas by reference. None of them contains itself. */
function withoutReferences(value: unknown, named: Json): unknown {
  if (Array.isArray(value)) return value.map((member) => withoutReferences(member, named));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, properties, ...rest } = value as Json & { properties?: Json };
  if ($ref !== undefined) {
    const target = named[$ref as string];
    if (target === undefined) throw new Error(`no schema is named ${String($ref)}`);
    return { ...(withoutReferences(target, named) as object), ...(withoutReferences(rest, named) as object) };
  }
  const entries = Object.entries(rest).filter(([key]) => !leftOut.has(key));
  return {
    ...Object.fromEntries(entries.map(([key, member]) => [key, withoutReferences(member, named)])),
    // The keys below `properties` are names of fields, not of schema keywords.
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, withoutReferences(member, named)]),
      ),
    }),
  };
}
