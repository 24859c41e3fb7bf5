/** POST /match, and GET /matches/{match_id}. */
import { z } from 'zod';
import {
  anyObject,
  conditions,
  DomainParameter,
  FreeText,
  Identifier,
  MAX_FIELDS,
  readable,
} from './common.ts';
import { Explore, Propensity } from './explore.ts';
import { idList } from './id-list.ts';
import {
  afterStage,
  byStage,
  type ModelStage,
  matchStages,
  modelStages,
  optionalStages,
  type StageName,
  usualStages,
} from './match-stages.ts';
import { Tier } from './tier.ts';
import { UserRecord } from './user.ts';

const topKOf = (name: Exclude<StageName, 'sql_filter'>) =>
  z.number().int().min(1).max(matchStages[name].topK.most);

const modelStage = (name: ModelStage) =>
  z.union([
    z.boolean(),
    z.strictObject({
      enabled: z.boolean().optional(),
      top_k: topKOf(name).optional().describe('Number of candidates that the stage passes on.'),
      min_score: z.number().min(0).max(1).optional(),
      model: Tier.optional(),
    }),
  ]);

export const Stages = z
  .strictObject({
    sql_filter: z.union([z.boolean(), z.strictObject({ enabled: z.boolean().optional() })]).optional(),
    ...byStage(modelStages, (name) => modelStage(name).optional()),
    llm_judge: z
      .union([
        z.boolean(),
        z.strictObject({
          enabled: z.boolean().optional(),
          top_k: topKOf('llm_judge').optional(),
          min_score: z.number().min(0).max(1).optional(),
          model: Tier.optional(),
          prompt: readable(1, 4000)
            .optional()
            .describe('The request in words; the judge considers it together with the profiles.'),
        }),
      ])
      .optional()
      .describe('A language model judges the best 50; off by default.'),
  })
  .meta({ id: 'Stages' });

/** A scorecard has at most 200 terms, and the models of two tiers may name theirs differently. */
const MAX_WEIGHTS = 402;
const MAX_WEIGHT = 10;

/** Factors by term name. Which names exist depends on the domain and is checked by the plan of the match. */
const Weights = z
  .unknown()
  .check(({ value, issues }) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      issues.push({ code: 'invalid_type', expected: 'record', input: value });
      return;
    }
    const entries = Object.entries(value);
    if (entries.length > MAX_WEIGHTS) {
      const message = `has ${entries.length} keys; at most ${MAX_WEIGHTS} are taken. Leave some out`;
      issues.push({ code: 'custom', message, input: undefined });
      return;
    }
    for (const [name, factor] of entries) {
      if (typeof factor === 'number' && factor >= 0 && factor <= MAX_WEIGHT) continue;
      const message = `is no number from 0 to ${MAX_WEIGHT}`;
      issues.push({ code: 'custom', message, input: undefined, path: [name] });
    }
  })
  .meta({
    type: 'object',
    additionalProperties: { type: 'number', minimum: 0, maximum: MAX_WEIGHT },
    maxProperties: MAX_WEIGHTS,
  }) as unknown as z.ZodType<Record<string, number>>;

const MAX_CANDIDATES = 10_000;
/** Shown matches are kept this long. */
export const MAX_SHOWN_DAYS = 365;

/** A seeker that is not stored. */
export const MatchProfile = z
  .strictObject({
    context: FreeText.optional().describe(
      'Free text; fields and preferences are extracted against the domain schema. At most 256 KiB of UTF-8.',
    ),
    fields: anyObject(MAX_FIELDS)
      .optional()
      .describe(
        'Typed values by field name; win over extracted ones. An unknown key is 422 `invalid_field_value`.',
      ),
    preferences: conditions()
      .optional()
      .describe('Requirements for a counterpart, in the grammar of `filters`.'),
  })
  .meta({ id: 'MatchProfile' });
export type MatchProfile = z.infer<typeof MatchProfile>;

/** The id of a seeker that is not stored: no stored person can have it. */
export const NOT_STORED = '';

