/** Wire shapes of experiments: the arms, the assignment of seekers to an arm, and the results. */
import { z } from 'zod';
import { EXAMPLE_TENANT } from './admin.ts';
import { DomainParameter, Identifier, readable } from './common.ts';
import { Explore } from './explore.ts';
import { ListQuery, listOf, ResourceId } from './lists.ts';
import { Stages } from './match.ts';
import { Tier } from './tier.ts';

const experimentDesigns = ['split', 'cluster', 'switchback', 'interleaving', 'shadow'] as const;
export type ExperimentDesign = (typeof experimentDesigns)[number];

const primaryMetrics = [
  'mutual_per_seeker_day',
  'positive_per_seeker_day',
  'mutual_rate',
  'positive_rate',
] as const;
export type PrimaryMetric = (typeof primaryMetrics)[number];

const Points = z.number().min(-10).max(10);
const PointsByValue = z.record(z.string().min(1).max(64), Points);
const MAX_TERMS = 50;

/** A change of one term: points that are added, in the form of the term in a domain file. */
const TermChange = z
  .strictObject({
    knots: z
      .array(z.tuple([z.number(), Points]))
      .min(1)
      .max(32)
      .describe('Added to the curve of the term: [[x, points], …] with ascending x.'),
    same: Points,
    different: Points,
    unlisted: Points.describe(
      'Added to the `default` of a matrix: the points of pairs that it does not list.',
    ),
    missing: Points,
    points: PointsByValue,
    same_value: PointsByValue,
    matrix: z.record(z.string().min(1).max(64), PointsByValue),
  })
  .partial()
  .meta({ id: 'TermChange' });
export type TermChange = z.output<typeof TermChange>;

const ScorecardChange = z
  .record(z.string().min(1).max(64), TermChange)
  .refine((terms) => Object.keys(terms).length <= MAX_TERMS, `at most ${MAX_TERMS} terms`)
  .describe('Log-odds added to the points of declared terms, by the name of the term.');
export type ScorecardChange = z.output<typeof ScorecardChange>;

const ArmName = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,31}$/,
    'must be lower-case letters, digits, «_», «-», a letter first, at most 32',
  );

const Arm = z
  .strictObject({
    name: ArmName,
    tier: Tier.optional().describe('The tier of the ranking model of all stages.'),
    version: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('A version of a ranking model, in force or kept: `version` of a training run.'),
    scorecard_change: ScorecardChange.optional(),
    stages: Stages.optional().describe('Settings of stages, as in POST /v1/match.'),
    explore: Explore.optional().describe(
      'Share of places that show drawn candidates, as in POST /v1/match; default 0, whatever the domain is set to. Not in `interleaving` and `shadow`.',
    ),
  })
  .meta({ id: 'ExperimentArm' });
export type ExperimentArm = z.output<typeof Arm>;

const limit = (most: number, fallback: number) => z.number().min(0).max(most).nullable().default(fallback);

const Guardrails = z
  .strictObject({
    latency_p95_ratio: limit(100, 2).describe(
      'The most that the 95th percentile of the latency may grow, as a factor.',
    ),
    no_match_rate_rise: limit(1, 0.05).describe(
      'The most that the share of empty answers may rise. It counts when the confidence sequence shows it.',
    ),
    exposure_gini_rise: limit(1, 0.1).describe('The most that the Gini coefficient of exposure may rise.'),
  })
  .meta({ id: 'ExperimentGuardrails' });
export type ExperimentGuardrails = z.output<typeof Guardrails>;

const StopRule = z
  .strictObject({
    smallest_effect: z
      .number()
      .gt(0)
      .max(1000)
      .describe('The smallest difference that matters, in the unit of the primary metric.'),
    confidence: z
      .number()
      .min(0.8)
      .max(0.999)
      .default(0.95)
      .describe('Probability that all intervals cover the true difference at all times.'),
    on_effect: z.boolean().default(true).describe('End when the interval leaves out 0.'),
    on_no_effect: z
      .boolean()
      .default(true)
      .describe('End when the whole interval is smaller than `smallest_effect`, in both directions.'),
    on_guardrail: z.boolean().default(true).describe('End when a guardrail is broken.'),
  })
  .meta({ id: 'ExperimentStopRule' });

