/** One system: returns the `k` people with the most points among these genders and ages, ties by `tie`. */
import type { FlatPeople } from './flat-people.ts';

export interface FilterQuery {
  /** Codes. */
  readonly genders: readonly number[];
  /** Both inclusive. */
  readonly ages: readonly [from: number, to: number];
  readonly intercept: number;
  /** By code, and by age in years; added in this order, in float64. */
  readonly points: {
    readonly goal: Float64Array;
    readonly age: Float64Array;
    readonly place: Float64Array;
    readonly style: Float64Array;
  };
  readonly k: number;
}

export interface Competitor {
  readonly name: string;
  load(people: FlatPeople): Promise<void>;
  /** Row numbers, best first. */
  best(query: FilterQuery): Promise<Uint32Array>;
  close(): Promise<void>;
}
