/** The compared policies: nothing, a hard cap alone, and prices by capacity, by step, and with a floor. */
import { FairExposure } from '../../src/contract/fair-exposure.ts';
import type { Policy } from './run-market.ts';

/** The mean attention of the simulated people. The product has one capacity for all. */
const CAPACITY = 5;

const ruleOf = (overrides: object) =>
  FairExposure.parse({ capacity: CAPACITY, newcomers: null, ...overrides });

export interface Compared extends Policy {
  /** Policies of one curve of the picture; null: a point of its own. */
  readonly curve: string | null;
}

export const policies: readonly Compared[] = [
  { name: 'none', curve: null, rule: null, priced: false },
  ...[2, 1].map((hard_cap) => ({
    name: `hard cap at ${hard_cap} × ${CAPACITY}`,
    ...{ curve: 'hard cap', rule: ruleOf({ hard_cap }), priced: false },
  })),
  ...[8, 5, 3, 2, 1].map((capacity) => ({
    name: `prices, capacity ${capacity}`,
    ...{ curve: 'prices', rule: ruleOf({ capacity }), priced: true },
  })),
  ...[5, 3].map((capacity) => ({
    name: `prices, capacity ${capacity}, hard cap at once`,
    ...{ curve: 'prices and cap', rule: ruleOf({ capacity, hard_cap: 1 }), priced: true },
  })),
  ...[0.1, 2].map((step) => ({
    name: `prices, capacity 3, step ${step}`,
    ...{ curve: null, rule: ruleOf({ capacity: 3, step }), priced: true },
  })),
  {
    name: 'prices, capacity 3, no hard cap',
    ...{ curve: null, rule: ruleOf({ capacity: 3, hard_cap: null }), priced: true },
  },
];

export const withFloor: Compared = {
  name: 'prices, capacity 3, a fifth for newcomers',
  curve: null,
  rule: ruleOf({ capacity: 3, newcomers: { days: 7, min_share: 0.2 } }),
  priced: true,
};
