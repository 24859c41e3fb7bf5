/** Times given as seconds or milliseconds since 1970, as the ISO 8601 that rows are validated by. */
import type { TimestampForm } from '../../contract/dataset.ts';
import { faulty, type ValidateRow } from './validate-row.ts';

const timeFields = ['timestamp', 'created_at'] as const;
/** Years 0000 to 9999. */
const LEAST_MS = -62_167_219_200_000;
const MOST_MS = 253_402_300_799_999;

export function withTimestamps(form: TimestampForm, validate: ValidateRow): ValidateRow {
  if (form === 'iso') return validate;
  const [scale, unit] = form === 'epoch_ms' ? ([1, 'milliseconds'] as const) : ([1000, 'seconds'] as const);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return validate(value);
    const row: Record<string, unknown> = { ...value };
    for (const field of timeFields) {
      if (row[field] === undefined || row[field] === null) continue;
      const ms = Math.round(numberOf(row[field]) * scale);
      if (!(ms >= LEAST_MS && ms <= MOST_MS))
        return faulty(field, `must be a number of ${unit} since 1970, in the years 0000 to 9999`);
      row[field] = new Date(ms).toISOString();
    }
    return validate(row);
  };
}

/** A number, or its digits as text; else NaN. */
function numberOf(given: unknown): number {
  if (typeof given === 'number') return given;
  return typeof given === 'string' && given.trim() !== '' ? Number(given) : Number.NaN;
}
