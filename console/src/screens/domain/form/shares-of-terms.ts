/** The share of each term, by name, of the range of all points: its most points minus its fewest. */
interface TermRange {
  readonly name: string;
  readonly least: number;
  readonly most: number;
}

export function sharesOfTerms(terms: readonly TermRange[]): ReadonlyMap<string, number> {
  const all = terms.reduce((sum, { least, most }) => sum + (most - least), 0);
  return new Map(terms.map(({ name, least, most }) => [name, all === 0 ? 0 : (most - least) / all]));
}