/** The request of the match service. On the wire it also has deprecated keys (`deprecated.ts`). */
export const MatchRequest = z.strictObject({
  user_id: Identifier,
  profile: MatchProfile.optional().describe(
    'A seeker that is not stored, in place of `user_id`. It is read as POST /v1/users reads it, and nothing of the request or its answer is kept: `record` is false, and an `Idempotency-Key` has no effect. `profile` of the answer says what was read. Needs the scope `read` too.',
  ),
  domain: DomainParameter,
  limit: z.number().int().min(1).max(100).default(10),
  filters: conditions().optional(),
  candidate_user_ids: idList({ least: 1, most: MAX_CANDIDATES })
    .optional()
    .describe(
      'Only these users are candidates, each named once. Filters and preferences still hold. With `explain`, `not_candidates` lists the others of them with the reason.',
    ),
  exclude_shown_days: z
    .number()
    .int()
    .min(1)
    .max(MAX_SHOWN_DAYS)
    .optional()
    .describe('Leaves out candidates that an earlier match showed this seeker within that many days.'),
  stages: Stages.optional(),
  weights: Weights.optional().describe(
    'Factors, 0 to 10, of the points of terms, by name: `{"distance": 2}`. 0 switches a term off; a term that is not named keeps its points. `terms` of GET /v1/schema lists the names; another name is 400. The scores are no calibrated probabilities then.',
  ),
  explain: z.boolean().default(false),
  record: z
    .boolean()
    .optional()
    .describe(
      'Whether the match is stored as one that showed its candidates. Default: true; with `profile` false, and true is 400. With false no later call knows the `match_id` of the answer.',
    ),
  budget_ms: z
    .number()
    .int()
    .min(1)
    .max(60_000)
    .optional()
    .describe('Latency budget: later stages are cut short, and `degraded` lists them.'),
  diversity: z.number().min(0).max(1).default(0),
  explore: Explore.optional().describe(
    'Share of places that show drawn candidates from below the cut, so that their outcomes are learned from. Default: as the domain is set, which is 0.05 once a model that your outcomes trained serves; 0 with `profile`, `record: false` and `candidate_user_ids`. With 0 the order is that of the scores.',
  ),
  reciprocal: z.enum(['product', 'harmonic', 'min', 'off']).optional(),
});
/** `user_id` is `NOT_STORED` beside a `profile`. */
export type MatchRequest = z.infer<typeof MatchRequest>;

/** On the wire the seeker is one of two. */
export const SeekerId = Identifier.optional().describe(
  'The seeker, who is stored. Either this or `profile`.',
);

export const Score = z.number().min(0).max(1);
const Calibrated = z
  .boolean()
  .describe(
    'Whether outcomes have fitted the level and the temperature of the scores. Until then they rest on the base rate and the temperature that the domain declares.',
  );
const ModelUsed = z.object({ tier: Tier, version: z.string(), calibrated: Calibrated });

const Term = z.object({
  name: z.string(),
  direction: z.enum(['seeker_to_candidate', 'candidate_to_seeker', 'both']),
  log_odds: z.number(),
  reason: z.string().optional(),
});

const Match = z.object({
  user_id: z.string(),
  score: Score,
  mutual: z.object({ seeker_to_candidate: Score, candidate_to_seeker: Score }).optional(),
  stage_scores: z.record(z.string(), Score).optional(),
  reasons: z.array(z.string()).optional(),
  terms: z
    .array(Term)
    .optional()
    .describe('Parts of the score, strongest first; present when `explain` is true.'),
  fair_exposure: z
    .object({
      price: z
        .number()
        .min(0)
        .describe('Subtracted from the log-odds of the score, for the order alone: what the pair paid.'),
      ordered_by: Score.describe('The score less the price.'),
      reserved_for: z
        .string()
        .optional()
        .describe('The floor that moved the candidate up: `newcomers`, or `field=value` of a group.'),
    })
    .optional()
    .describe('Present when `explain` is true and fair exposure is on in the domain.'),
  explored: z
    .boolean()
    .optional()
    .describe('True: drawn from below the cut, whatever its rank. Present when `explain` is true.'),
  propensity: Propensity.optional().describe(
    'The probability that this answer shows the candidate; present when `explain` is true and the match explores.',
  ),
});

