import type { AuditFilters } from '../../api/admin-queries.ts';

/** The filters of the page, as its address has them. Days are those of UTC: 2026-11-26. */
export interface AuditSearch {
  readonly tenant?: string;
  readonly action?: string;
  readonly actor?: string;
  readonly from?: string;
  readonly to?: string;
}

const names = ['tenant', 'action', 'actor', 'from', 'to'] as const;
const DAY_MS = 86_400_000;

/** Reads an address. A value that is not a text, or not a day, is left out. */
export function parseAuditSearch(raw: Readonly<Record<string, unknown>>): AuditSearch {
  const filters = names.flatMap((name) => {
    const value = raw[name];
    const isDay = name === 'from' || name === 'to';
    if (typeof value !== 'string' || value === '') return [];
    return isDay && dayOf(value) === null ? [] : [[name, value]];
  });
  return Object.fromEntries(filters);
}

/** The last day is included. */
export function filtersOf({ tenant, action, actor, from, to }: AuditSearch): AuditFilters {
  const first = from === undefined ? null : dayOf(from);
  const last = to === undefined ? null : dayOf(to);
  return {
    ...(tenant !== undefined && { tenant_id: tenant }),
    ...(action !== undefined && { action: action as NonNullable<AuditFilters['action']> }),
    ...(actor !== undefined && { actor }),
    ...(first !== null && { from: new Date(first).toISOString() }),
    ...(last !== null && { to: new Date(last + DAY_MS).toISOString() }),
  };
}

/** Epoch milliseconds of its beginning; null: not a day. */
function dayOf(value: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
