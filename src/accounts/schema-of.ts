/** A domain in the form of GET /schema. */
import type { Schema } from '../contract/user.ts';
import { type DomainDefinition, schemaVersion } from '../domains/definition.ts';
import type { FieldDefinition } from '../domains/field.ts';

export function schemaOf(definition: DomainDefinition): Schema {
  return {
    domain: definition.domain,
    version: schemaVersion(definition),
    fields: definition.fields.map(schemaField),
  };
}

function schemaField(field: FieldDefinition): Schema['fields'][number] {
  const { name, kind, type, required, priority, values, multiple, format, range, unit, description, sides } =
    field;
  return {
    name,
    kind,
    type,
    required,
    priority,
    ...(values === undefined ? {} : { values }),
    ...(multiple ? { multiple: true as const } : {}),
    ...(format === undefined ? {} : { format }),
    ...(range === undefined ? {} : { range }),
    ...(unit === undefined ? {} : { unit }),
    ...(description === undefined ? {} : { description }),
    ...(sides === undefined ? {} : { sides }),
  };
}
