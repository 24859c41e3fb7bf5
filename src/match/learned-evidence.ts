/**
 * What a trained head knows of single people, row by row, and how its sums become what is told: less sure where
 * people are unknown, and calibrated. For a prior there is neither, and nothing is computed.
 *
 * People stand in the head by user id and in the index by row. `PeopleRows` keeps the rows of the head's people beside
 * the index; a row is never given to anybody else, so only who had none, or lost it, is looked for again, when the
 * index has changed. No match reads the store for it.
 */
import { type RowNumber, rowNumber } from '../contract/brands.ts';
import type { CandidateIndex } from '../index/candidate-index.ts';
import { type CalibrationCurve, calibrate, curveFor } from '../ranking/calibration-curve.ts';
import type { ModelStage } from '../ranking/models/model-catalog.ts';
import {
  type PersonEffects,
  type PersonEvidence,
  personEvidence,
  personPositions,
  uncertaintyShrinkage,
} from '../ranking/person-effects.ts';
import type { RankingModel } from '../ranking/ranking-model.ts';
import type { DirectionSums } from '../ranking/scoring/sum-columns.ts';
import type { MatchContext } from './stage.ts';

/** By row of the pool [N]; `backward` null where only the seeker's view counts. */
export interface PeopleEvidence {
  readonly points: DirectionSums;
  /** What the log-odds are multiplied with for what is unsure: 0..1. */
  readonly shares: DirectionSums;
}

/** Positions in a head's table by row of an index. */
class PeopleRows {
  readonly #table: PersonEffects;
  readonly #rows: Int32Array;
  #positions = new Int32Array();
  #known: Int32Array | null = null;
  #sequence = -1;

  constructor(table: PersonEffects) {
    this.#table = table;
    this.#rows = new Int32Array(table.userIds.length).fill(-1);
  }

