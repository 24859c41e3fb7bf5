/** A definition in the form of GET /domains/{domain}: its fields, and how many points its terms can give. */
import type { DomainSummary } from '../../contract/domain.ts';
import { schemaVersion } from '../../domains/definition.ts';
import type { DefinitionOutline, FieldOutline } from '../../domains/definition-outline.ts';
import { fieldsOfTerm, pointsOfTerm } from '../../domains/read-term.ts';
import type { Term } from '../../domains/scorecard.ts';

export function summarizeDefinition({
  definition,
  fields,
  intercept,
  base_rate,
  temperature,
  terms,
}: DefinitionOutline): DomainSummary {
  const { domain, version, title, description, reciprocal, candidates, sides } = definition;
  return {
    domain,
    version,
    schema_version: schemaVersion(definition),
    title,
    description,
    reciprocal,
    candidates,
    sides: sides ?? null,
    fields: fields.map(summarizeField),
    scorecard: { intercept, base_rate, temperature, terms: terms.map(summarizeTerm) },
  };
}

function summarizeField(field: FieldOutline): DomainSummary['fields'][number] {
  const { name, kind, type, required, rules, priority, multiple, format } = field;
  const { label, description, values, range, unit, sides } = field;
  return {
    name,
    kind,
    type,
    required,
    rules,
    priority,
    ...(format === undefined ? {} : { format }),
    ...(multiple ? { multiple: true as const } : {}),
    ...(label === undefined ? {} : { label }),
    ...(description === undefined ? {} : { description }),
    ...(values === undefined ? {} : { values }),
    ...(range === undefined ? {} : { range }),
    ...(unit === undefined ? {} : { unit }),
    ...(sides === undefined ? {} : { sides }),
  };
}

function summarizeTerm(term: Term): DomainSummary['scorecard']['terms'][number] {
  const points = pointsOfTerm(term);
  return {
    name: term.name,
    compare: term.compare,
    fields: [...fieldsOfTerm(term)],
    least: rounded(Math.min(...points) * term.weight),
    most: rounded(Math.max(...points) * term.weight),
    missing: rounded(term.missing * term.weight),
    conditional: term.when !== undefined || term.unless !== undefined,
  };
}

/** Products of decimals: 0.1 * 3 is 0.3. */
function rounded(points: number): number {
  return Math.round(points * 1e6) / 1e6;
}