const FilterRule = z.object({
  rule: z
    .string()
    .describe(
      'A key of the request or of a profile: `filters.age`, `preferences.location_within_km`, `candidate.preferences` (what the candidates want), `required_fields`, `side`, …',
    ),
  reason: z.string().describe('The reason under `dropped` that the rule counts towards.'),
  dropped: z.number().int().describe('Candidates that this rule was the first to drop.'),
  mismatch: z
    .number()
    .int()
    .optional()
    .describe('Candidates dropped because their value does not match; present for a rule about one field.'),
  missing: z
    .number()
    .int()
    .optional()
    .describe(
      'Candidates dropped because they state no value, or no known place. With `missing: "pass"` beside the condition they would pass.',
    ),
  alone: z
    .number()
    .int()
    .optional()
    .describe('Candidates that no other rule drops: so many more would pass without this rule.'),
  example_user_ids: z
    .array(z.string())
    .optional()
    .describe('Up to 3 of the dropped; first those that no other rule drops.'),
});
export type FilterRule = z.infer<typeof FilterRule>;

const StageTrace = z.object({
  stage: z.string(),
  enabled: z.boolean(),
  in: z.number().int(),
  out: z.number().int(),
  dropped: z.record(z.string(), z.number().int()).describe('Number of dropped candidates, by reason.'),
  rules: z
    .array(FilterRule.omit({ example_user_ids: true }))
    .optional()
    .describe('The single rules of sql_filter, in their order; present when `explain` is true.'),
  note: z.string().optional(),
});

/** The trace of an answer names people; the stored one does not. */
const ExplainedStageTrace = StageTrace.extend({
  rules: z
    .array(FilterRule)
    .optional()
    .describe('The single rules of sql_filter, in their order; present when `explain` is true.'),
  dropped_examples: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe('Up to 3 dropped users by reason, those that came nearest to passing. Not stored.'),
});

const PipelineStats = z.object({
  total: z
    .number()
    .int()
    .describe('Users of the domain without the seeker; with `candidate_user_ids` those of them that exist.'),
  ...afterStage(usualStages, () => z.number().int()),
  ...afterStage(optionalStages, () => z.number().int().optional()),
  explored: z.number().int().optional().describe('Places that show drawn candidates; absent: no exploring.'),
});
export type PipelineStats = z.infer<typeof PipelineStats>;

const Degraded = z.array(z.object({ stage: z.string(), reason: z.string() }));

const NotCandidate = z.object({
  user_id: z.string(),
  reason: z
    .string()
    .describe(
      '`unknown`: not in the domain. `self`: the seeker. `gone`, `changed`: erased or rewritten during the match. Otherwise the reason under `dropped` of `sql_filter`.',
    ),
});

const ExperimentOfMatch = z
  .object({
    id: z.string(),
    arm: z
      .string()
      .nullable()
      .describe('The arm that ranked; null: both did, and the candidates were drawn from both.'),
  })
  .meta({ id: 'ExperimentOfMatch' });

const { provenance: recordProvenance, ...recordShape } = UserRecord.pick({
  schema_version: true,
  fields: true,
  derived: true,
  preferences: true,
  places: true,
  missing_required: true,
  provenance: true,
  warnings: true,
  lost: true,
}).shape;

/** As the record of POST /users has it. */
export const ReadProfile = z
  .object({
    ...recordShape,
    lost: recordShape.lost.describe(
      'Present when `explain` is true: readings that were not taken, by field; at most 5 each.',
    ),
    provenance: recordProvenance.omit({ embeddings: true }),
  })
  .meta({ id: 'ReadProfile' });
export type ReadProfile = z.infer<typeof ReadProfile>;

