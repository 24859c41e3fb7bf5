/** POST /train and the runs. */
import { z } from 'zod';
import { DomainInAddress, DomainParameter } from './common.ts';
import { Concentration } from './concentration.ts';
import { ListQuery, listOf } from './lists.ts';
import { Tier } from './tier.ts';

export const TrainRequest = z
  .strictObject({
    domain: DomainParameter.optional().describe(
      'Optional only beside `min_triplets`, and where one domain is enabled for you.',
    ),
    force: z
      .boolean()
      .default(false)
      .describe('Train below the threshold too. The deployment gate still applies.'),
    min_triplets: z
      .number()
      .int()
      .min(0)
      .max(1_000_000_000)
      .optional()
      .describe('Threshold for this call, in place of the configured one.')
      .meta({ deprecated: true }),
  })
  .refine(({ domain, min_triplets }) => domain !== undefined || min_triplets !== undefined, {
    path: ['domain'],
    message: 'a string',
  })
  .meta({ id: 'TrainRequest' });
export type TrainRequest = z.infer<typeof TrainRequest>;

const RunStatus = z.enum(['queued', 'running', 'evaluating', 'deployed', 'rejected', 'failed', 'cancelled']);

const Figures = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe('Measured on outcomes that the run did not learn from; null before the evaluation.');

const Points = z.number().describe('Log-odds, the weight of the term included.');

const ModelTerm = z
  .object({
    name: z.string().describe('A term of the scorecard, `intercept`, or `text` for the similarity of texts.'),
    compare: z.string().describe('The comparison of the term, as in the file of the domain.'),
    words: z
      .string()
      .optional()
      .describe(
        'A term that the run found for a group of the people who choose, in words: which group, and what it prefers.',
      ),
    change: z.number().min(0).describe('The greatest difference between learned and declared points.'),
    points: z
      .array(z.object({ at: z.string(), declared: Points, learned: Points }))
      .max(64)
      .describe(
        'By case: `at 5` on a curve, `same`, `long_term/casual`, `missing`. At most 64, changed most.',
      ),
  })
  .meta({ id: 'ModelTerm' });
export type ModelTerm = z.infer<typeof ModelTerm>;

const runShape = {
  run_id: z.string(),
  domain: z.string(),
  status: RunStatus,
  progress: z.number().min(0).max(1),
  triplets_used: z.number().int(),
  version: z.string().nullable().describe('Version of the ranking model of this run, as in `models_used`.'),
  metrics: z.object({
    before: Figures,
    after: Figures,
    concentration: Concentration.nullable().describe(
      'How the weight of the outcomes is distributed over keys, seekers and candidates. null: before the evaluation, for shared tiers, and for runs of earlier versions.',
    ),
  }),
  reason: z
    .string()
    .nullable()
    .describe('Why the run was deployed or rejected, or why it failed, in plain words.'),
  estimated_completion_minutes: z.number().int(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  tier: Tier,
  forced: z.boolean(),
  in_force: z.boolean().describe('Whether the ranking model of this run serves now.'),
};

export const TrainingRun = z.object(runShape).meta({ id: 'TrainingRun' });
export type TrainingRun = z.infer<typeof TrainingRun>;

/** The answer of POST /train. */
export const StartedTrainingRun = z
  .object({
    ...runShape,
    already_running: z
      .boolean()
      .describe(
        'true: the run was queued or running before this call, which started none. `force` and `min_triplets` then change nothing.',
      ),
  })
  .meta({ id: 'StartedTrainingRun' });
export type StartedTrainingRun = z.infer<typeof StartedTrainingRun>;

export const TrainingRunDetail = z
  .object({
    ...runShape,
    terms: z
      .array(ModelTerm)
      .max(202)
      .optional()
      .describe(
        'Terms that the model of the run learned beside those that the domain declares, biggest changes first. Absent where the run has no model, or one of another version of the domain.',
      ),
  })
  .meta({ id: 'TrainingRunDetail' });
export type TrainingRunDetail = z.infer<typeof TrainingRunDetail>;

export const TrainingRunList = listOf(TrainingRun).meta({ id: 'TrainingRunList' });

export const TrainingRunQuery = ListQuery.extend({
  domain: DomainInAddress.optional().describe('Only runs of this domain.'),
});
