/**
 * The market on a day, and the deals of the following year. Inputs are deals before the day. Targets are
 * first deals within a year of investors with at least five companies, in companies that were funded before.
 * Follow-on deals in held companies are neither.
 *
 * I investors, C companies, E distinct edges (investor, company).
 */
import type { Deal } from './read-deals.ts';

const YEAR_MS = 365.25 * 86_400_000;
const MIN_DEALS = 5;

export interface Market {
  /** The day, epoch ms. */
  readonly atMs: number;
  readonly investors: readonly string[];
  readonly companies: readonly string[];
  /** Numbers of investors and companies [E]. */
  readonly edgeInvestor: Uint32Array;
  readonly edgeCompany: Uint32Array;
  /** Time of the investor's last deal with the company before the day [E]. */
  readonly edgeAtMs: Float64Array;
  /** Time of their first deal [E]. */
  readonly edgeFirstAtMs: Float64Array;
  /** Companies each investor holds [I]. */
  readonly held: readonly ReadonlySet<number>[];
  /** Targets: companies that each investor joined first in the year after the day. */
  readonly next: ReadonlyMap<number, ReadonlySet<number>>;
  readonly dealsBefore: readonly Deal[];
}

interface Edge {
  readonly investor: number;
  readonly company: number;
  readonly atMs: number;
  readonly firstAtMs: number;
}

export function marketAt(deals: readonly Deal[], day: string): Market {
  const atMs = Date.parse(day);
  const dealsBefore = deals.filter((deal) => deal.atMs < atMs);
  const investors = new Map<string, number>();
  const companies = new Map<string, number>();
  const edges = new Map<string, Edge>();
  for (const deal of dealsBefore) {
    const investor = numberOf(investors, deal.investor);
    const company = numberOf(companies, deal.company);
    const key = `${investor} ${company}`;
    const firstAtMs = edges.get(key)?.firstAtMs ?? deal.atMs;
    edges.set(key, { investor, company, atMs: deal.atMs, firstAtMs });
  }
  const held = Array.from(investors, () => new Set<number>());
  for (const { investor, company } of edges.values()) held[investor]!.add(company);
  const all = [...edges.values()];
  return {
    atMs,
    investors: [...investors.keys()],
    companies: [...companies.keys()],
    edgeInvestor: Uint32Array.from(all, ({ investor }) => investor),
    edgeCompany: Uint32Array.from(all, ({ company }) => company),
    edgeAtMs: Float64Array.from(all, (edge) => edge.atMs),
    edgeFirstAtMs: Float64Array.from(all, (edge) => edge.firstAtMs),
    held,
    next: nextDeals(deals, atMs, investors, companies, held),
    dealsBefore,
  };
}

function nextDeals(
  deals: readonly Deal[],
  atMs: number,
  investors: ReadonlyMap<string, number>,
  companies: ReadonlyMap<string, number>,
  held: readonly ReadonlySet<number>[],
): ReadonlyMap<number, ReadonlySet<number>> {
  const next = new Map<number, Set<number>>();
  for (const deal of deals) {
    const investor = investors.get(deal.investor);
    const company = companies.get(deal.company);
    if (deal.atMs < atMs || deal.atMs >= atMs + YEAR_MS) continue;
    if (investor === undefined || company === undefined) continue;
    if (held[investor]!.size < MIN_DEALS || held[investor]!.has(company)) continue;
    next.set(investor, (next.get(investor) ?? new Set()).add(company));
  }
  return next;
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const number = numbers.get(name) ?? numbers.size;
  numbers.set(name, number);
  return number;
}
