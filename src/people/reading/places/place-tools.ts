/** The gazetteer, as rules of places use it. */
import type { Place, ResolvePlace } from '../../../domains/place.ts';

export interface PlaceTools {
  readonly resolvePlace: ResolvePlace;
  /** For a text that names a place and nothing else: a field of a record, a line of an address. */
  readonly resolveGiven?: ResolvePlace;
  /** Inhabitants; without it every place counts as a large one. */
  readonly populationOf?: (place: Place) => number;
  /** Whether a name that begins with the word may be that of a place; without it every name is looked up. */
  readonly mayBeginPlace?: (word: string) => boolean;
}

/** Least inhabitants. A smaller city that is also an everyday word does not count, even after "live in". */
export const LARGE_CITY = 60_000;
export const KNOWN_CITY = 100_000;
export const FAMOUS_CITY = 250_000;
export const METROPOLIS = 1_000_000;

/** A place in the words [first, last); null: a region, county or country alone, by its whole name. */
export interface Candidate {
  readonly place: Place | null;
  readonly name: string;
  readonly first: number;
  readonly last: number;
  readonly hasRegion: boolean;
  readonly isCounty?: boolean;
}

export const populationOf = ({ place }: Candidate, tools: PlaceTools): number =>
  place === null ? 0 : (tools.populationOf?.(place) ?? FAMOUS_CITY);

/** A name with the facts that its confidence depends on. */
export interface Name extends Candidate {
  readonly population: number;
  /** Whether it is a word of everyday English. */
  readonly everyday: boolean;
  /** Whether it has a capital, in a sentence that is not all in capitals. */
  readonly capital: boolean;
}
