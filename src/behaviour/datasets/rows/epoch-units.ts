/**
 * Units of times as numbers since 1970. A number in another unit than the one that is named gives another
 * century.
 */
import type { TimestampForm } from '../../../contract/dataset.ts';
import { latestTimeMs } from '../../../contract/times.ts';

export type Unit = 'seconds' | 'milliseconds' | 'microseconds' | 'nanoseconds';

/** Milliseconds of each. */
export const unitMs: Readonly<Record<Unit, number>> = {
  seconds: 1000,
  milliseconds: 1,
  microseconds: 1e-3,
  nanoseconds: 1e-6,
};
const formUnits = { epoch_seconds: 'seconds', epoch_ms: 'milliseconds' } as const;
const remedies: Readonly<Record<Unit, string>> = {
  seconds: 'import it with timestamps epoch_seconds',
  milliseconds: 'import it with timestamps epoch_ms',
  microseconds: 'divide the numbers by 1,000, and import them with timestamps epoch_ms',
  nanoseconds: 'divide the numbers by 1,000,000, and import them with timestamps epoch_ms',
};
const FITS_FROM_MS = Date.UTC(2000, 0, 1);

export function unitOf(form: Exclude<TimestampForm, 'iso'>): Unit {
  return formUnits[form];
}

/**
 * A number as a time in the first other unit that puts it between 2000 and tomorrow, as part of a sentence.
 * null: there is none.
 */
export function otherReading(number: number, except: Unit): { text: string; remedy: string } | null {
  for (const unit of (Object.keys(unitMs) as Unit[]).filter((other) => other !== except)) {
    const ms = number * unitMs[unit];
    if (ms >= FITS_FROM_MS && ms <= latestTimeMs())
      return { text: `in ${unit} it is ${new Date(ms).toISOString()}`, remedy: remedies[unit] };
  }
  return null;
}
