/** The grammar of mapping files as a JSON Schema, by which editors complete and check them. */
import { z } from 'zod';
import { conditionSchemas, Mapping, valueSchemas } from './mapping-schema.ts';

type Schema = Readonly<Record<string, unknown>>;

export function mappingJsonSchema(): Schema {
  const { $schema, $defs: _, ...mapping } = inputOf(Mapping);
  return {
    $schema,
    title: 'Mapping of a file of people',
    ...mapping,
    $defs: {
      Value: {
        description: 'A bare word is the text of that column.',
        anyOf: [{ type: 'string' }, ...variantsOf(valueSchemas)],
      },
      Condition: { anyOf: variantsOf(conditionSchemas) },
    },
  };
}

/** Values hold values, and conditions conditions: they refer to the definitions of the whole. */
function variantsOf(schemas: Readonly<Record<string, z.ZodType>>): readonly Schema[] {
  return Object.values(schemas).map((schema) => {
    const { $schema: _, $defs: __, ...variant } = inputOf(schema);
    return variant;
  });
}

function inputOf(schema: z.ZodType): Schema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}
