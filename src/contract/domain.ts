/**
 * GET /domains and below, POST /domains/check: definitions of domains, their versions, and readings of texts.
 */
import { z } from 'zod';
import { TenantPath } from './admin.ts';
import { DomainInAddress, KIB, MIB } from './common.ts';
import { ResourceId } from './lists.ts';
import { LostReadings } from './lost-reading.ts';
import { Signs } from './stored-record.ts';

/** Bytes of UTF-8 of a definition: over twice the longest that ships. */
export const MAX_DEFINITION_BYTES = MIB;
/** Texts that a definition is tried with, and the characters of each. */
const MAX_TRIED_TEXTS = 5;
const MAX_TRIED_CHARACTERS = 16 * KIB;
/** Faults that an answer lists. */
export const MAX_FAULTS = 100;

const SchemaVersion = z.string().describe('Domain and version as one name: `dating.v1`.');
const Origin = z
  .enum(['shipped', 'own'])
  .describe('`shipped`: comes with the service. `own`: added for this workspace.');

const FieldSummary = z.object({
  name: z.string(),
  kind: z.enum(['hard', 'soft', 'derived']),
  type: z.enum(['integer', 'number', 'boolean', 'enum', 'string']),
  required: z.boolean(),
  rules: z.number().int().describe('How many extraction rules the field has.'),
  priority: z.enum(['high', 'medium', 'low']),
  format: z.literal('geo').optional(),
  multiple: z.literal(true).optional(),
  label: z.string().optional(),
  description: z.string().optional(),
  values: z.array(z.string()).optional(),
  range: z.tuple([z.number(), z.number()]).optional(),
  unit: z.string().optional(),
  sides: z.array(z.string()).optional(),
});

const TermSummary = z.object({
  name: z.string(),
  compare: z.string().describe('The comparison of the term: `same`, `matrix`, `distance`, …'),
  fields: z.array(z.string()).describe('The fields that it reads, of either side.'),
  least: z.number().describe('The fewest points that it can give, times its weight.'),
  most: z.number().describe('The most points that it can give, times its weight.'),
  missing: z.number().describe('The points where a side has no value, times its weight.'),
  conditional: z.boolean().describe('Whether it counts under conditions only (`when`, `unless`).'),
});

export const DomainSummary = z
  .object({
    domain: z.string(),
    version: z.number().int(),
    schema_version: SchemaVersion,
    title: z.string(),
    description: z.string(),
    reciprocal: z.enum(['product', 'harmonic', 'min', 'off']),
    candidates: z.enum(['complete', 'any']),
    sides: z
      .object({ field: z.string(), seeks: z.record(z.string(), z.array(z.string())) })
      .nullable()
      .describe('Which side seeks which, in a domain of two sides.'),
    fields: z.array(FieldSummary),
    scorecard: z.object({
      intercept: z
        .number()
        .describe(
          'Points of every pair. Without a `base_rate`: log-odds of a pair of which nothing is known.',
        ),
      base_rate: z
        .object({
          value: z.number().describe('A probability, in (0, 1).'),
          means: z.string().describe('The event in words.'),
        })
        .nullable()
        .describe(
          'How often a shown pair comes about before any outcome is known: the seeker says yes, in reciprocal domains both do. The score of a pair whose points sum to 0.',
        ),
      temperature: z.number().describe('Divides the sum of the points, because terms are correlated.'),
      terms: z.array(TermSummary),
    }),
  })
  .meta({ id: 'DomainSummary' });
export type DomainSummary = z.infer<typeof DomainSummary>;

const NamedChange = z.object({
  name: z.string(),
  changed: z.array(z.string()).describe('The keys of the definition that differ: `extract`, `range`, …'),
});
const Difference = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(NamedChange),
});

export const DomainChanges = z
  .object({
    against: SchemaVersion.describe('The version in force, which the definition is compared with.'),
    fields: Difference,
    terms: Difference,
    others: z.array(z.string()).describe('Other parts that differ: `title`, `reciprocal`, `sides`, …'),
    incompatible: z
      .array(z.string())
      .describe('Fields that the definition takes away or retypes. Refused while people are stored.'),
    people_stored: z.boolean(),
    revalidates: z
      .boolean()
      .describe(
        'Stored people are read again, because other fields are required or other rows are candidates.',
      ),
  })
  .meta({ id: 'DomainChanges' });
export type DomainChanges = z.infer<typeof DomainChanges>;

const ListedDomain = z.object({
  domain: z.string(),
  version: z.number().int().describe('The version in force.'),
  schema_version: SchemaVersion,
  newest_version: z.number().int().describe('The newest version that the workspace could use.'),
  title: z.string(),
  origin: Origin,
  fields: z.number().int(),
  terms: z.number().int(),
});

