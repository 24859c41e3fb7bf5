/** Wire shapes of experiments on models: the arms behind an alias, and what people took of what was shown. */
import { z } from 'zod';
import { readable } from './common.ts';
import { ListQuery, listOf, ResourceId } from './lists.ts';
import { AliasName } from './model-alias.ts';

const modelExperimentDesigns = ['split', 'interleaving'] as const;
export type ModelExperimentDesign = (typeof modelExperimentDesigns)[number];

const MAX_ARMS = 5;
const MAX_KINDS = 20;
const MAX_DAYS = 90;
const DEFAULT_DAYS = 28;
const MAX_WINDOW_HOURS = 720;

const ArmName = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,31}$/,
    'must be lower-case letters, digits, «_», «-», a letter first, at most 32',
  );

const Arm = z
  .strictObject({
    name: ArmName,
    model_id: ResourceId.describe(
      'A ready model that can predict, or `alias:NAME` for the model that an alias names now.',
    ),
  })
  .meta({ id: 'ModelExperimentArm' });

const StopRule = z
  .strictObject({
    smallest_effect: z
      .number()
      .gt(0)
      .max(1)
      .describe(
        'The smallest difference that matters: of successes per shown item, or of the preference with `interleaving`.',
      ),
    confidence: z
      .number()
      .min(0.8)
      .max(0.999)
      .default(0.95)
      .describe('Probability that all intervals of all arms cover the true differences at all times.'),
    on_effect: z
      .boolean()
      .default(true)
      .describe('End when an arm is better than the control, or all are worse.'),
    on_no_effect: z
      .boolean()
      .default(true)
      .describe('End when all intervals are smaller than `smallest_effect`, in both directions.'),
  })
  .meta({ id: 'ModelExperimentStopRule' });

const settings = {
  name: readable(1, 100),
  design: z
    .enum(modelExperimentDesigns)
    .describe('`split` gives each person one arm; `interleaving` draws each list from both of two arms.'),
  arms: z
    .array(Arm)
    .min(2)
    .max(MAX_ARMS)
    .describe('The control first. `interleaving` takes exactly two. All from datasets of one name.'),
  share: z
    .number()
    .gt(0)
    .max(1)
    .default(1)
    .describe('Share of the people who take part; the others get the model of the alias.'),
  success_kinds: z
    .array(z.string().min(1).max(128))
    .min(1)
    .max(MAX_KINDS)
    .describe('Kinds of appended events that count as a success for a shown item.'),
  window_hours: z
    .number()
    .gt(0)
    .max(MAX_WINDOW_HOURS)
    .default(24)
    .describe('How long after it was last shown an event on an item counts.'),
  stop: StopRule,
  days: z.number().int().min(1).max(MAX_DAYS).default(DEFAULT_DAYS).describe('It ends after so many days.'),
  seed: z.number().int().min(0).max(4_294_967_295).default(0).describe('Another seed assigns otherwise.'),
};

export const CreateModelExperimentRequest = z
  .strictObject({ alias: AliasName, ...settings })
  .superRefine(({ arms, design, success_kinds }, context) => {
    const fault = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    if (design === 'interleaving' && arms.length !== 2) fault(['arms'], 'must be two for interleaving');
    for (const [n, { name }] of arms.entries())
      if (arms.findIndex((arm) => arm.name === name) < n)
        fault(['arms', n, 'name'], 'must differ from the other names');
    if (new Set(success_kinds).size < success_kinds.length)
      fault(['success_kinds'], 'must name each kind once');
  })
  .meta({ id: 'CreateModelExperimentRequest' });
export type CreateModelExperimentRequest = z.output<typeof CreateModelExperimentRequest>;
export type ModelExperimentSettings = Omit<CreateModelExperimentRequest, 'alias' | 'name'>;

export const PromoteArmRequest = z
  .strictObject({
    arm: ArmName.optional().describe(
      'The arm whose model the alias shall name. Default: the winner; 409 `conflict` where there is none yet.',
    ),
  })
  .optional()
  .meta({ id: 'PromoteArmRequest' });
