/** The result of a job that segments people, as its data comes. */
import type { wire } from 'counterpart-client';

export interface SegmentItem {
  readonly item_id: string;
  readonly text: string;
  readonly people: number;
  readonly lift: number;
}

export interface Segment {
  readonly segment: number;
  readonly name: string;
  readonly people: number;
  readonly share: number;
  readonly medoid_events: number;
  readonly mean_distance: number;
  readonly items: readonly SegmentItem[];
}

export interface SegmentResult {
  readonly k: number;
  readonly silhouette: number;
  readonly people: number;
  readonly left_out: number;
  /** Absent in results of earlier versions. */
  readonly sessions_left_out?: number;
  readonly segments: readonly Segment[];
  /** Absent once the list of people is gone. */
  readonly download_url?: string;
  readonly expires_at?: string;
}

/** undefined: the job has not succeeded. */
export function resultOf(job: Pick<wire.JobFields, 'status' | 'result'>): SegmentResult | undefined {
  if (job.status !== 'succeeded' || !Array.isArray(job.result?.segments)) return undefined;
  return job.result as unknown as SegmentResult;
}

/** The first line of an item's text; its id where it has none. */
export function titleOf({ item_id, text }: SegmentItem): string {
  return text.split('\n', 1)[0]?.trim() || item_id;
}
