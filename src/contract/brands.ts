/** Types that must not be confused carry a brand. A brand costs nothing at run time. */
declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

/** `ten_<lower-case ULID>`; first part of every key. */
export type TenantId = Branded<string, 'TenantId'>;
/** Position in the store's change feed: 1, 2, 3, …; 0 is before the first change. */
export type ChangeSequence = Branded<number, 'ChangeSequence'>;
/** Dense row number inside one candidate index. Means nothing outside it. */
export type RowNumber = Branded<number, 'RowNumber'>;
/** log(p / (1 − p)). The points of a scorecard are log-odds; sums of log-odds are log-odds. */
export type LogOdds = Branded<number, 'log-odds'>;
/** In [0, 1]. */
export type Probability = Branded<number, 'probability'>;

export function tenantId(text: string): TenantId {
  return text as TenantId;
}
export function changeSequence(value: number): ChangeSequence {
  return value as ChangeSequence;
}
export function rowNumber(value: number): RowNumber {
  return value as RowNumber;
}

/** A declared or computed number of points, or a sum of points. */
export function asLogOdds(points: number): LogOdds {
  return points as LogOdds;
}

/** A number from outside. Throws `RangeError` where it is not in [0, 1]. */
export function asProbability(value: number): Probability {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${value} is no probability: it is not in [0, 1]`);
  return value as Probability;
}

/** An element of a column of log-odds. */
export function logOddsAt(column: Float64Array, position: number): LogOdds {
  return column[position]! as LogOdds;
}

/** An element of a column of probabilities. */
export function probabilityAt(column: Float64Array, position: number): Probability {
  return column[position]! as Probability;
}
