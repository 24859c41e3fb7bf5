/** The state of a model's page, all of it in the address. */
import { textOf } from '../../parts/read-unknown.ts';
import { conditionsOf } from './conditions.ts';

export const metrics = ['ndcg', 'recall', 'mrr', 'coverage', 'exposure_gini'] as const;
export type Metric = (typeof metrics)[number];
export const limits = ['10', '20', '50'] as const;

export interface ModelSearch {
  /** Number of the split, from 0. */
  readonly split?: number;
  readonly metric?: Metric;
  /** Ids of the history, oldest first. */
  readonly history?: readonly string[];
  readonly limit?: number;
  readonly mode?: 'generate';
  /** Further keys of the request, as JSON. */
  readonly more?: string;
  /** The text in the search for items. */
  readonly find?: string;
}

/** An address holds about as many ids. */
export const MOST_HISTORY = 50;

/** Reads an address. A part of the wrong form is left out. */
export function parseModelSearch(raw: Record<string, unknown>): ModelSearch {
  const metric = metrics.find((name) => name === raw.metric);
  const find = textOf(raw.find);
  const history = idsOf(raw.history);
  const more = conditionsIn(raw.more);
  const { split, limit } = raw;
  return {
    ...(typeof split === 'number' && Number.isInteger(split) && split > 0 && { split }),
    ...(metric !== undefined && metric !== 'ndcg' && { metric }),
    ...(history.length > 0 && { history }),
    ...((limit === 20 || limit === 50) && { limit }),
    ...(raw.mode === 'generate' && { mode: 'generate' as const }),
    ...(more !== undefined && { more }),
    ...(find !== undefined && { find }),
  };
}

/** The text where it is an object of JSON; an address may also hold the object itself. */
function conditionsIn(given: unknown): string | undefined {
  const text = typeof given === 'object' && given !== null ? JSON.stringify(given) : textOf(given);
  return text !== undefined && conditionsOf(text) !== null ? text : undefined;
}

function idsOf(given: unknown): readonly string[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((value: unknown) => textOf(value) ?? []).slice(0, MOST_HISTORY);
}

/** The ids that were asked for where the text has commas; else a prefix, or nothing. */
export function askedItems(find: string): { readonly ids?: readonly string[]; readonly prefix?: string } {
  const trimmed = find.trim();
  if (!trimmed.includes(',')) return trimmed === '' ? {} : { prefix: trimmed };
  const ids = [...new Set(trimmed.split(',').map((id) => id.trim()))].filter((id) => id !== '');
  return { ids: ids.slice(0, 100) };
}

const MOST_CHARACTERS = 4000;

/** Ids in groups whose addresses stay short enough for any server. */
export function inAddresses(ids: readonly string[], most = MOST_CHARACTERS): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let length = most;
  for (const id of ids) {
    const own = encodeURIComponent(id).length + 10;
    if (length + own > most || (groups.at(-1)?.length ?? 0) >= 100) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(id);
    length += own;
  }
  return groups;
}