const FieldName = z.string().min(1).max(64);
const Cluster = z
  .strictObject({
    place_field: FieldName.nullable()
      .optional()
      .describe('The field with the place; null: none. Default: the first geo field of the domain.'),
    cell_km: z.number().min(1).max(5000).default(100).describe('Side of a cell of places, in km.'),
    block_field: FieldName.nullable()
      .optional()
      .describe(
        'The enum field whose own and preferred values make the block; null: none. Default: in a domain without sides the first required hard enum field.',
      ),
  })
  .meta({ id: 'ExperimentCluster' });
export type ExperimentCluster = z.output<typeof Cluster>;

const MAX_DAYS = 90;
const DEFAULT_DAYS = 28;

const settings = {
  domain: DomainParameter,
  name: readable(1, 100),
  design: z.enum(experimentDesigns),
  arms: z
    .array(Arm)
    .length(2)
    .describe('The control first, then the treatment. An arm without settings ranks as usual.'),
  share: z.number().gt(0).max(1).default(1).describe('Share of the units that take part.'),
  primary_metric: z.enum(primaryMetrics),
  guardrails: Guardrails.prefault({}),
  stop: StopRule,
  cluster: Cluster.prefault({}).describe('How clusters are made, for `cluster` and `switchback`.'),
  days: z.number().int().min(1).max(MAX_DAYS).default(DEFAULT_DAYS).describe('It ends after so many days.'),
  seed: z.number().int().min(0).max(4_294_967_295).default(0).describe('Another seed assigns otherwise.'),
};

export const CreateExperimentRequest = z
  .strictObject({ tenant_id: ResourceId.describe('The `id` of the tenant.'), ...settings })
  .superRefine(({ arms, design }, context) => {
    const fault = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    const [control, treatment] = arms;
    if (control === undefined || treatment === undefined) return;
    if (control.name === treatment.name)
      fault(['arms', 1, 'name'], 'must differ from the name of the control');
    for (const [n, arm] of arms.entries()) {
      if (arm.tier !== undefined && arm.version !== undefined)
        fault(['arms', n, 'tier'], 'cannot stand beside `version`, which has a tier of its own');
      if (arm.explore !== undefined && (design === 'interleaving' || design === 'shadow'))
        fault(
          ['arms', n, 'explore'],
          'needs a design in which one arm makes the answer: split, cluster, switchback',
        );
    }
    if (design === 'shadow' && Object.keys(control).length > 1)
      fault(['arms', 0], 'must have a name alone: in a shadow experiment the control is what serves');
  })
  .meta({ id: 'CreateExperimentRequest' });
export type CreateExperimentRequest = z.output<typeof CreateExperimentRequest>;
export type ExperimentSettings = Omit<CreateExperimentRequest, 'tenant_id' | 'domain' | 'name'>;

const Count = z.int().min(0);

const ArmResult = z
  .object({
    name: z.string(),
    units: Count.describe('Seekers, clusters, or clusters on a day.'),
    matches: Count,
    shown: Count.describe('Pairs of seeker and candidate.'),
    positives: Count.describe('Pairs among them with a positive outcome by the seeker since the start.'),
    mutual: Count.describe('Pairs among them with positive outcomes by both.'),
    value: z.number().nullable().describe('The primary metric; null: nothing to divide by yet.'),
    standard_error: z.number().nullable(),
    no_match_rate: z.number().nullable(),
    latency_p95_ms: z.number().nullable().describe('Upper end of its bucket, a quarter of a doubling wide.'),
    exposure_gini: z.number().nullable().describe('Over the candidates that the arm has shown.'),
  })
  .meta({ id: 'ExperimentArmResult' });
export type ExperimentArmResult = z.output<typeof ArmResult>;

const Effect = z
  .object({ estimate: z.number(), low: z.number(), high: z.number() })
  .meta({ id: 'ExperimentEffect' });
export type ExperimentEffect = z.output<typeof Effect>;

const GuardrailResult = z
  .object({
    name: z.string(),
    limit: z.number(),
    value: z.number().nullable().describe('The ratio or the rise; null: not enough data.'),
    state: z.enum(['held', 'broken', 'unknown']),
  })
  .meta({ id: 'ExperimentGuardrailResult' });
export type ExperimentGuardrailResult = z.output<typeof GuardrailResult>;