export type PromoteArmRequest = z.output<typeof PromoteArmRequest>;

const Count = z.int().min(0);

const Effect = z
  .object({ estimate: z.number(), low: z.number(), high: z.number() })
  .meta({ id: 'ModelExperimentEffect' });

const ArmResult = z
  .object({
    name: z.string(),
    people: Count.describe('People to whom the arm has shown an item.'),
    shown: Count.describe('Different pairs of person and item.'),
    successes: Count.describe('People among them with an event of a success kind within the window.'),
    value: z.number().nullable().describe('Successes per shown item; null: nothing is shown yet.'),
    standard_error: z.number().nullable(),
    effect: Effect.nullable().describe(
      'Minus the control, with its confidence sequence; with `interleaving` the preference for the arm, from -1 to 1. null: the control, or too few people.',
    ),
  })
  .meta({ id: 'ModelExperimentArmResult' });
export type ModelExperimentArmResult = z.output<typeof ArmResult>;

const Result = z
  .object({
    at: z.string(),
    arms: z.array(ArmResult).describe('The control first.'),
    winner: z
      .string()
      .nullable()
      .describe('The best of the arms that are better than the control; the control, where all are worse.'),
  })
  .meta({ id: 'ModelExperimentResult' });
export type ModelExperimentResult = z.output<typeof Result>;

const modelExperimentEnds = ['effect', 'no_effect', 'calendar', 'operator', 'promotion'] as const;
export type ModelExperimentEnd = (typeof modelExperimentEnds)[number];

export const ModelExperimentSummary = z
  .object({
    id: z.string(),
    alias: z.string(),
    name: z.string(),
    design: z.enum(modelExperimentDesigns),
    arms: z
      .array(z.object({ name: z.string(), model_id: z.string() }).meta({ id: 'ModelExperimentArmInForce' }))
      .describe('The control first.'),
    share: z.number(),
    success_kinds: z.array(z.string()),
    window_hours: z.number(),
    stop: z
      .object({
        smallest_effect: z.number(),
        confidence: z.number(),
        on_effect: z.boolean(),
        on_no_effect: z.boolean(),
      })
      .meta({ id: 'ModelExperimentStopRuleInForce' }),
    days: z.int(),
    seed: z.int(),
    state: z
      .enum(['running', 'paused', 'ended'])
      .describe('`paused`: everyone gets the model of the alias, and nothing more counts as shown.'),
    ended_by: z.enum(modelExperimentEnds).nullable(),
    created_at: z.string(),
    ends_at: z.string().describe('When the calendar ends it.'),
    ended_at: z.string().nullable(),
    promoted_arm: z.string().nullable().describe('The arm whose model the alias was given.'),
    decision: z.string().describe('The finding so far, or at the end, in words.'),
    result: Result.nullable().describe('The last one; null: none yet.'),
  })
  .meta({ id: 'ModelExperimentSummary' });
export type ModelExperimentSummary = z.output<typeof ModelExperimentSummary>;

export const ModelExperiment = ModelExperimentSummary.extend({
  history: z.array(Result).describe('Results so far, oldest first; at most 500, evenly chosen.'),
  request_id: z.string(),
}).meta({ id: 'ModelExperiment' });
export type ModelExperiment = z.output<typeof ModelExperiment>;

export const ModelExperimentList = listOf(ModelExperimentSummary).meta({ id: 'ModelExperimentList' });
export const ModelExperimentPath = z.strictObject({
  experiment_id: ResourceId.describe('The `id` of the experiment: `mexp_…`.').meta({
    example: 'mexp_01jyav4m9zq3w8k5r7t2x6c0dg',
  }),
});
export const ModelExperimentListQuery = ListQuery.extend({
  alias: AliasName.optional().describe('Only experiments of this alias.').meta({ example: 'live' }),
});
