/**
 * Contexts of events: what is known of the moment of an event. These are the values of features that a dataset
 * declares for events, such as the device, and the hour and the weekday of the event in UTC.
 *
 * E events, C distinct contexts.
 */
import type { ContextDeclarations } from '../../../contract/dataset-features.ts';
import { columnsBuilder } from '../../datasets/features/feature-columns.ts';
import type { EventContexts, Histories } from './histories.ts';

/** By name; a name without a value is absent. */
export type Context = Readonly<Record<string, string | number>>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** 1970-01-01 was a Thursday. */
const WEEKDAY_OF_EPOCH = 4;

export interface ContextCollector {
  /** The number of the context; `json`: null where an event has none. */
  rowOf(json: string | null): number;
  finish(): EventContexts;
}

export function contextCollector(declared: ContextDeclarations): ContextCollector {
  const rows = new Map<string, number>();
  return {
    rowOf: (json) => {
      const key = json ?? '{}';
      const found = rows.get(key);
      if (found !== undefined) return found;
      rows.set(key, rows.size);
      return rows.size - 1;
    },
    finish: () => {
      const columns = columnsBuilder(declared, rows.size);
      for (const [json, row] of rows) columns.put(row, JSON.parse(json));
      return { declared, columns: columns.finish() };
    },
  };
}

type WithContexts = Pick<Histories, 'timestampsMs' | 'contexts' | 'contextRows'>;

/** The context of an event, with `hour` (0 to 23) and `weekday` (1, Monday, to 7). */
export function contextAt({ timestampsMs, contexts, contextRows }: WithContexts, at: number): Context {
  const days = Math.floor(timestampsMs[at]! / DAY_MS);
  const hour = Math.floor((timestampsMs[at]! - days * DAY_MS) / HOUR_MS);
  const weekday = ((((days + WEEKDAY_OF_EPOCH - 1) % 7) + 7) % 7) + 1;
  const declared = contexts === undefined ? {} : contextOfRow(contexts, contextRows![at]!);
  return { ...declared, hour, weekday };
}

function contextOfRow({ columns }: EventContexts, row: number): Context {
  const values: Record<string, string | number> = {};
  for (const [name, column] of columns) {
    if (column.type === 'category' && column.codes[row] !== -1)
      values[name] = column.categories[column.codes[row]!]!;
    else if (column.type === 'number' && !Number.isNaN(column.values[row]))
      values[name] = column.values[row]!;
  }
  return values;
}
