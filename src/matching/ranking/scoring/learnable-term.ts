/**
 * The points of a term as trainable parameters, called slots. Training reads a pair through the comparator
 * that serves the term, so nothing is implemented twice. It uses a probe: a copy of the term whose points
 * encode the position (the x of a curve, the number of a cell). For every pair
 *
 *   points of the term = Σ share · value over the slots that `read` reports
 *
 * which a property test shows.
 *
 * Slots are the knots, cells or values of the term in order, then the missing case. They include the term's
 * weight. Where a field has several values, the best pair counts; the points before training determine which
 * pair that is.
 */
import { type DomainDefinition, fieldNamed } from '../../../domains/definition.ts';
import type { Knots, ReadValues, Term, TermOf } from '../../../domains/scorecard.ts';
import { bothFields, priorField } from './compare-choices.ts';
import type { Person } from './person.ts';
import { shareOfReading } from './read-values.ts';
import { readyTerm } from './ready-term.ts';
import type { WordCounts } from './word-frequencies.ts';

export interface LearnableTerm {
  readonly name: string;
  /** Log-odds by slot; the last slot is the missing case. */
  readonly values: Float64Array;
  /** Name of each slot: "knot 5", "long_term/casual", "missing". */
  readonly slotNames: readonly string[];
  /** Pairs of slots (low, high): the value of low may not exceed that of high. */
  readonly ordered: readonly (readonly [low: number, high: number])[];
  /** Pairs of adjacent slots on a curve. */
  readonly neighbours: readonly (readonly [number, number])[];
  /**
   * Calls `addShare` for each slot that applies to the pair, with its share (0..1); not at all where a condition
   * does not hold.
   */
  read(me: Person, other: Person, addShare: (slot: number, share: number) => void): void;
  /** The term with new points, clamped to the range of a scorecard. */
  withValues(values: ArrayLike<number>): Term;
}

export interface LearnableOptions {
  /** The words of the workspace; left out: none are counted. */
  readonly words?: WordCounts | undefined;
  /** How much values count that were read from long texts; left out: whole. */
  readonly readValues?: ReadValues | undefined;
}

/** Matrices are trained cell by cell up to this many cells. */
const MOST_CELLS = 256;
const LARGEST_POINTS = 10;

export function learnableTerm(
  definition: DomainDefinition,
  term: Term,
  nowMs: number,
  { words, readValues }: LearnableOptions = {},
): LearnableTerm {
  const form = formOf(definition, term);
  const probe = readyTerm(definition, form.probe, nowMs, words);
  const missing = form.values.length;
  const values = Float64Array.from([...form.values, term.missing], (points) => points * term.weight);
  return {
    name: term.name,
    values,
    slotNames: [...form.names, 'missing'],
    ordered: form.ordered,
    neighbours: form.isCurve ? form.values.slice(1).map((_, at) => [at, at + 1] as const) : [],
    read(me, other, addShare) {
      const { state, points, exchanged } = probe.read(me, other);
      if (state === 'missing') addShare(missing, 1);
      if (state !== 'counted') return;
      const read = readValues === undefined ? 1 : shareOfReading(readValues, term, me, other, exchanged);
      form.locate(points, read === 1 ? addShare : (slot, share) => addShare(slot, read * share));
    },
    withValues(learned) {
      const rounded = Array.from(learned, (value) => {
        const kept = Math.min(LARGEST_POINTS, Math.max(-LARGEST_POINTS, value));
        return Math.round(kept * 1e6) / 1e6;
      });
      return { ...form.withPoints(rounded), weight: 1, missing: rounded[missing]! };
    },
  };
}

/** Layout of a term's slots. */
interface Form {
  readonly values: readonly number[];
  readonly names: readonly string[];
  readonly ordered: readonly (readonly [number, number])[];
  readonly isCurve: boolean;
  /** A copy of the term with weight 1 and no missing points; `locate` decodes its points. */
  readonly probe: Term;
  locate(probed: number, addShare: (slot: number, share: number) => void): void;
  withPoints(values: readonly number[]): Term;
}

function formOf(definition: DomainDefinition, term: Term): Form {
  switch (term.compare) {
    case 'same':
      return sameForm(term);
    case 'matrix':
      return matrixForm(definition, term);
    case 'prior':
      return term.points === undefined ? curveForm(term, term.knots ?? []) : pointsForm(definition, term);
    default:
      return curveForm(term, term.knots);
  }
}