export const DomainList = z
  .object({ data: z.array(ListedDomain), request_id: z.string() })
  .meta({ id: 'DomainList' });
export type ListedDomains = z.infer<typeof DomainList>['data'];

const KnownVersion = z.object({
  version: z.number().int(),
  schema_version: SchemaVersion,
  origin: Origin,
  in_force: z.boolean(),
});

export const DomainSource = z
  .object({
    domain: z.string(),
    version: z.number().int(),
    schema_version: SchemaVersion,
    in_force: z.boolean(),
    origin: Origin,
    source: z.string().describe('The definition as it was written, YAML or JSON.'),
    definition: DomainSummary,
    versions: z.array(KnownVersion).describe('Every version that the workspace could use, newest first.'),
    request_id: z.string(),
  })
  .meta({ id: 'DomainSource' });
export type DomainSource = Omit<z.infer<typeof DomainSource>, 'request_id'>;

export const DomainCheckRequest = z
  .strictObject({
    source: z.string().describe('A definition, YAML or JSON, at most 1 MiB of UTF-8.'),
    texts: z
      .array(z.string().max(MAX_TRIED_CHARACTERS))
      .max(MAX_TRIED_TEXTS)
      .optional()
      .describe('Texts to read by the definition.'),
    tenant_id: ResourceId.optional().describe(
      'Only with a key of the operator: the workspace whose domain the definition is compared with.',
    ),
  })
  .meta({ id: 'DomainCheckRequest' });
export type DomainCheckRequest = z.infer<typeof DomainCheckRequest>;

const Fault = z.object({
  line: z.number().int().min(1),
  column: z.number().int().min(1).optional(),
  path: z.string().optional().describe('Where in the definition: `fields[3].values`.'),
  message: z.string(),
});
export type DefinitionFault = z.infer<typeof Fault>;

const Finding = z.object({
  field: z.string(),
  value: z.unknown(),
  probability: z.number().min(0).max(1),
  span: z
    .tuple([z.number().int(), z.number().int()])
    .nullable()
    .describe('UTF-16 offsets into the text; null for a value that no words state.'),
  path: z.string().optional().describe('Where it stands in the document: `skills[2].name`.'),
  signs: Signs.optional(),
  origin: z.enum(['rules', 'encoder', 'llm', 'default']),
});
const TriedText = z.object({
  fields: z.array(Finding),
  preferences: z.array(Finding).describe('Conditions on a counterpart, in the grammar of `filters`.'),
  lost: LostReadings.describe(
    'Readings of the text that were not taken, by field or key of a preference; at most 5 each, the most probable first.',
  ),
});
export type TriedText = z.infer<typeof TriedText>;

export const DomainCheck = z
  .object({
    faults: z.array(Fault).describe(`By line; at most ${MAX_FAULTS}. Empty for a valid definition.`),
    faults_omitted: z.number().int().optional().describe('How many faults are not listed.'),
    definition: DomainSummary.nullable(),
    changes: DomainChanges.nullable().describe(
      'Changes that the definition would make in the domain of the same name; null where the caller has none, or where there are faults.',
    ),
    results: z.array(TriedText).describe('For each text, in order. Empty where there are faults.'),
    request_id: z.string(),
  })
  .meta({ id: 'DomainCheck' });
export type DomainCheck = Omit<z.infer<typeof DomainCheck>, 'request_id'>;

export const PublishDomainRequest = z
  .strictObject({
    source: z
      .string()
      .describe(
        'The definition, YAML or JSON, at most 1 MiB of UTF-8. Its `version` is above every known one.',
      ),
    expected_version: z
      .number()
      .int()
      .min(1)
      .max(9999)
      .nullable()
      .describe('The version that is in force; null where the workspace does not have the domain yet.'),
  })
  .meta({ id: 'PublishDomainRequest' });
export type PublishDomainRequest = z.infer<typeof PublishDomainRequest>;

export const PublishedDomain = z
  .object({
    domain: z.string(),
    version: z.number().int(),
    schema_version: SchemaVersion,
    previous_version: z.number().int().nullable(),
    revalidated_rows: z.number().int().describe('Stored people who became complete or incomplete.'),
    request_id: z.string(),
  })
  .meta({ id: 'PublishedDomain' });
export type PublishedDomain = Omit<z.infer<typeof PublishedDomain>, 'request_id'>;

export const DomainPath = z.strictObject({ domain: DomainInAddress });
export const TenantDomainPath = TenantPath.extend({ domain: DomainInAddress });

export const VersionQuery = z.strictObject({
  version: z
    .string()
    .refine((text) => /^[1-9]\d{0,3}$/.test(text), 'must be a whole number from 1 to 9999')
    .transform(Number)
    .optional()
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: 9999,
      description: 'A version of the domain. Default: the one in force.',
      example: 1,
    }),
});
