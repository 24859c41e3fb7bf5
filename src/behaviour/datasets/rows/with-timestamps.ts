/** Times given as seconds or milliseconds since 1970, as the ISO 8601 that rows are validated by. */
import type { TimestampForm } from '../../../contract/dataset.ts';
import { timeFault } from '../../../contract/times.ts';
import { otherReading, type Unit, unitMs, unitOf } from './epoch-units.ts';
import { faulty, type ValidateRow } from './validate-row.ts';

const timeFields = ['timestamp', 'created_at'] as const;

export function withTimestamps(form: TimestampForm, validate: ValidateRow): ValidateRow {
  if (form === 'iso') return validate;
  const unit = unitOf(form);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return validate(value);
    const row: Record<string, unknown> = { ...value };
    for (const field of timeFields) {
      if (row[field] === undefined || row[field] === null) continue;
      const number = numberOf(row[field]);
      const ms = Math.round(number * unitMs[unit]);
      if (Number.isNaN(ms)) return faulty(field, `must be a number of ${unit} since 1970`);
      if (timeFault(ms) !== null) return faulty(field, impossible(number, unit));
      row[field] = new Date(ms).toISOString();
    }
    return validate(row);
  };
}

function impossible(number: number, unit: Unit): string {
  const other = otherReading(number, unit);
  const hint = other === null ? '' : `; ${other.text}: ${other.remedy}`;
  return `must be a number of ${unit} since 1970, at most one day ahead, not ${number}${hint}`;
}

/** A number, or its digits as text; else NaN. */
function numberOf(given: unknown): number {
  if (typeof given === 'number') return given;
  return typeof given === 'string' && given.trim() !== '' ? Number(given) : Number.NaN;
}
