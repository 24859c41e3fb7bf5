/** POST /users, POST /context, GET and DELETE /users/{user_id}, GET /schema. */

import { z } from 'zod';
import {
  anyObject,
  conditions,
  DomainParameter,
  ErrorPart,
  FreeText,
  Identifier,
  MAX_FIELDS,
  SourceLabel,
} from './common.ts';
import { LostReadings } from './lost-reading.ts';
import { byStage, modelStages } from './match-stages.ts';
import { ProvenanceEntry, StoredRecord } from './stored-record.ts';
import { Tier } from './tier.ts';
import { Warnings } from './warning.ts';

const OpenObject = anyObject();

export const UpsertUserRequest = z
  .strictObject({
    user_id: Identifier,
    domain: DomainParameter,
    context: FreeText.optional().describe(
      'Free text; fields are extracted against the domain schema. At most 256 KiB of UTF-8.',
    ),
    fields: anyObject(MAX_FIELDS)
      .optional()
      .describe(
        'Typed values by field name; win over extracted ones. Null and an empty list are no value. Unknown keys go to `extras`.',
      ),
    memory_ref: z
      .string()
      .min(1)
      .max(2048)
      .optional()
      .describe('https address of a memory store that the customer operates.'),
    preferences: conditions()
      .optional()
      .describe(
        'Requirements for a counterpart, in the grammar of `filters` of POST /v1/match. Null and an empty list are none.',
      ),
    replace: z.boolean().optional().describe('Remove everything that this call does not give.'),
    merge: z
      .boolean()
      .optional()
      .describe(
        'Lay the values of this call over the stored ones, value by value, and add its text, instead of replacing those parts. `replace` and `record` leave nothing to lay them over.',
      ),
    record: StoredRecord.optional().describe(
      'The person as an export has it; in place of context, fields, memory_ref and preferences. It replaces the record; no text is read again.',
    ),
  })
  .meta({ id: 'UpsertUserRequest' });
export type UpsertUserRequest = z.infer<typeof UpsertUserRequest>;

export const PatchUserRequest = z
  .strictObject({
    fields: anyObject(MAX_FIELDS)
      .nullish()
      .describe(
        'Values to change, by field name; null takes a value that you gave away. Unknown keys change `extras`, their inner objects member by member. Null for `fields` takes all of them away.',
      ),
    preferences: conditions()
      .nullish()
      .describe(
        'Preferences to change; a condition that is an object is changed bound by bound, and null takes it or a bound away. Null for `preferences` takes away all that you gave.',
      ),
  })
  .describe('A JSON Merge Patch (RFC 7396).')
  .meta({ id: 'PatchUserRequest' });
export type PatchUserRequest = z.infer<typeof PatchUserRequest>;

const Alternative = z
  .object({ value: z.unknown(), provenance: ProvenanceEntry })
  .meta({ id: 'AlternativeValue' });

const lost = LostReadings.optional();

export const UserRecord = z
  .object({
    user_id: z.string(),
    domain: z.string(),
    schema_version: z.string(),
    fields: OpenObject,
    derived: OpenObject,
    extras: OpenObject,
    embeddings: z.record(z.string(), z.object({ dim: z.number().int(), version: z.string() })),
    preferences: OpenObject,
    places: z.record(
      z.string(),
      z.object({
        name: z.string(),
        country: z.string().nullable(),
        lat: z.number(),
        lon: z.number(),
        radius_km: z
          .number()
          .optional()
          .describe(
            'How far from the centre of a country or region nearly all of its people live. Within a distance is only who is within it with all of the area; a distance from an area begins at its edge.',
          ),
      }),
    ),
    missing_required: z.array(z.string()),
    provenance: z.object({
      fields: z.record(z.string(), ProvenanceEntry),
      derived: z.record(z.string(), ProvenanceEntry),
      embeddings: z.record(z.string(), ProvenanceEntry),
      preferences: z.record(z.string(), ProvenanceEntry),
    }),
    alternatives: z
      .record(z.string(), z.array(Alternative))
      .optional()
      .describe(
        'Present with `alternatives=true`: known values that are not in force, by field; strongest source first. Another source overrode them, or they are of a fast reading that the full one corrected.',
      ),
    lost: lost.describe(
      'Present with `explain=true`: readings of stored texts that were not taken, by field or key of a preference; at most 5 each, the most probable first.',
    ),
    warnings: Warnings.optional(),
    last_enriched_at: z.string().nullable(),
    updated_at: z.string(),
  })
  .meta({ id: 'UserRecord' });
