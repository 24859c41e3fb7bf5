/**
 * Refuses a file whose times were numbers in another unit. Seconds that are read as milliseconds are valid
 * times, all of them in January 1970. No row shows the fault, but the median of the column does.
 *
 * A median before 2000 is refused where another unit puts it between 2000 and tomorrow. A column of numbers
 * is refused before 1990 in any case, since such numbers only give an order. A median in the nineties is
 * accepted: MovieLens-100K is of 1998.
 */
import type { TimestampForm } from '../../../contract/dataset.ts';
import { apiError } from '../../../contract/errors.ts';
import { median } from '../../../platform/numeric/statistics.ts';
import type { RowBatch, RowOrFault } from './dataset-row.ts';
import { otherReading, type Unit, unitMs, unitOf } from './epoch-units.ts';

const SUSPECT_UNTIL_MS = Date.UTC(2000, 0, 1);
const NEVER_UNTIL_MS = Date.UTC(1990, 0, 1);
const MAX_SAMPLE = 65_536;

/**
 * Passes the rows of one file on, and throws 400 `invalid_request` after the last. `iso`: the times had a
 * type that was made from numbers, as those of Parquet are.
 */
export async function* withoutMisreadTimes(
  batches: AsyncIterable<RowBatch>,
  form: TimestampForm,
  name: string,
): AsyncGenerator<RowBatch> {
  const columns = { timestamp: new EvenSample(), created_at: new EvenSample() };
  for await (const batch of batches) {
    for (const row of batch.rows) addTime(row, columns);
    yield batch;
  }
  for (const [field, sample] of Object.entries(columns)) {
    const message = faultOf(field, sample, form);
    if (message === null) continue;
    const at = name === '' ? 'The source' : name;
    throw apiError('invalid_request', `${at}: ${field} ${message}`, {
      issues: [{ path: field, message }],
      total: 1,
    });
  }
}

function addTime(row: RowOrFault, columns: Readonly<Record<'timestamp' | 'created_at', EvenSample>>): void {
  if (row.type === 'event') columns.timestamp.add(row.timestampMs);
  if (row.type === 'item' && row.createdAtMs !== null) columns.created_at.add(row.createdAtMs);
}

function faultOf(field: string, sample: EvenSample, form: TimestampForm): string | null {
  const middleMs = median(sample.values);
  if (!(middleMs < SUSPECT_UNTIL_MS)) return null;
  const found = `has its median at ${new Date(middleMs).toISOString()}`;
  for (const unit of unitsOf(form)) {
    const other = otherReading(middleMs / unitMs[unit], unit);
    if (other === null) continue;
    const remedy = form === 'iso' ? 'write the column again from numbers in that unit' : other.remedy;
    return `${found}, read in ${unit}; ${other.text}: ${remedy}.`;
  }
  if (form === 'iso' || field !== 'timestamp' || middleMs >= NEVER_UNTIL_MS) return null;
  return `${found}; no unit from nanoseconds to seconds puts it between 2000 and tomorrow. Give times in ISO 8601, such as 2024-05-01T12:00:00Z.`;
}

/** The units in which the numbers may have been read, by the form. */
function unitsOf(form: TimestampForm): readonly Unit[] {
  return form === 'iso' ? ['milliseconds', 'microseconds', 'nanoseconds'] : [unitOf(form)];
}

/** Every value, or every 2nd, 4th, 8th, … so that the memory is bounded. */
class EvenSample {
  values: number[] = [];
  #count = 0;
  #stride = 1;

  add(value: number): void {
    if (this.#count++ % this.#stride !== 0) return;
    this.values.push(value);
    if (this.values.length < MAX_SAMPLE) return;
    this.values = this.values.filter((_, at) => at % 2 === 0);
    this.#stride *= 2;
  }
}