/** The probe's curve is x itself between the first and the last knot, and flat beyond, like every curve. */
function curveForm(term: Exclude<Term, TermOf<'same' | 'matrix'>>, knots: Knots): Form {
  const xs = knots.map(([x]) => x);
  const [first, last] = [xs[0]!, xs.at(-1)!];
  const straight: Knots =
    xs.length === 1
      ? [[first, first]]
      : [
          [first, first],
          [last, last],
        ];
  const sign = term.monotone === 'decreasing' ? -1 : 1;
  return {
    values: knots.map(([, points]) => points),
    names: xs.map((x) => `at ${x}`),
    ordered:
      term.monotone === undefined
        ? []
        : xs.slice(1).map((_, at) => (sign === 1 ? ([at, at + 1] as const) : ([at + 1, at] as const))),
    isCurve: true,
    probe: { ...term, weight: 1, missing: 0, knots: straight },
    locate(x, addShare) {
      const above = xs.findIndex((knot) => knot > x);
      if (above === 0 || above === -1) {
        addShare(above === 0 ? 0 : xs.length - 1, 1);
        return;
      }
      const share = (x - xs[above - 1]!) / (xs[above]! - xs[above - 1]!);
      addShare(above - 1, 1 - share);
      if (share > 0) addShare(above, share);
    },
    withPoints: (values) => ({ ...term, knots: xs.map((x, at) => [x, values[at]!]) }),
  };
}

function sameForm(term: TermOf<'same'>): Form {
  const special = Object.entries(term.same_value ?? {});
  return {
    ...tableForm([term.same, term.different, ...special.map(([, points]) => points)]),
    names: ['same', 'different', ...special.map(([value]) => `same: ${value}`)],
    probe: {
      ...term,
      weight: 1,
      missing: 0,
      same: 0,
      different: 1,
      same_value: Object.fromEntries(special.map(([value], at) => [value, at + 2])),
    },
    locate: (slot, addShare) => addShare(slot, 1),
    withPoints: ([same, different, ...rest]) => ({
      ...term,
      same: same!,
      different: different!,
      ...(special.length > 0 && {
        same_value: Object.fromEntries(special.map(([value], at) => [value, rest[at]!])),
      }),
    }),
  };
}

function matrixForm(definition: DomainDefinition, term: TermOf<'matrix'>): Form {
  const fields = bothFields(term);
  const [mine, theirs] = [valuesOf(definition, fields.me), valuesOf(definition, fields.other)];
  const named = Object.entries(term.matrix).flatMap(([me, row]) =>
    Object.keys(row).map((other) => [me, other] as const),
  );
  const points = (me: string, other: string) =>
    term.matrix[me]?.[other] ?? (term.symmetric ? term.matrix[other]?.[me] : undefined) ?? term.default;
  const all =
    mine.length * theirs.length > MOST_CELLS
      ? named
      : mine.flatMap((me) => theirs.map((other) => [me, other] as const));
  // One half of a symmetric matrix is enough, unless the domain file gives both halves.
  const listed = new Set(all.map((pair) => JSON.stringify(pair)));
  const halved = (me: string, other: string) =>
    term.symmetric &&
    me > other &&
    listed.has(JSON.stringify([other, me])) &&
    points(me, other) === points(other, me);
  const cells = all.filter(([me, other]) => !halved(me, other));
  const matrixWith = (values: readonly number[]): TermOf<'matrix'>['matrix'] => {
    const matrix: Record<string, Record<string, number>> = {};
    cells.forEach(([me, other], at) => {
      matrix[me] = { ...matrix[me], [other]: values[at]! };
    });
    return matrix;
  };
  const table = tableForm([...cells.map(([me, other]) => points(me, other)), term.default]);
  return {
    ...table,
    names: [...cells.map(([me, other]) => `${me}/${other}`), 'other pairs'],
    probe: { ...term, weight: 1, missing: 0, matrix: matrixWith(table.ranks), default: table.ranks.at(-1)! },
    withPoints: (values) => ({ ...term, matrix: matrixWith(values), default: values[cells.length]! }),
  };
}

function pointsForm(definition: DomainDefinition, term: TermOf<'prior'>): Form {
  const points = term.points ?? {};
  const values = [...new Set([...valuesOf(definition, priorField(term)), ...Object.keys(points)])];
  const byValue = (numbers: readonly number[]) =>
    Object.fromEntries(values.map((value, at) => [value, numbers[at]!]));
  const table = tableForm(values.map((value) => points[value] ?? 0));
  return {
    ...table,
    names: values,
    probe: { ...term, weight: 1, missing: 0, points: byValue(table.ranks) },
    withPoints: (numbers) => ({ ...term, points: byValue(numbers) }),
  };
}

/** Unordered cells: the probe returns the rank of the cell's points, so the best cell still wins. */
function tableForm(values: readonly number[]) {
  const slots = values.map((_, slot) => slot).sort((a, b) => values[a]! - values[b]! || a - b);
  const ranks: number[] = [];
  slots.forEach((slot, rank) => {
    ranks[slot] = rank + 1;
  });
  return {
    values,
    ranks,
    ordered: [],
    isCurve: false,
    /** Rank 0 is a value that the schema no longer has. */
    locate: (rank: number, addShare: (slot: number, share: number) => void) => {
      const slot = slots[rank - 1];
      if (slot !== undefined) addShare(slot, 1);
    },
  };
}

function valuesOf(definition: DomainDefinition, name: string): readonly string[] {
  const field = fieldNamed(definition, name);
  return field?.type === 'boolean' ? ['false', 'true'] : (field?.values ?? []);
}
