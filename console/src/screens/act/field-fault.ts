/** Compares what was typed with the schema of its field, as the API does. */
import { actText } from '../../text/en-act.ts';
import type { FieldSchema } from './api-operation.ts';

/** Why the text is no value of the field; null: it is one. An empty text of an optional field is none. */
export function faultOf(schema: FieldSchema, typed: string, isRequired: boolean): string | null {
  if (typed.trim() === '') return isRequired ? actText.required : null;
  if (schema.type === 'integer' || schema.type === 'number') return numberFault(schema, typed);
  if (schema.type === 'array') {
    const faults = linesOf(typed).map((line) => faultOf(schema.items ?? {}, line, true));
    return faults.find((fault) => fault !== null) ?? null;
  }
  const { maxLength, pattern } = schema;
  if (maxLength !== undefined && [...typed].length > maxLength) return actText.tooLong(maxLength);
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(typed)) return actText.pattern;
  return null;
}

function numberFault(
  { type, minimum, maximum, exclusiveMinimum }: FieldSchema,
  typed: string,
): string | null {
  const value = Number(typed);
  if (!Number.isFinite(value)) return actText.number;
  if (type === 'integer' && !Number.isSafeInteger(value)) return actText.whole;
  if (minimum !== undefined && value < minimum) return actText.least(minimum);
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return actText.above(exclusiveMinimum);
  if (maximum !== undefined && value > maximum) return actText.most(maximum);
  return null;
}

/** The lines that say something. */
export function linesOf(typed: string): readonly string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
