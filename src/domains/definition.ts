/**
 * The schema of a domain: one declarative YAML (or JSON) file, from which an operator adds a tenant's own
 * domain, or a new version of one. A shipped domain has the same content in two files (`read-shipped.ts`).
 */
import { z } from 'zod';
import { ExtractionFacts, ExtractionSettings } from './extraction-settings.ts';
import { FieldDefinition, FieldName, isGeo } from './field.ts';
import { LanguageCode, LanguageRules, languageFaults } from './language-rules.ts';
import { Scorecard } from './scorecard.ts';
import { scorecardFaults } from './scorecard-check.ts';

const DomainName = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{0,62}$/,
    'a domain name is lower-case letters, digits and -, at most 63, a letter first',
  );

export const Aggregation = z.enum(['product', 'harmonic', 'min', 'off']);
export type Aggregation = z.infer<typeof Aggregation>;

/**
 * Two-sided domains: `field` holds a profile's side; `seeks` has the sides that are candidates for a side.
 */
const Sides = z.strictObject({
  field: FieldName,
  seeks: z.record(z.string(), z.array(z.string()).min(1)),
});

const shape = {
  domain: DomainName,
  version: z.number().int().min(1).max(9999),
  title: z.string().min(1).max(80),
  description: z.string().max(2000).default(''),
  /**
   * How the scores of the two directions are combined by default; `off`: only the seeker's direction counts.
   */
  reciprocal: Aggregation.default('product'),
  /** `complete`: a row without a required field is not a candidate; `any`: every row is one. */
  candidates: z.enum(['complete', 'any']).default('complete'),
  sides: Sides.optional(),
  /** Settings for all extraction rules of the domain. */
  extraction: ExtractionSettings.optional(),
  /** Rules for texts in other languages than English. */
  languages: z.partialRecord(LanguageCode, LanguageRules).optional(),
  fields: z.array(FieldDefinition).min(1).max(100),
  /** Without one the terms are made from the schema (`ranking/models/general-scorecard.ts`). */
  scorecard: Scorecard.prefault({}),
};

export const DomainDefinition = z.strictObject(shape).superRefine(addFaults);

/** `definition.yaml` of a shipped domain, which has no words. */
export const DefinitionWithoutWords = z
  .strictObject({ ...shape, extraction: ExtractionFacts.optional() })
  .superRefine(addFaults);

export type DomainDefinition = z.infer<typeof DomainDefinition>;
export type DefinitionWithoutWords = z.infer<typeof DefinitionWithoutWords>;

/** `dating.v1` */
export function schemaVersion(definition: Pick<DomainDefinition, 'domain' | 'version'>): string {
  return `${definition.domain}.v${definition.version}`;
}

export function fieldNamed(definition: DomainDefinition, name: string): FieldDefinition | undefined {
  return definition.fields.find((field) => field.name === name);
}

export function geoFields(definition: DomainDefinition): readonly FieldDefinition[] {
  return definition.fields.filter(isGeo);
}

/** Names of required fields (of the profile's side, if known) without a value. */
export function missingRequired(
  definition: DomainDefinition,
  values: Readonly<Record<string, unknown>>,
): readonly string[] {
  const side = definition.sides === undefined ? undefined : values[definition.sides.field];
  return definition.fields
    .filter((field) => field.required && values[field.name] === undefined)
    .filter((field) => field.sides === undefined || side === undefined || field.sides.includes(String(side)))
    .map((field) => field.name);
}

/**
 * Faults that no part of the file can tell alone: names that it has twice, or that it refers to and does not
 * have.
 */
function addFaults(definition: DefinitionWithoutWords, context: z.RefinementCtx): void {
  const fault = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message });
  const names = new Map<string, number>();
  definition.fields.forEach((field, position) => {
    if (names.has(field.name)) fault(['fields', position, 'name'], `field «${field.name}» is defined twice`);
    names.set(field.name, position);
  });
  for (const { path, message } of scorecardFaults(definition.scorecard, definition.fields)) {
    fault(['scorecard', ...path], message);
  }
  for (const { path, message } of languageFaults(definition.languages ?? {}, definition.fields))
    fault(['languages', ...path], message);
  const { offers, asks, without = [], prefers = [], limits = [] } = definition.extraction?.requests ?? {};
  const ofLimits = limits.flatMap(({ field, own, hides = [] }) => [field, own, ...hides]);
  for (const name of [offers, asks, ...without, ...prefers, ...ofLimits])
    if (name !== undefined && !names.has(name))
      fault(['extraction', 'requests'], `the domain has no field «${name}»`);
  const { sides } = definition;
  const sideField = definition.fields.find((field) => field.name === sides?.field);
  if (sides !== undefined) {
    if (sideField?.kind !== 'hard' || sideField.type !== 'enum' || sideField.multiple) {
      fault(['sides', 'field'], 'the side is a hard enum field with one value');
      return;
    }
    for (const [side, sought] of Object.entries(sides.seeks)) {
      for (const name of [side, ...sought]) {
        if (!sideField.values?.includes(name))
          fault(['sides', 'seeks'], `«${name}» is not a value of ${sides.field}`);
      }
    }
  }
  definition.fields.forEach((field, position) => {
    for (const side of field.sides ?? []) {
      if (!sideField?.values?.includes(side)) {
        fault(['fields', position, 'sides'], `«${side}» is no side of the domain`);
      }
    }
  });
}