  /** -1: nobody whom the head knows. */
  positions(index: CandidateIndex): Int32Array {
    if (index.sequence !== this.#sequence || index.rowLimit > this.#positions.length) this.#follow(index);
    return this.#positions;
  }

  /** Rows of the head's people, ascending, and their positions in its table. */
  known(index: CandidateIndex): { readonly rows: Uint32Array; readonly positions: Uint32Array } {
    const positions = this.positions(index);
    this.#known ??= this.#rows.filter((row) => row >= 0).sort();
    const rows = Uint32Array.from(this.#known);
    return { rows, positions: rows.map((row) => positions[row]!) };
  }

  #follow(index: CandidateIndex): void {
    this.#known = null;
    if (index.rowLimit > this.#positions.length) {
      const longer = new Int32Array(Math.ceil(index.rowLimit * 1.25) + 64).fill(-1);
      longer.set(this.#positions);
      this.#positions = longer;
    }
    for (let position = 0; position < this.#rows.length; position++) {
      const known = this.#rows[position]!;
      if (known >= 0 && index.isLive(rowNumber(known))) continue;
      if (known >= 0) this.#positions[known] = -1;
      const row = index.rowOf(this.#table.userIds[position]!) ?? -1;
      this.#rows[position] = row;
      if (row >= 0) this.#positions[row] = position;
    }
    this.#sequence = index.sequence;
  }
}

const rowsOfPeople = new WeakMap<CandidateIndex, WeakMap<PersonEffects, PeopleRows>>();
const seekerPositions = new WeakMap<PersonEffects, ReadonlyMap<string, number>>();

function peopleRows(index: CandidateIndex, table: PersonEffects): PeopleRows {
  const tables = rowsOfPeople.get(index) ?? new WeakMap<PersonEffects, PeopleRows>();
  rowsOfPeople.set(index, tables);
  const known = tables.get(table) ?? new PeopleRows(table);
  tables.set(table, known);
  return known;
}

function positionOf(table: PersonEffects, userId: string): number {
  const positions = seekerPositions.get(table) ?? personPositions(table);
  seekerPositions.set(table, positions);
  return positions.get(userId) ?? -1;
}

function knowsPeople({ personEffects: people }: RankingModel): boolean {
  const { selectivity, desirability } = people.unknown;
  return people.userIds.length > 0 || selectivity > 0 || desirability > 0;
}

/** null for a head that knows nothing of people. */
export function peopleEvidence(
  head: RankingModel,
  rows: Uint32Array,
  { index, seeker, plan }: MatchContext,
): PeopleEvidence | null {
  if (!knowsPeople(head)) return null;
  const positions = peopleRows(index, head.personEffects).positions(index);
  const mine = positionOf(head.personEffects, seeker.userId);
  const direction = (read: (theirs: number) => PersonEvidence) => {
    const points = new Float64Array(rows.length);
    const shares = new Float64Array(rows.length);
    const unknown = summed(read(-1));
    for (let n = 0; n < rows.length; n++) {
      const theirs = positions[rows[n]!]!;
      const found = theirs === -1 ? unknown : summed(read(theirs));
      points[n] = found.points;
      shares[n] = found.share;
    }
    return { points, shares };
  };
  const forward = direction((theirs) => personEvidence(head.personEffects, mine, theirs));
  const backward =
    plan.aggregation === 'off'
      ? null
      : direction((theirs) => personEvidence(head.personEffects, theirs, mine));
  return {
    points: { forward: forward.points, backward: backward?.points ?? null },
    shares: { forward: forward.shares, backward: backward?.shares ?? null },
  };
}

function summed({ selectivity, desirability, affinity, variance }: PersonEvidence) {
  return { points: selectivity + desirability + affinity, share: uncertaintyShrinkage(variance) };
}

/** The parts for one candidate, for the explanation. */
export function peoplePair(
  { personEffects: people }: RankingModel,
  { index, seeker }: Pick<MatchContext, 'index' | 'seeker'>,
  row: RowNumber,
): { readonly forward: PersonEvidence; readonly backward: PersonEvidence } {
  const mine = positionOf(people, seeker.userId);
  const theirs = peopleRows(index, people).positions(index)[row]!;
  return { forward: personEvidence(people, mine, theirs), backward: personEvidence(people, theirs, mine) };
}

/** Log-odds as they are told: the very arrays where the head changes nothing. */
export function toldBy(
  head: RankingModel,
  stage: ModelStage,
  logOdds: DirectionSums,
  people: PeopleEvidence | null,
  rows: Uint32Array,
  context: MatchContext,
): DirectionSums {
  const curves = head.card.calibration[stage];
  const isPlain =
    curves.default.kind === 'identity' &&
    Object.values(curves.sides).every(({ kind }) => kind === 'identity');
  if (people === null && isPlain) return logOdds;
  const mine = curveFor(curves, context.seeker.side);
  const theirs = curvesByRow(head, stage, context);
  const told = (
    sums: Float64Array,
    shares: Float64Array | undefined,
    curve: (row: number) => CalibrationCurve,
  ) => sums.map((sum, n) => calibrate(curve(rows[n]!), sum * (shares?.[n] ?? 1)));
  return {
    forward: told(logOdds.forward, people?.shares.forward, () => mine),
    backward: logOdds.backward && told(logOdds.backward, people?.shares.backward ?? undefined, theirs),
  };
}

/** The curve of who stands in a row, by their side. */
function curvesByRow(
  head: RankingModel,
  stage: ModelStage,
  { index }: MatchContext,
): (row: number) => CalibrationCurve {
  const curves = head.card.calibration[stage];
  const { sides } = index.definition;
  if (sides === undefined) return () => curves.default;
  return (row) => {
    const side = index.valueOf(rowNumber(row), sides.field);
    return curveFor(curves, typeof side === 'string' ? side : null);
  };
}

/** Which of the index's rows the head knows, ascending, with what it knows of them [rows × 2: forward, backward]. */
export interface KnownPeople {
  readonly rows: Uint32Array;
  readonly points: Float64Array;
  readonly shrinkage: Float64Array;
  /** Of everybody else. */
  readonly unknown: {
    readonly points: readonly [forward: number, backward: number];
    readonly shrinkage: readonly [forward: number, backward: number];
  };
}

/** As `peopleEvidence`, for a scoring that is run by the index; null for a head that knows nothing of people. */
export function knownPeople(head: RankingModel, { index, seeker }: MatchContext): KnownPeople | null {
  if (!knowsPeople(head)) return null;
  const { personEffects: people } = head;
  const mine = positionOf(people, seeker.userId);
  const known = peopleRows(index, people).known(index);
  const points = new Float64Array(2 * known.rows.length);
  const shrinkage = new Float64Array(2 * known.rows.length);
  const both = (theirs: number) =>
    [summed(personEvidence(people, mine, theirs)), summed(personEvidence(people, theirs, mine))] as const;
  known.positions.forEach((theirs, n) => {
    both(theirs).forEach((found, direction) => {
      points[2 * n + direction] = found.points;
      shrinkage[2 * n + direction] = found.share;
    });
  });
  const [forward, backward] = both(-1);
  const unknown = {
    points: [forward.points, backward.points] as const,
    shrinkage: [forward.share, backward.share] as const,
  };
  return { rows: known.rows, points, shrinkage, unknown };
}
