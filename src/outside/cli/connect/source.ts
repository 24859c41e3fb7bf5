/**
 * The interface of the sources of a connector. A source gives the same records behind the same position, so
 * that rows that were stored before a crash, and come again, are known by their ids.
 */
import { parseJson } from '../../../contract/parse-json.ts';
import { isRow, type Row } from '../../../platform/intake/mapping/source-row.ts';
import type { Decimal } from '../../../platform/intake/number-text.ts';

/** One row, or why it could not be read. `id`: the same each time it comes. */
export type SourceRecord = { readonly id: string; readonly decimal?: Decimal } & (
  | { readonly row: Row }
  | { readonly fault: string; readonly text: unknown }
);

export interface SourceBatch {
  /** Empty where there is nothing new. */
  readonly records: readonly SourceRecord[];
  /** JSON: where the next batch begins. */
  readonly position: unknown;
  /** The amount that is left to read behind the batch, in the unit of the source; null: not known. */
  readonly lag: number | null;
}

export interface ReadOptions {
  readonly batchSize: number;
  /** Ends where there is nothing new, in place of waiting. */
  readonly once: boolean;
  readonly signal: AbortSignal;
}

export interface Source {
  readonly kind: string;
  /** Behind the position; null: from the beginning. Ends after `signal`. */
  batches(position: unknown, options: ReadOptions): AsyncIterable<SourceBatch>;
  /** Everything before the position is stored: the other side need not keep it. */
  acknowledge?(position: unknown): Promise<void>;
  close(): Promise<void>;
}

/** A text as a record: a JSON object, or a fault. */
export function jsonRecord(id: string, text: string, more: Row = {}): SourceRecord {
  try {
    const value: unknown = parseJson(text);
    if (isRow(value)) return { id, row: { ...value, ...more } };
    return { id, fault: 'the message is no JSON object', text };
  } catch (error) {
    return { id, fault: `the message is no JSON: ${(error as Error).message}`, text };
  }
}