export type UserRecord = z.infer<typeof UserRecord>;

/** Codes of a line that was refused: those of POST /users, whose checks each line passes. */
const refusedLineCodes = [
  'invalid_request',
  'forbidden',
  'domain_not_found',
  'conflict',
  'idempotency_in_progress',
  'payload_too_large',
  'erased',
  'idempotency_key_reused',
  'duplicate_id',
  'invalid_field_value',
  'unknown_filter',
  'internal',
  'warming_up',
  'dependency_unavailable',
] as const;

/** Codes of the last line of an answer that ended before the body. */
const endCodes = [
  'invalid_request',
  'unauthorized',
  'payload_too_large',
  'internal',
  'overloaded',
  'warming_up',
  'dependency_unavailable',
] as const;

/** A line of the answer of POST /users/batch. */
export const UpsertedLine = z
  .union([
    z
      .object({
        line: z.number().int().min(1).describe('The number of the line in the body, from 1.'),
        status: z.literal(200),
        user_id: z.string(),
        record: UserRecord.optional(),
        warnings: Warnings.optional(),
        replayed: z
          .literal(true)
          .optional()
          .describe('The line was acknowledged before under the same `Idempotency-Key`.'),
      })
      .describe('The line is durable.')
      .meta({ id: 'UpsertedLineStored' }),
    z
      .object({
        line: z.number().int().min(1),
        status: z.number().int(),
        error: ErrorPart.extend({ code: z.enum(refusedLineCodes) }),
      })
      .describe('The line was refused; `status` is what POST /v1/users would have answered.')
      .meta({ id: 'UpsertedLineRefused' }),
    z
      .object({
        next_line: z.number().int().min(1).describe('This line and all after it were not acknowledged.'),
        status: z.number().int(),
        error: ErrorPart.extend({ code: z.enum(endCodes) }),
      })
      .describe('The last line of an answer that ended before the body.')
      .meta({ id: 'UpsertedLineEnd' }),
  ])
  .meta({ id: 'UpsertedLine' });
export type UpsertedLine = z.infer<typeof UpsertedLine>;

export const UserRecords = z
  .object({ user_id: z.string(), domains: z.record(z.string(), UserRecord) })
  .meta({ id: 'UserRecords' });
export type UserRecords = z.infer<typeof UserRecords>;

export const AppendContextRequest = z
  .strictObject({
    user_id: Identifier,
    domain: DomainParameter,
    source: SourceLabel,
    content: FreeText.describe('At most 256 KiB of UTF-8.'),
  })
  .meta({ id: 'AppendContextRequest' });
export type AppendContextRequest = z.infer<typeof AppendContextRequest>;

export const ContextResult = z
  .object({
    user_id: z.string(),
    domain: z.string(),
    context_id: z.string(),
    fields_updated: z.array(z.string()),
    embeddings_refreshed: z.boolean(),
    deduplicated: z.boolean().optional(),
    refresh_pending: z.boolean().optional(),
    conflicts: z
      .array(
        z.object({
          field: z.string(),
          kept: z.unknown(),
          seen: z.unknown(),
          span: z.tuple([z.number(), z.number()]).optional(),
        }),
      )
      .optional(),
    warnings: Warnings.optional(),
  })
  .meta({ id: 'ContextResult' });
export type ContextResult = z.infer<typeof ContextResult>;

