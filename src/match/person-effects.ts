/**
 * The person effects of a trained model by row, and the calibration of its sums: log-odds shrink towards 0
 * where person effects are uncertain, then pass the calibration curve. A prior has neither, so nothing is
 * computed for it.
 *
 * The model knows people by user id, the index by row. `PersonRows` keeps the mapping beside the index, so a
 * match reads nothing from the store for it. The index never reuses a row for another user. So after a change
 * of the index only users without a live row are looked up again.
 */
import { asLogOdds, type RowNumber, rowNumber } from '../contract/brands.ts';
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

/** By row of the pool [N]; `backward` is null when ranking one way. */
export interface CandidatePersonEffects {
  readonly points: DirectionSums;
  /** Factor of the log-odds, 0..1: smaller where the effects' variance is larger. */
  readonly shrinkage: DirectionSums;
}

/** Maps rows of an index to positions in a model's person table. */
class PersonRows {
  readonly #table: PersonEffects;
  readonly #rows: Int32Array;
  #positions = new Int32Array();
  #known: Int32Array | null = null;
  #sequence = -1;

  constructor(table: PersonEffects) {
    this.#table = table;
    this.#rows = new Int32Array(table.userIds.length).fill(-1);
  }

  /** Positions by row; -1: the model does not know the row's user. */
  positions(index: CandidateIndex): Int32Array {
    if (index.sequence !== this.#sequence || index.rowLimit > this.#positions.length) this.#follow(index);
    return this.#positions;
  }

  /** Rows of the model's people, ascending, and their positions in its table. */
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

const personRowsByIndex = new WeakMap<CandidateIndex, WeakMap<PersonEffects, PersonRows>>();
const seekerPositions = new WeakMap<PersonEffects, ReadonlyMap<string, number>>();

function personRows(index: CandidateIndex, table: PersonEffects): PersonRows {
  const tables = personRowsByIndex.get(index) ?? new WeakMap<PersonEffects, PersonRows>();
  personRowsByIndex.set(index, tables);
  const known = tables.get(table) ?? new PersonRows(table);
  tables.set(table, known);
  return known;
}

function positionOf(table: PersonEffects, userId: string): number {
  const positions = seekerPositions.get(table) ?? personPositions(table);
  seekerPositions.set(table, positions);
  return positions.get(userId) ?? -1;
}

function hasPersonEffects({ personEffects: people }: RankingModel): boolean {
  const { selectivity, desirability } = people.unknown;
  return people.userIds.length > 0 || selectivity > 0 || desirability > 0;
}

/** null for a model without person effects. */
export function personEffectsOf(
  head: RankingModel,
  rows: Uint32Array,
  { index, seeker, plan }: MatchContext,
): CandidatePersonEffects | null {
  if (!hasPersonEffects(head)) return null;
  const positions = personRows(index, head.personEffects).positions(index);
  const mine = positionOf(head.personEffects, seeker.userId);
  const direction = (read: (theirs: number) => PersonEvidence) => {
    const points = new Float64Array(rows.length);
    const shrinkage = new Float64Array(rows.length);
    const unknown = totalEffect(read(-1));
    for (let n = 0; n < rows.length; n++) {
      const theirs = positions[rows[n]!]!;
      const found = theirs === -1 ? unknown : totalEffect(read(theirs));
      points[n] = found.points;
      shrinkage[n] = found.share;
    }
    return { points, shrinkage };
  };
  const forward = direction((theirs) => personEvidence(head.personEffects, mine, theirs));
  const backward =
    plan.aggregation === 'off'
      ? null
      : direction((theirs) => personEvidence(head.personEffects, theirs, mine));
  return {
    points: { forward: forward.points, backward: backward?.points ?? null },
    shrinkage: { forward: forward.shrinkage, backward: backward?.shrinkage ?? null },
  };
}

function totalEffect({ selectivity, desirability, affinity, variance }: PersonEvidence) {
  return { points: selectivity + desirability + affinity, share: uncertaintyShrinkage(variance) };
}

/** The person effects of the seeker and one candidate, for the explanation. */
export function personEffectsOfPair(
  { personEffects: people }: RankingModel,
  { index, seeker }: Pick<MatchContext, 'index' | 'seeker'>,
  row: RowNumber,
): { readonly forward: PersonEvidence; readonly backward: PersonEvidence } {
  const mine = positionOf(people, seeker.userId);
  const theirs = personRows(index, people).positions(index)[row]!;
  return { forward: personEvidence(people, mine, theirs), backward: personEvidence(people, theirs, mine) };
}

/** Log-odds after shrinkage and calibration. Returns `logOdds` itself if the model changes nothing. */
export function calibrateLogOdds(
  head: RankingModel,
  stage: ModelStage,
  logOdds: DirectionSums,
  effects: CandidatePersonEffects | null,
  rows: Uint32Array,
  context: MatchContext,
): DirectionSums {
  const curves = head.card.calibration[stage];
  const isPlain =
    curves.default.kind === 'identity' &&
    Object.values(curves.sides).every(({ kind }) => kind === 'identity');
  if (effects === null && isPlain) return logOdds;
  const mine = curveFor(curves, context.seeker.side);
  const theirs = curvesByRow(head, stage, context);
  const calibrated = (
    sums: Float64Array,
    shrinkage: Float64Array | undefined,
    curve: (row: number) => CalibrationCurve,
  ) => sums.map((sum, n) => calibrate(curve(rows[n]!), asLogOdds(sum * (shrinkage?.[n] ?? 1))));
  return {
    forward: calibrated(logOdds.forward, effects?.shrinkage.forward, () => mine),
    backward:
      logOdds.backward && calibrated(logOdds.backward, effects?.shrinkage.backward ?? undefined, theirs),
  };
}

/** The calibration curve of a row, by the side of its user. */
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

/** Rows of the index that the model knows, ascending, with their effects [rows × 2: forward, backward]. */
export interface KnownPersonEffects {
  readonly rows: Uint32Array;
  readonly points: Float64Array;
  readonly shrinkage: Float64Array;
  /** The effects of every other row. */
  readonly unknown: {
    readonly points: readonly [forward: number, backward: number];
    readonly shrinkage: readonly [forward: number, backward: number];
  };
}

/** As `personEffectsOf`, for a scoring that the index runs; null for a model without person effects. */
export function knownPersonEffects(
  head: RankingModel,
  { index, seeker }: MatchContext,
): KnownPersonEffects | null {
  if (!hasPersonEffects(head)) return null;
  const { personEffects: people } = head;
  const mine = positionOf(people, seeker.userId);
  const known = personRows(index, people).known(index);
  const points = new Float64Array(2 * known.rows.length);
  const shrinkage = new Float64Array(2 * known.rows.length);
  const both = (theirs: number) =>
    [
      totalEffect(personEvidence(people, mine, theirs)),
      totalEffect(personEvidence(people, theirs, mine)),
    ] as const;
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