export const MatchResult = z
  .object({
    match_id: z.string().describe('With `record: false` unknown to every later call.'),
    matches: z.array(Match),
    profile: ReadProfile.optional().describe(
      'Values read from the `profile` of the request; spans are UTF-16 offsets into its `context`.',
    ),
    experiment: ExperimentOfMatch.optional().describe('The experiment that the request took part in.'),
    not_candidates: z
      .array(NotCandidate)
      .optional()
      .describe(
        'Ids of `candidate_user_ids` that were no candidates, in the order of the request; present when `explain` is true.',
      ),
    pipeline_stats: PipelineStats,
    models_used: z.object({
      ...byStage(modelStages, () => ModelUsed.optional()),
      llm_judge: ModelUsed.optional(),
    }),
    degraded: Degraded,
    timings_ms: z.record(z.string(), z.number()).optional(),
    trace: z
      .array(ExplainedStageTrace)
      .optional()
      .describe('Trace of the stages; present when `explain` is true.'),
  })
  .meta({ id: 'MatchResult' });
export type MatchResult = z.infer<typeof MatchResult>;

const RequestSummary = z.object({
  limit: z.number().int(),
  filters: z.record(z.string(), z.unknown()).describe('Without `exclude_user_ids`.'),
  stages: z.record(z.string(), z.unknown()),
  explain: z.boolean(),
  diversity: z.number(),
  explore: z.number().optional(),
  budget_ms: z.number().int().optional(),
  reciprocal: z.string().optional(),
  exclude_shown_days: z.number().int().optional(),
  weights: z.record(z.string(), z.number()).optional(),
  candidates_given: z.number().int().optional().describe('Number of `candidate_user_ids`.'),
  users_excluded: z.number().int().optional().describe('Number of `filters.exclude_user_ids`.'),
  omitted: z
    .array(z.enum(['filters', 'stages', 'weights']))
    .optional()
    .describe('Parts that were too long to keep; they are empty here.'),
});

export const KeyOfMatch = z
  .string()
  .nullable()
  .describe('The API key that asked; null: a batch, or recorded by an earlier version of the service.');
export const TookMs = z
  .int()
  .min(0)
  .nullable()
  .describe('From the request to the answer; null: recorded by an earlier version of the service.');
export const ModelsOfRecord = z.record(
  z.string(),
  z.object({
    tier: Tier.nullable(),
    version: z.string(),
    calibrated: Calibrated.nullable().describe(
      'Whether outcomes had fitted the level and the temperature of the scores; null: kept before this was recorded.',
    ),
  }),
);

/** The stored record of a match: its request, and the people that it showed. */
export const MatchRecord = z
  .object({
    match_id: z.string(),
    user_id: z.string().describe('The seeker.'),
    domain: z.string(),
    created_at: z.iso.datetime(),
    key_id: KeyOfMatch,
    took_ms: TookMs,
    matches: z
      .array(
        z.object({
          user_id: z.string(),
          position: z.number().int().min(1).describe('In the answer, from 1 on.'),
          score: Score,
          explored: z.boolean().optional().describe('True: drawn from below the cut.'),
          propensity: Propensity.optional().describe(
            'The probability that the candidate was shown; absent: the match did not explore.',
          ),
        }),
      )
      .describe(
        'People that were shown, best first. Erased users are left out; the others keep their positions.',
      ),
    experiment: ExperimentOfMatch.optional().describe('The experiment that the match took part in.'),
    request: RequestSummary.nullable().describe('null for matches of an earlier version of the service.'),
    pipeline_stats: PipelineStats.nullable(),
    models_used: ModelsOfRecord,
    degraded: Degraded,
    trace: z.array(StageTrace),
  })
  .meta({ id: 'MatchRecord' });
export type MatchRecord = z.infer<typeof MatchRecord>;

/** The part of a match's record that is kept beside the people of it. It names no person. */
export type ShownAnswer = Pick<MatchRecord, 'request' | 'models_used' | 'degraded' | 'trace'>;
