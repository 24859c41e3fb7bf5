/** A domain in the form of GET /schema. */
import type { Schema } from '../../contract/user.ts';
import type { ActiveDomain } from '../../domains/active-domain.ts';
import { type DomainDefinition, schemaVersion } from '../../domains/definition.ts';
import type { FieldDefinition } from '../../domains/field.ts';
import type { MoneyRates } from '../../platform/intake/mapping/money.ts';
import { ratesIn } from '../../platform/intake/mapping/with-rates.ts';

/** The part of a schema that a domain file alone decides. */
type DeclaredSchema = Pick<Schema, 'domain' | 'version' | 'fields' | 'reciprocal'>;

export function schemaOf(definition: DomainDefinition): DeclaredSchema {
  return {
    domain: definition.domain,
    version: schemaVersion(definition),
    fields: definition.fields.map((field) => schemaField(field, ratesIn(definition)(field.name))),
    reciprocal: definition.reciprocal,
  };
}

/** Labels in favour first. */
export function labelsOf({ labels }: Pick<ActiveDomain, 'labels'>): Schema['labels'] {
  return Object.entries(labels)
    .map(([label, polarity]) => ({ label, polarity }))
    .toSorted((a, b) => b.polarity - a.polarity);
}

function schemaField(field: FieldDefinition, money: MoneyRates | undefined): Schema['fields'][number] {
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
    ...(money === undefined ? {} : { money: { ...money, rates: { ...money.rates } } }),
    ...(description === undefined ? {} : { description }),
    ...(sides === undefined ? {} : { sides }),
  };
}
