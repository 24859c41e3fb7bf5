/** Counts events by day (UTC) and describes them in at most 120 bins. */
import type { DatasetStatisticsFields } from '../../contract/dataset-statistics.ts';

type Timeline = DatasetStatisticsFields['timeline'];

const DAY_MS = 86_400_000;
/** Timestamps of datasets lie in the years 0000 to 9999. */
const FIRST_DAY = dayOf(Date.parse('0000-01-01T00:00:00Z'));
const LAST_DAY = dayOf(Date.parse('9999-12-31T00:00:00Z'));
/** 1970-01-05, the first Monday. */
const MONDAY = 4;
const MAX_BINS = 120;
const BIN_DAYS = [1, 7, 28, 364, 3640, 36_400] as const;

export class DayCounts {
  /** By day from the year 0000: 15 MB, whatever the timestamps. */
  readonly #counts = new Uint32Array(LAST_DAY - FIRST_DAY + 1);
  #firstMs = Number.POSITIVE_INFINITY;
  #lastMs = Number.NEGATIVE_INFINITY;

  add(timestampMs: number): void {
    this.#counts[dayOf(timestampMs) - FIRST_DAY]!++;
    if (timestampMs < this.#firstMs) this.#firstMs = timestampMs;
    if (timestampMs > this.#lastMs) this.#lastMs = timestampMs;
  }

  describe(): Pick<DatasetStatisticsFields, 'first_event_at' | 'last_event_at' | 'timeline'> {
    if (this.#firstMs > this.#lastMs)
      return { first_event_at: null, last_event_at: null, timeline: { bin_days: 1, bins: [] } };
    return {
      first_event_at: new Date(this.#firstMs).toISOString(),
      last_event_at: new Date(this.#lastMs).toISOString(),
      timeline: this.#binned(dayOf(this.#firstMs), dayOf(this.#lastMs)),
    };
  }

  #binned(first: number, last: number): Timeline {
    const days = BIN_DAYS.find((days) => binOf(last, days) - binOf(first, days) < MAX_BINS)!;
    const bins: Timeline['bins'] = [];
    for (let bin = binOf(first, days); bin <= binOf(last, days); bin++) {
      const from = Math.max(FIRST_DAY, bin * days + MONDAY);
      const to = Math.min(LAST_DAY + 1, (bin + 1) * days + MONDAY);
      let events = 0;
      for (let day = from; day < to; day++) events += this.#counts[day - FIRST_DAY]!;
      bins.push({ from: new Date(from * DAY_MS).toISOString().slice(0, 10), events });
    }
    return { bin_days: days, bins };
  }
}

/** Days since 1970-01-01. */
function dayOf(timestampMs: number): number {
  return Math.floor(timestampMs / DAY_MS);
}

function binOf(day: number, days: number): number {
  return Math.floor((day - MONDAY) / days);
}
