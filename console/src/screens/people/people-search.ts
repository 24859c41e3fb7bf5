import type { PeopleSort } from '../../api/people-queries.ts';
import { isRecord, textOf } from '../../parts/read-unknown.ts';

/** The state of the table, all of it in the address. */
export interface PeopleSearch {
  readonly domain?: string;
  readonly q?: string;
  /** In the grammar of the filters of a match. */
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly sort?: PeopleSort;
  /** Names of shown fields; absent: the first ones of the schema. */
  readonly columns?: readonly string[];
  /** Where the page begins; absent: the first page. */
  readonly cursor?: string;
}

/** A saved view: all of the search but the page. */
export type PeopleView = Omit<PeopleSearch, 'cursor'>;

export function parsePeopleSearch(raw: Record<string, unknown>): PeopleSearch {
  const [domain, q, cursor] = [textOf(raw.domain), textOf(raw.q), textOf(raw.cursor)];
  const sort = parseSort(raw.sort);
  const { columns } = raw;
  return {
    ...(domain !== undefined && { domain }),
    ...(q !== undefined && { q }),
    ...(isRecord(raw.filters) && Object.keys(raw.filters).length > 0 && { filters: raw.filters }),
    ...(sort !== undefined && { sort }),
    ...(Array.isArray(columns) && { columns: columns.filter((name) => typeof name === 'string') }),
    ...(cursor !== undefined && { cursor }),
  };
}

function parseSort(raw: unknown): PeopleSort | undefined {
  if (!isRecord(raw) || typeof raw.by !== 'string') return undefined;
  return { by: raw.by, order: raw.order === 'desc' ? 'desc' : 'asc' };
}

export type ViewChange = { readonly [Key in keyof PeopleView]?: PeopleView[Key] | undefined };

/** Another view begins on its first page. A part that is undefined goes. */
export function changedView({ cursor: _, ...view }: PeopleSearch, change: ViewChange): PeopleSearch {
  return parsePeopleSearch({ ...view, ...change });
}

const WITHIN = '_within_km';

/** The filters that are sent: a distance is whole once its place is written. */
export function wholeFilters(
  filters: NonNullable<PeopleSearch['filters']>,
): NonNullable<PeopleSearch['filters']> {
  const keys = Object.keys(filters);
  const hasOther = (key: string, from: string, to: string) =>
    !key.endsWith(from) || keys.includes(`${key.slice(0, -from.length)}${to}`);
  return Object.fromEntries(
    Object.entries(filters).filter(
      ([key]) => hasOther(key, WITHIN, '_from') && hasOther(key, '_from', WITHIN),
    ),
  );
}
