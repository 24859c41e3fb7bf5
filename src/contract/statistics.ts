/** GET /statistics/…: counts of a domain, which cost no reading of its rows. */
import { z } from 'zod';
import { DomainInAddress } from './common.ts';

const MAX_STATISTICS_DAYS = 365;
const DEFAULT_DAYS = 28;

export const FieldQuery = z.strictObject({
  domain: DomainInAddress,
  examples_of: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe(
      'The name of a field: `examples` has people of the sample whose value is not understood or was corrected. Needs the scope `read`.',
    )
    .meta({ example: 'age' }),
});
export type FieldQuery = z.output<typeof FieldQuery>;

export const StatisticsQuery = z.strictObject({
  domain: DomainInAddress,
  days: z
    .string()
    .refine((text) => /^[1-9]\d{0,2}$/.test(text) && Number(text) <= MAX_STATISTICS_DAYS, {
      message: `must be a whole number from 1 to ${MAX_STATISTICS_DAYS}`,
    })
    .transform(Number)
    .default(DEFAULT_DAYS)
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: MAX_STATISTICS_DAYS,
      default: DEFAULT_DAYS,
      description: `How many days, 1 to ${MAX_STATISTICS_DAYS}. The last one is today (UTC).`,
      example: 7,
    }),
});
export type StatisticsQuery = z.output<typeof StatisticsQuery>;

const Count = z.number().int().min(0);
const Share = z.number().min(0).max(1);
const Day = z.string().describe('2026-03-01, UTC.');

const window = {
  domain: z.string(),
  from: Day,
  to: Day,
};

const OutcomeCount = z
  .object({
    outcomes: Count.describe('Recorded outcomes: each pair once for each label.'),
    current: Count.describe('Outcomes that are the current, last recorded label of their pair.'),
  })
  .meta({ id: 'OutcomeCount' });

const OutcomesOfDay = z
  .object({
    day: Day,
    labels: z.record(z.string(), OutcomeCount).describe('Labels without an outcome of the day are missing.'),
  })
  .meta({ id: 'OutcomesOfDay' });

const Funnel = z
  .object({
    shown: Count.describe('How often a candidate was shown.'),
    decided: Count.describe('Pairs whose current label was recorded in these days, without `expired`.'),
    positive: Count.describe('Pairs whose label has a polarity above 0.'),
    mutual: Count.nullable().describe(
      'Pairs of two people whose current labels are positive in both directions, by the time of the later one. null in domains where one side alone decides.',
    ),
  })
  .meta({ id: 'OutcomeFunnel' });

export const OutcomeStatistics = z
  .object({
    ...window,
    labels: z
      .array(z.object({ label: z.string(), polarity: z.number().nullable() }))
      .describe('All labels of the domain, and those that occur. `polarity` null: not a label any more.'),
    data: z.array(OutcomesOfDay).describe('Every day, oldest first; a day without outcomes has no labels.'),
    funnel: Funnel,
    request_id: z.string(),
  })
  .meta({ id: 'OutcomeStatistics' });
export type OutcomeStatistics = z.infer<typeof OutcomeStatistics>;

const MatchesOfDay = z
  .object({
    day: Day,
    matches: Count,
    empty: Count.describe('Matches that showed no one.'),
    shown: Count.describe('Shown candidates.'),
    newcomers: Count.describe('Shown candidates whose row was less than 14 days old.'),
    scores: z
      .array(Count)
      .length(20)
      .describe('How many scores of shown candidates lie in each of 20 equal parts of 0..1.'),
  })
  .meta({ id: 'MatchesOfDay' });

export const MatchStatistics = z
  .object({
    ...window,
    data: z.array(MatchesOfDay).describe('Every day, oldest first; a day without matches has zeros.'),
    waiting: Count.max(10_000).describe(
      'Recorded matches of the workspace that are not counted yet, at most 10,000. They are counted within seconds; after an update of the service, earlier ones may take hours.',
    ),
    request_id: z.string(),
  })
  .meta({ id: 'MatchStatistics' });
export type MatchStatistics = z.infer<typeof MatchStatistics>;

const LorenzPoint = z
  .object({
    people: Share.describe('Share of the people, those who were shown least first.'),
    shown: Share.describe('Their share of all that was shown.'),
  })
  .meta({ id: 'LorenzPoint' });