const ShadowResult = z
  .object({
    replayed: Count,
    overlap: z.number().nullable().describe('Mean share of the shown candidates that both arms show.'),
    mean_score_difference: z
      .number()
      .nullable()
      .describe('Treatment minus control, over candidates that both show.'),
    mean_scores: z
      .array(z.number().nullable())
      .describe('Mean score of what each arm shows: control, treatment.'),
    latency_p95_ms: z.array(z.number().nullable()).describe('Control, treatment.'),
    mean_ms: z.array(z.number().nullable()).describe('The computing time of a match: control, treatment.'),
    failed: Count.describe('Replays that ended with an error.'),
    dropped: Count.describe('Sampled requests that found the queue full.'),
  })
  .meta({ id: 'ExperimentShadowResult' });

const Result = z
  .object({
    at: z.string(),
    arms: z.array(ArmResult),
    effect: Effect.nullable().describe(
      'Treatment minus control, with its confidence sequence. Of `interleaving`: the preference for the treatment, from -1 to 1. null: too few units.',
    ),
    guardrails: z.array(GuardrailResult),
    shadow: ShadowResult.nullable(),
  })
  .meta({ id: 'ExperimentResult' });
export type ExperimentResult = z.output<typeof Result>;

const experimentEnds = ['effect', 'no_effect', 'guardrail', 'calendar', 'operator'] as const;
export type ExperimentEnd = (typeof experimentEnds)[number];

const ArmInForce = z
  .object({
    name: z.string(),
    tier: Tier.optional(),
    version: z.string().optional(),
    scorecard_change: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
    stages: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'ExperimentArmInForce' });

/** The settings with their defaults, as they were given. */
const settingsInForce = {
  domain: z.string(),
  name: z.string(),
  design: z.enum(experimentDesigns),
  arms: z.array(ArmInForce).describe('The control first, then the treatment.'),
  share: z.number(),
  primary_metric: z.enum(primaryMetrics),
  guardrails: z
    .object({
      latency_p95_ratio: z.number().nullable(),
      no_match_rate_rise: z.number().nullable(),
      exposure_gini_rise: z.number().nullable(),
    })
    .meta({ id: 'ExperimentGuardrailsInForce', description: 'Limits; null: none.' }),
  stop: z
    .object({
      smallest_effect: z.number(),
      confidence: z.number(),
      on_effect: z.boolean(),
      on_no_effect: z.boolean(),
      on_guardrail: z.boolean(),
    })
    .meta({ id: 'ExperimentStopRuleInForce' }),
  cluster: z
    .object({
      place_field: z.string().nullable(),
      cell_km: z.number(),
      block_field: z.string().nullable(),
    })
    .meta({ id: 'ExperimentClusterInForce' }),
  days: z.int(),
  seed: z.int(),
};

const ExperimentSummary = z
  .object({
    id: z.string(),
    tenant_id: z.string(),
    ...settingsInForce,
    state: z
      .enum(['running', 'paused', 'ended'])
      .describe('`paused`: the domain ranks as usual, and no match takes part.'),
    ended_by: z.enum(experimentEnds).nullable(),
    created_at: z.string(),
    ends_at: z.string().describe('When the calendar ends it.'),
    ended_at: z.string().nullable(),
    decision: z.string().describe('The finding so far, or at the end, in words.'),
    result: Result.nullable().describe('The last one; null: none yet.'),
  })
  .meta({ id: 'ExperimentSummary' });
export type ExperimentSummary = z.output<typeof ExperimentSummary>;

const HistoryPoint = z
  .object({ at: z.string(), units: z.array(Count), effect: Effect.nullable() })
  .meta({ id: 'ExperimentHistoryPoint' });

export const Experiment = ExperimentSummary.extend({
  history: z.array(HistoryPoint).describe('Results so far, oldest first; at most 500, evenly chosen.'),
  request_id: z.string(),
}).meta({ id: 'Experiment' });
export type Experiment = z.output<typeof Experiment>;

export const ExperimentList = listOf(ExperimentSummary).meta({ id: 'ExperimentList' });
export const ExperimentPath = z.strictObject({
  experiment_id: ResourceId.describe('The `id` of the experiment: `exp_…`.').meta({
    example: 'exp_01jyav4m9zq3w8k5r7t2x6c0dg',
  }),
});
export const ExperimentListQuery = ListQuery.extend({
  tenant_id: Identifier.optional()
    .describe('Only experiments of this tenant.')
    .meta({ example: EXAMPLE_TENANT }),
});
