/** Counts events by day (UTC) and describes them in at most 120 bins. */
import type { DatasetStatisticsFields } from '../../../contract/dataset-statistics.ts';
import { StoredTimes } from '../stored-times.ts';

type Timeline = DatasetStatisticsFields['timeline'];

const DAY_MS = 86_400_000;
/** Stored timestamps lie in the years 0000 to 9999. */
const FIRST_DAY = dayOf(Date.parse('0000-01-01T00:00:00Z'));
const LAST_DAY = dayOf(Date.parse('9999-12-31T00:00:00Z'));
/** 1970-01-05, the first Monday. */
const MONDAY = 4;
const MAX_BINS = 120;
const BIN_DAYS = [1, 7, 28, 364, 3640, 36_400] as const;

export class DayCounts {
  /** By day from the year 0000: 15 MB, whatever the timestamps. */
  readonly #counts = new Uint32Array(LAST_DAY - FIRST_DAY + 1);
  /** By day, the first and last time of it; only days with events. */
  readonly #ends = new Map<number, { firstMs: number; lastMs: number }>();
  readonly #times = new StoredTimes();

  add(timestampMs: number): void {
    if (!this.#times.add(timestampMs)) return;
    const day = dayOf(timestampMs);
    this.#counts[day - FIRST_DAY]!++;
    const ends = this.#ends.get(day);
    if (ends === undefined) this.#ends.set(day, { firstMs: timestampMs, lastMs: timestampMs });
    else if (timestampMs < ends.firstMs) ends.firstMs = timestampMs;
    else if (timestampMs > ends.lastMs) ends.lastMs = timestampMs;
  }

  /** Events that are in no bin, because their time cannot be. */
  get impossible(): number {
    return this.#times.impossible;
  }

  describe(): Pick<DatasetStatisticsFields, 'first_event_at' | 'last_event_at' | 'timeline'> {
    const days = [...this.#ends.keys()].filter((day) => day * DAY_MS >= this.#times.fromMs);
    if (days.length === 0)
      return { first_event_at: null, last_event_at: null, timeline: { bin_days: 1, bins: [] } };
    const first = days.reduce((least, day) => Math.min(least, day));
    const last = days.reduce((most, day) => Math.max(most, day));
    return {
      first_event_at: new Date(this.#ends.get(first)!.firstMs).toISOString(),
      last_event_at: new Date(this.#ends.get(last)!.lastMs).toISOString(),
      timeline: this.#binned(first, last),
    };
  }

  #binned(first: number, last: number): Timeline {
    const days = BIN_DAYS.find((days) => binOf(last, days) - binOf(first, days) < MAX_BINS)!;
    const bins: Timeline['bins'] = [];
    for (let bin = binOf(first, days); bin <= binOf(last, days); bin++) {
      const from = Math.max(FIRST_DAY, bin * days + MONDAY);
      const to = Math.min(LAST_DAY + 1, (bin + 1) * days + MONDAY);
      let events = 0;
      for (let day = Math.max(from, first); day < to; day++) events += this.#counts[day - FIRST_DAY]!;
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