const ExposureGroup = z
  .object({
    value: z.string().nullable().describe('Null: without a value.'),
    people_share: Share.nullable().describe('Their share of the people, in a sample of at most 2,000.'),
    expected_likes: z.number().min(0).describe('In a window: sums that fade.'),
    likes_share: Share.nullable().describe('Their share of the expected likes; null where there are none.'),
    shown_share: Share.nullable().describe('Their share of what was shown; null where nothing was.'),
    min_share: Share.nullable().describe('The floor that the operator set; null: none.'),
  })
  .meta({ id: 'ExposureGroup' });

const FairExposureState = z
  .object({
    capacity: z.number().describe('Expected likes that a candidate can take in a window.'),
    window_hours: z.number(),
    priced: Count.describe('Candidates with a price above 0.'),
    over_capacity: Count.describe('Candidates that the hard cap hides.'),
    highest_price: z.number().min(0).describe('Log-odds.'),
    field: z.string().nullable().describe('The field of the declared groups; null: none are declared.'),
    groups: z.array(ExposureGroup).describe('By value.'),
  })
  .meta({ id: 'FairExposureState' });

export const ExposureStatistics = z
  .object({
    ...window,
    people: Count.describe('People of the domain.'),
    exposed: Count.describe('People who were shown at least once.'),
    shown: Count.describe('How often people were shown, in the matches of the last 365 days.'),
    most: Count.describe('How often the person who was shown most was shown.'),
    gini: Share.nullable().describe(
      '0: everyone was shown equally often; near 1: a few were shown always. null where no one was shown.',
    ),
    lorenz: z
      .array(LorenzPoint)
      .max(101)
      .describe('At most 101 points from (0, 0) to (1, 1); empty where no one was shown.'),
    newcomers: z
      .object({ shown: Count, share: Share.nullable() })
      .describe(
        'Shown candidates of these days whose row was less than 14 days old, and their share of the shown.',
      ),
    fair_exposure: FairExposureState.nullable().describe(
      'Prices of exposure and the declared groups, as of the last minute; null: off.',
    ),
    waiting: MatchStatistics.shape.waiting,
    request_id: z.string(),
  })
  .meta({ id: 'ExposureStatistics' });
export type ExposureStatistics = z.infer<typeof ExposureStatistics>;

const FieldCoverage = z
  .object({
    name: z.string(),
    kind: z.enum(['hard', 'soft', 'derived']),
    known: Count.describe('People of the sample who have a value.'),
    share: Share.describe('`known` of the sampled people whose side has the field; 0 where there are none.'),
    share_week_ago: Share.nullable().describe(
      'The share a week ago: the last daily record that is 7 to 13 days old. null where there is none.',
    ),
    sources: z
      .record(z.string(), Count)
      .describe('How many values come from each source: fields, context, memory, feedback, computed.'),
    not_understood: Count.describe(
      'People of `known` whose value the definition in force does not understand: a place that is not known, or a value outside of `values` or `range`.',
    ),
    compared: Count.describe(
      'People of the sample of whom both a text and you, or feedback, give a value. Soft fields are not compared.',
    ),
    corrected: Count.describe('People of `compared` whose text gives another value than the one in force.'),
  })
  .meta({ id: 'FieldCoverage' });

const MOST_EXAMPLES = 10;

const FieldExamples = z
  .object({
    field: z.string(),
    not_understood: z
      .array(z.object({ user_id: z.string(), value: z.unknown() }))
      .max(MOST_EXAMPLES)
      .describe('People, and the value that is not understood.'),
    corrected: z
      .array(z.object({ user_id: z.string(), value: z.unknown(), read: z.unknown() }))
      .max(MOST_EXAMPLES)
      .describe('People, the value in force, and the one that a text gives.'),
  })
  .meta({ id: 'FieldExamples' });
export type FieldExamples = z.infer<typeof FieldExamples>;

export const FieldStatistics = z
  .object({
    domain: z.string(),
    at: z.string().describe('When the sample was drawn; it is kept for a minute.'),
    people: Count.describe('People of the domain.'),
    sampled: Count.max(2000).describe(
      'How many of them were read: all, or about 2,000 drawn at random, never more.',
    ),
    fields: z.array(FieldCoverage).describe('In the order of the domain.'),
    examples: FieldExamples.nullable().describe('null without `examples_of`.'),
    request_id: z.string(),
  })
  .meta({ id: 'FieldStatistics' });
export type FieldStatistics = z.infer<typeof FieldStatistics>;
