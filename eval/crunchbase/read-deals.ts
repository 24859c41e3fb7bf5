/** Deals of the Crunchbase list: one row a company, investor and round. */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

export interface Deal {
  readonly company: string;
  readonly investor: string;
  /** Epoch ms. */
  readonly atMs: number;
  /** Size of the whole round; null where unknown. */
  readonly roundUsd: number | null;
}

/** Oldest first. Rows without a name or date are left out; `left` says how many. */
export function readDeals(file: string): { readonly deals: readonly Deal[]; readonly left: number } {
  const rows: Record<string, string>[] = parse(readFileSync(file), { columns: true, bom: true });
  const deals = rows
    .map((row) => ({
      company: (row.company_name ?? '').trim(),
      investor: (row.investor_name ?? '').trim(),
      atMs: Date.parse(row.funded_when ?? ''),
      roundUsd: Number(row.amount_usd) > 0 ? Number(row.amount_usd) : null,
    }))
    .filter(({ company, investor, atMs }) => company !== '' && investor !== '' && !Number.isNaN(atMs))
    .sort((a, b) => a.atMs - b.atMs);
  return { deals, left: rows.length - deals.length };
}