export const DeleteUserResult = z
  .object({
    user_id: z.string(),
    domains: z.array(z.string()),
    erased: z.object({
      records: z.number().int(),
      context_items: z.number().int(),
      outcomes: z.number().int(),
      triplets: z.number().int(),
      vectors: z.number().int(),
      pending_events: z.number().int().describe('Appended events that waited for a version of a dataset.'),
      dataset_versions: z
        .number()
        .int()
        .describe(
          'Versions of datasets whose rows of this person are left out from now on, where they have any; their files are written again within minutes.',
        ),
    }),
    trained_models: z
      .array(z.string())
      .describe(
        'Versions of ranking models that learned from outcomes of the person, and ids of the models that were trained on a dataset that names the person, or go on from such a model.',
      ),
    blocked: z.boolean().describe('Whether the id was blocked with this erasure.'),
    request_id: z.string(),
  })
  .meta({ id: 'DeleteUserResult' });
export type DeleteUserResult = z.infer<typeof DeleteUserResult>;

const SchemaField = z.object({
  name: z.string(),
  kind: z.enum(['hard', 'soft', 'derived']),
  type: z.string(),
  required: z.boolean(),
  priority: z.string(),
  values: z.array(z.string()).optional(),
  multiple: z.literal(true).optional(),
  format: z.literal('geo').optional(),
  range: z.tuple([z.number(), z.number()]).optional(),
  unit: z.string().optional(),
  money: z
    .object({ currency: z.string(), rates: z.record(z.string(), z.number()) })
    .optional()
    .describe(
      'The currency of an amount of money (ISO 4217), and one unit of other currencies in it. Files and texts are read by these rates.',
    ),
  description: z.string().optional(),
  sides: z.array(z.string()).optional(),
});

const SchemaLabel = z.object({
  label: z.string(),
  polarity: z.number().describe('Above 0: the outcome speaks for the match; below 0: against it.'),
});

const SchemaTerm = z.object({
  name: z
    .string()
    .describe(
      'As under `terms` of a match, and in `weights` of POST /v1/match. `text_similarity` and `sentences` compare texts.',
    ),
  compare: z.string().describe('The comparison: `matrix`, `difference`, `distance`, `cosine`, …'),
  fields: z.array(z.string()).describe('The fields that are compared; empty for whole texts and profiles.'),
  points: z
    .object({ least: z.number(), most: z.number() })
    .describe('Log-odds that the term can add, declared or learned, in the most specific tier that has it.'),
  direction: z
    .enum(['both', 'each', 'seeker_to_candidate'])
    .describe(
      '`both`: the same points in both directions. `each`: the directions may differ. `seeker_to_candidate`: the domain ranks one way.',
    ),
  words: z
    .object({
      reason: z.string().optional(),
      reason_equal: z.string().optional(),
      reason_against: z.string().optional(),
    })
    .describe('Templates of the reasons that the term gives.'),
  tiers: z.array(Tier).describe('The tiers whose scorecard has the term.'),
});
export type SchemaTerm = z.infer<typeof SchemaTerm>;

const StageTiers = z
  .array(
    z.object({
      tier: Tier,
      version: z.string(),
      calibrated: z
        .boolean()
        .describe('Whether outcomes have fitted the level and the temperature of its scores.'),
    }),
  )
  .describe('Most specific first; the first is used where a request pins none.');

const SchemaTiers = z.object({
  ...byStage(modelStages, () => StageTiers),
  llm_judge: StageTiers.describe('Empty where no language model is set up.'),
});

export const Schema = z
  .object({
    domain: z.string(),
    version: z.string(),
    fields: z.array(SchemaField),
    labels: z.array(SchemaLabel).describe('Outcome labels that feedback takes, those of the workspace too.'),
    reciprocal: z
      .enum(['product', 'harmonic', 'min', 'off'])
      .describe('How matches combine the two directions where a request does not say.'),
    terms: z.array(SchemaTerm).describe('Terms that a score is the sum of.'),
    tiers: SchemaTiers.describe('The tiers that a request can pin, by stage.'),
  })
  .meta({ id: 'Schema' });
export type Schema = z.infer<typeof Schema>;
export const SchemaList = z.object({ data: z.array(Schema) }).meta({ id: 'SchemaList' });
