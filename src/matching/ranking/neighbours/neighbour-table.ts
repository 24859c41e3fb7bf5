/**
 * Neighbours: people whose choices overlap. A candidate scores the similarity of the rater's neighbours who
 * chose it, each counted by how recent the choice is:
 *
 *   score(i, j)  = Σ over neighbours n of i:  similarity(i, n) · recency(n, j)
 *   points(i, j) = weight · log(1 + score / unit)
 *
 * Sums run over neighbours in the order of their positions, for single pairs and for whole columns alike, so
 * both are equal to the bit. All numbers are positions in the model's person effects. P people.
 */
import { linksAmong, type PersonLinks, turnedLinks } from './person-links.ts';

export interface NeighbourTable extends NeighbourCurve {
  /** By person: the nearest others, with their similarity [P × P]. */
  readonly alike: PersonLinks;
  /** By person: the chosen people, with the recency of the choice in (0, 1] [P × P]. */
  readonly chosen: PersonLinks;
}

export interface NeighbourCurve {
  /** Factor of the points, log-odds, at least 0. */
  readonly weight: number;
  /** The score at which points are weight · log 2; above 0. */
  readonly unit: number;
}

interface Turned {
  /** By person: those to whom the person is a neighbour. */
  readonly alikeTo: PersonLinks;
  /** By person: those who chose the person. */
  readonly choosers: PersonLinks;
}

const turnedTables = new WeakMap<NeighbourTable, Turned>();

/** The table by its columns; made once. */
function turnedOf(table: NeighbourTable): Turned {
  const people = table.alike.starts.length - 1;
  const known = turnedTables.get(table) ?? {
    alikeTo: turnedLinks(table.alike, people),
    choosers: turnedLinks(table.chosen, people),
  };
  turnedTables.set(table, known);
  return known;
}

/** At least 0; 0 for a person without an entry (position −1). */
export function neighbourScore(table: NeighbourTable, rater: number, rated: number): number {
  if (rater < 0 || rated < 0) return 0;
  const { alike } = table;
  const { choosers } = turnedOf(table);
  let [n, c] = [alike.starts[rater]!, choosers.starts[rated]!];
  const [lastN, lastC] = [alike.starts[rater + 1]!, choosers.starts[rated + 1]!];
  let score = 0;
  while (n < lastN && c < lastC) {
    const [neighbour, chooser] = [alike.columns[n]!, choosers.columns[c]!];
    if (neighbour === chooser) score += alike.values[n]! * choosers.values[c]!;
    if (neighbour <= chooser) n += 1;
    if (chooser <= neighbour) c += 1;
  }
  return score;
}

/** Scores of the rater with everybody [P]. */
export function scoresFrom({ alike, chosen }: NeighbourTable, rater: number): Float64Array {
  return sumOfProducts(alike, rater, chosen);
}

/** Scores of everybody with the rated person [P]. */
export function scoresTowards(table: NeighbourTable, rated: number): Float64Array {
  const { alikeTo, choosers } = turnedOf(table);
  return sumOfProducts(choosers, rated, alikeTo);
}

/** Row `row` of the product of two matrices [P]; all 0 for row −1. */
function sumOfProducts(first: PersonLinks, row: number, second: PersonLinks): Float64Array {
  const sums = new Float64Array(second.starts.length - 1);
  if (row < 0) return sums;
  for (let a = first.starts[row]!; a < first.starts[row + 1]!; a++) {
    const middle = first.columns[a]!;
    for (let b = second.starts[middle]!; b < second.starts[middle + 1]!; b++)
      sums[second.columns[b]!]! += first.values[a]! * second.values[b]!;
  }
  return sums;
}

/** Log-odds, at least 0. */
export function neighbourPoints({ weight, unit }: NeighbourCurve, score: number): number {
  return weight * Math.log1p(score / unit);
}

/** The table of some people, in this order: the person at kept[p] gets position p. */
export function neighboursAmong(
  { alike, chosen, ...curve }: NeighbourTable,
  kept: readonly number[],
): NeighbourTable {
  return { alike: linksAmong(alike, kept), chosen: linksAmong(chosen, kept), ...curve };
}
