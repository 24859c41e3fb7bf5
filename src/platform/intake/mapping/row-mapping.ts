/** Mappings of rows to anything but people: named values, in the grammar of `mapping-schema.ts`. */
import { z } from 'zod';
import { decimals } from '../number-text.ts';
import { RowRejected } from './column-steps.ts';
import { holds, valuesOf } from './mapping.ts';
import { CellText, ConditionSchema, Mapping, type Value, ValueSchema } from './mapping-schema.ts';
import { type Row, sourceRow } from './source-row.ts';

const keys = {
  decimal: z.enum(decimals).optional(),
  clean: Mapping.shape.clean,
  missing: z.array(CellText).default([]),
  /** Rows to leave out, with the reason. */
  reject: z.array(z.strictObject({ if: ConditionSchema, reason: z.string().min(1) })).default([]),
};

export interface RowMapping extends Pick<Mapping, 'clean' | 'missing' | 'reject' | 'decimal'> {
  readonly values: Readonly<Record<string, Value>>;
}

/** A mapping with a value for each of the names. Further keys are an error. */
export function rowMapping(names: readonly string[]) {
  return z
    .object(keys)
    .catchall(ValueSchema)
    .superRefine((given, context) => {
      const unknown = Object.keys(given).filter((key) => !(key in keys) && !names.includes(key));
      if (unknown.length > 0)
        context.addIssue({ code: 'unrecognized_keys', keys: unknown, input: given, path: [] });
    })
    .transform(({ decimal, clean, missing, reject, ...values }): RowMapping => {
      return { decimal, clean, missing, reject, values };
    });
}

export type MappedValues =
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly rejected: string };

/** `number` counts from 1. Never throws because of a row's values. */
export function applyRowMapping(mapping: RowMapping, row: Row, number: number): MappedValues {
  const decimal = mapping.decimal ?? 'point';
  const source = sourceRow(mapping, row, { number, decimal, assume: () => undefined });
  try {
    for (const { if: condition, reason } of mapping.reject)
      if (holds(condition, source)) throw new RowRejected(reason);
    return { values: valuesOf(mapping.values, source) ?? {} };
  } catch (error) {
    if (error instanceof RowRejected) return { rejected: error.message };
    throw error;
  }
}
