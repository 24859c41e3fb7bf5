/** `evaluation_report` of a model's card: the results of an evaluation as data. */
import { z } from 'zod';
import { EventsLeftOut } from './dataset-statistics.ts';

const Measure = z
  .object({
    value: z.number().nullable(),
    low: z.number().nullable(),
    high: z.number().nullable(),
  })
  .describe('A value and its 95 % interval; nulls where there are no cases.')
  .meta({ id: 'Measure' });

const byCutoff = (what: string) =>
  z.record(z.string(), Measure).describe(`${what}, by cutoff: \`{"10": …}\`.`);

const ProtocolReport = z
  .object({
    split: z.enum(['leave-one-out', 'temporal']),
    ties: z
      .enum(['imported', 'shuffled'])
      .describe('Order of a person’s events at the same moment: as imported, or shuffled.'),
    seen_items: z.enum(['masked', 'ranked']).describe('Whether items of the history are ranked.'),
    ranked_items: z.int().describe('Every item of the catalogue is ranked; nothing is sampled.'),
    cases: z
      .int()
      .describe('Number of targets, or of baskets. Each person has one, unless `people` is present.'),
    people: z
      .int()
      .optional()
      .describe('Number of people, where they have several targets. Intervals are over people.'),
    baskets: z
      .object({ mean_size: z.number().describe('Distinct items of a basket, on average.') })
      .optional()
      .describe(
        'Present where the dataset declares baskets. The targets of a case are then all items of the next basket: recall is the share of them among the first, and nDCG is relative to the best order.',
      ),
    cases_before_sampling: z.int().describe('Larger than `cases` where the cases are a sample.'),
    targets_unseen: z.number().describe('Share of the targets without an event in the training data.'),
    targets_repeated: z.number().describe('Share of the targets that occur earlier in the person’s history.'),
    targets_tied: z
      .number()
      .describe(
        'Share of the targets at the same moment as another event of the person: the order of the import then decides which of them is the target.',
      ),
    validation_from: z.string().nullable().describe('Temporal split: the validation data begins here.'),
    test_from: z.string().nullable().describe('Temporal split: the test data begins here.'),
    cutoffs: z.array(z.int()),
    headline_cutoff: z.int(),
    list_length: z.int(),
    draws: z.int().describe('Number of resamples of the intervals.'),
    seed: z.int().describe('Seed of the intervals.'),
  })
  .meta({ id: 'EvaluationProtocol' });

const RankerReport = z
  .object({
    name: z.string(),
    role: z
      .enum(['model', 'part', 'baseline'])
      .describe('`part`: a part of the model, ranking alone, such as the network of a blend.'),
    recall: byCutoff('Share of the targets among the first'),
    ndcg: byCutoff('nDCG'),
    mrr: Measure,
    coverage: Measure,
    exposure_gini: Measure,
  })
  .meta({ id: 'RankerReport' });

const GainReport = z
  .object({
    model: z.string(),
    over: z.string(),
    recall: Measure,
    ndcg: Measure,
    result: z
      .enum(['wins', 'undecided', 'loses'])
      .optional()
      .describe(
        'By nDCG. `wins`: the 95 % interval of the paired differences (bootstrap over people) lies above 0, over at least 20 people. `loses`: the mean difference is below 0. Absent in older reports.',
      ),
  })
  .describe(
    'Difference between the model and a baseline, or a part of the model, on the same people and draws, at the headline cutoff.',
  )
  .meta({ id: 'GainReport' });

const LeftOutBaseline = z
  .object({ name: z.string(), reason: z.string() })
  .describe('A baseline that was not fitted, and why. It is not compared.')
  .meta({ id: 'LeftOutBaseline' });

export const EvaluationReport = z
  .object({
    dataset: z.object({
      name: z.string(),
      people: z.int(),
      items: z.int(),
      events: z.int().describe('Events of histories.'),
      left_out: EventsLeftOut.optional().describe(
        'Events of the chosen kinds that are no history. Absent in older reports.',
      ),
    }),
    splits: z.array(
      z.object({
        protocol: ProtocolReport,
        rankers: z
          .array(RankerReport)
          .describe('The model first, then its parts, then every baseline that was fitted.'),
        gains: z.array(GainReport),
        baselines_left_out: z.array(LeftOutBaseline).optional().describe('Absent in older reports.'),
      }),
    ),
  })
  .meta({ id: 'EvaluationReport' });
export type EvaluationReport = z.output<typeof EvaluationReport>;
