/** Wire shape of the statistics of a dataset: measured once for its files, and then only read. */
import { z } from 'zod';

const LengthBin = z
  .object({
    from: z.int().describe('Shortest length of the bin.'),
    to: z.int().describe('Longest length of the bin.'),
    count: z.int(),
  })
  .meta({ id: 'LengthBin' });

const Lengths = z
  .object({
    mean: z.number(),
    median: z.int(),
    p95: z.int().describe('95 % are not longer.'),
    longest: z.int(),
    bins: z.array(LengthBin).describe('Lengths 1, 2, 3 to 4, 5 to 8, and so on: at most 33 bins.'),
  })
  .describe('The distribution of a number of events. All are 0 where there are no events.')
  .meta({ id: 'Lengths' });

export const EventsLeftOut = z
  .object({
    impossible_times: z
      .int()
      .describe(
        'Events more than one day ahead, and those before 1971 where most are later. Earlier versions stored them. Neither the timeline nor a history has them.',
      ),
    negative_values: z
      .int()
      .describe('Events with a value below 0. Histories have them only where `least_value` is below 0.'),
  })
  .describe('Events of the dataset that are no history.')
  .meta({ id: 'EventsLeftOut' });

export const DatasetStatisticsFields = z
  .object({
    dataset_id: z.string(),
    people: z.int(),
    items: z.int(),
    items_with_events: z.int(),
    events: z.int(),
    first_event_at: z
      .string()
      .nullable()
      .describe('ISO 8601, of the events whose time can be; null without such events.'),
    last_event_at: z.string().nullable(),
    left_out: EventsLeftOut.optional(),
    kinds: z
      .array(z.object({ kind: z.string(), events: z.int() }))
      .describe('The 20 most frequent kinds of events.'),
    kind_count: z.int().nullable().describe('Number of kinds; null where there are more than 10,000.'),
    timeline: z
      .object({
        bin_days: z
          .int()
          .describe('Days of a bin: 1, 7, 28, 364, 3,640 or 36,400. Bins of 7 begin on Mondays.'),
        bins: z
          .array(
            z.object({ from: z.string().describe('The first day in UTC, `2024-05-01`.'), events: z.int() }),
          )
          .describe('Without gaps, at most 120; empty without events.'),
      })
      .meta({ id: 'EventTimeline' }),
    long_tail: z
      .object({
        curve: z
          .array(
            z.object({
              items: z.number().describe('Share of the items, the most frequent first, 0 to 1.'),
              events: z.number().describe('Share of the events that these items have, 0 to 1.'),
            }),
          )
          .describe('At most 100 points, closer together where items are frequent.'),
        half_of_events: z.number().describe('The share of the items that has half of the events.'),
        gini: z.number().describe('0: all items have equally many events; near 1: few have nearly all.'),
        head: z
          .array(
            z.object({
              item_id: z.string(),
              title: z.string().describe('The first line of its text, at most 200 characters.'),
              events: z.int(),
            }),
          )
          .describe('The 20 most frequent items; ties in the order of the import.'),
      })
      .meta({ id: 'LongTail' }),
    histories: Lengths.describe('Events of a person.'),
    sessions: z
      .object({
        gap_minutes: z
          .int()
          .describe('A longer pause between two events of a person begins another session.'),
        count: z.int(),
        per_person: z.number().describe('Mean number.'),
        lengths: Lengths,
      })
      .meta({ id: 'DatasetSessions' }),
    repeats: z
      .object({
        events: z.int().describe('Events whose person has an earlier event with the same item.'),
        share: z.number(),
      })
      .meta({ id: 'DatasetRepeats' }),
    fields: z
      .array(
        z.object({
          name: z.string(),
          items: z.int().describe('Items that have it.'),
          share: z.number(),
        }),
      )
      .describe(
        'Parts of the texts of the items: `text`, and the names of lines `name: value`, the 50 most frequent.',
      ),
  })
  .meta({ id: 'DatasetStatisticsFields' });
export type DatasetStatisticsFields = z.output<typeof DatasetStatisticsFields>;

export const DatasetStatistics = DatasetStatisticsFields.extend({ request_id: z.string() }).meta({
  id: 'DatasetStatistics',
});
