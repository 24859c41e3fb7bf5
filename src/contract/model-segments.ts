/** POST /models/{model_id}/segments: groups of people with like histories, by a job. */
import { z } from 'zod';

const MAX_SEGMENTS = 100;
const MAX_TRIED = 30;
const MAX_SAMPLE = 5000;

export const SegmentsRequest = z
  .strictObject({
    k: z.int().min(2).max(MAX_SEGMENTS).optional().describe('The number of segments. Instead of `k_max`.'),
    k_max: z
      .int()
      .min(2)
      .max(MAX_TRIED)
      .optional()
      .describe('Every number from 2 to this is tried, and the best separated one is taken. Default: 10.'),
    sample: z
      .int()
      .min(100)
      .max(MAX_SAMPLE)
      .default(2000)
      .describe('People among whom the medoids are sought; all others join the nearest one.'),
    min_events: z
      .int()
      .min(1)
      .max(1000)
      .default(3)
      .describe('People with fewer events that the model knows are in no segment.'),
    seed: z.int().min(0).max(4_294_967_295).default(0),
    output_format: z
      .enum(['jsonl', 'parquet'])
      .default('jsonl')
      .describe('The format of the list of people.'),
  })
  .refine(({ k, k_max }) => k === undefined || k_max === undefined, {
    message: 'give either k or k_max',
    path: ['k_max'],
  })
  .meta({ id: 'SegmentsRequest' });
export type SegmentsRequest = z.output<typeof SegmentsRequest>;

export interface SegmentItem {
  readonly item_id: string;
  /** The beginning of the item's text. */
  readonly text: string;
  /** People of the segment who have taken it. */
  readonly people: number;
  /** Share of the segment that has taken it, divided by the share of all people. */
  readonly lift: number;
}

/** As it stands in the result of the job. */
export interface Segment {
  /** 1, 2, …, the largest first. */
  readonly segment: number;
  readonly name: string;
  readonly people: number;
  readonly share: number;
  /** Events of the medoid, the person in the middle. */
  readonly medoid_events: number;
  /** Mean cosine distance from the medoid. */
  readonly mean_distance: number;
  /** Most over-represented first. */
  readonly items: readonly SegmentItem[];
}
