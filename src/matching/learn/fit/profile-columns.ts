/**
 * Columns of the regression for a pair of profiles. Their coefficients are changes to a scorecard; all 0 is
 * the scorecard unchanged. The columns are
 *
 *   the intercept · one factor for all terms (the prior may be over- or underconfident) ·
 *   factors for the evidence of texts, for and against · the points of every slot of every term
 *
 * A pair with two directions is two rows, one for each rater.
 */
import type { Scorecard } from '../../../domains/scorecard.ts';
import type { Stiffness } from '../../../platform/numeric/fit-logistic.ts';
import type { SparseRowsBuilder } from '../../../platform/numeric/sparse-rows.ts';
import { type LearnableTerm, learnableTerm } from '../../ranking/scoring/learnable-term.ts';
import type { Person } from '../../ranking/scoring/person.ts';
import { cosineEvidence } from '../../ranking/scoring/probability.ts';
import { nearestSentences, sentenceSimilarity } from '../../ranking/scoring/sentences.ts';
import type { FitPeople } from './fit-people.ts';
import { isBySide } from './found-terms/terms-to-try.ts';

/** Strength of shrinkage, as the precision of a normal around 0. */
export interface Shrinkage {
  /** Precision of a slot's log-odds. */
  readonly slots: number;
}

const INTERCEPT = 0;
const SCALE = 1;
const TEXT_FOR = 2;
const TEXT_AGAINST = 3;
const SENTENCES_FOR = 4;
const SENTENCES_AGAINST = 5;
const FIRST_SLOT = 6;

const INTERCEPT_PRECISION = 0.25;
/** Allows factors between about 0.5 and 1.5. */
const FACTOR_PRECISION = 8;
/** Precision of the difference of adjacent knots, relative to that of a slot. */
const STIFFNESS = 2;
/**
 * Precision of the slots of a term by side, relative to others. It passed a test, and its points start at 0
 * instead of a declaration, so they are expected to be farther away.
 */
const BY_SIDE = 0.25;

export class ProfileColumns {
  readonly width: number;
  readonly #scorecard: Scorecard;
  readonly #people: FitPeople;
  readonly #terms: readonly {
    readonly term: LearnableTerm;
    readonly first: number;
    /** Factor of the precision. */
    readonly factor: number;
  }[];

  constructor(scorecard: Scorecard, people: FitPeople) {
    this.#scorecard = scorecard;
    this.#people = people;
    let next = FIRST_SLOT;
    this.#terms = scorecard.terms.map((given) => {
      const { definition, nowMs, words } = people;
      const term = learnableTerm(definition, given, nowMs, { words, readValues: scorecard.read_values });
      const first = next;
      next += term.values.length;
      return { term, first, factor: isBySide(given) ? BY_SIDE : 1 };
    });
    this.width = next;
  }

  /** Writes the pair's columns; returns its log-odds under the unchanged scorecard. */
  read(rater: number, rated: number, cosine: number, row: SparseRowsBuilder): number {
    const { persons } = this.#people;
    const [me, other] = [persons[rater]!, persons[rated]!];
    row.add(INTERCEPT, 1);
    let points = 0;
    for (const { term, first } of this.#terms) {
      term.read(me, other, (slot, share) => {
        points += share * term.values[slot]!;
        row.add(first + slot, share);
      });
    }
    row.add(SCALE, points);
    const text = cosineEvidence(this.#scorecard.head, cosine);
    row.add(text > 0 ? TEXT_FOR : TEXT_AGAINST, text);
    const sentences = this.#sentencePoints(me, other);
    row.add(sentences > 0 ? SENTENCES_FOR : SENTENCES_AGAINST, sentences);
    return this.#scorecard.intercept + points + text + sentences;
  }

  #sentencePoints(me: Person, other: Person): number {
    const prior = this.#scorecard.cross_encoder.sentences;
    const nearest = nearestSentences(me.sentences, other.sentences);
    return cosineEvidence(prior, sentenceSimilarity(nearest, prior.best));
  }

  precision({ slots }: Shrinkage): Float64Array {
    const precision = new Float64Array(this.width).fill(slots);
    precision[INTERCEPT] = INTERCEPT_PRECISION;
    precision.fill(FACTOR_PRECISION, SCALE, FIRST_SLOT);
    for (const { term, first, factor } of this.#terms)
      precision.fill(factor * slots, first, first + term.values.length);
    return precision;
  }

  stiff({ slots }: Shrinkage): readonly Stiffness[] {
    return this.#terms.flatMap(({ term, first, factor }) =>
      term.neighbours.map(([a, b]) => ({
        a: first + a,
        b: first + b,
        stiffness: STIFFNESS * factor * slots,
      })),
    );
  }

  /**
   * Projects the changes onto curves of the declared direction: least squares weighted by curvature (pool
   * adjacent violators, Barlow et al. 1972). `held` marks the slots that were moved.
   */
  inOrder(
    theta: Float64Array,
    curvature: Float64Array,
  ): { readonly theta: Float64Array; readonly held: Uint8Array } {
    const kept = theta.slice();
    const held = new Uint8Array(theta.length);
    for (const { term, first } of this.#terms) {
      const slots = slotsInOrder(term);
      if (slots.length === 0) continue;
      const before = (slot: number) => (1 + theta[SCALE]!) * term.values[slot]!;
      const values = slots.map((slot) => before(slot) + theta[first + slot]!);
      const pooled = poolAdjacent(
        values,
        slots.map((slot) => curvature[first + slot]!),
      );
      slots.forEach((slot, at) => {
        if (Math.abs(pooled[at]! - values[at]!) < 1e-9) return;
        kept[first + slot] = pooled[at]! - before(slot);
        held[first + slot] = 1;
      });
    }
    // The pooled slots are valid for this scale only.
    if (held.includes(1)) held[SCALE] = 1;
    return { theta: kept, held };
  }

  /** The scorecard with the changes applied. */
  scorecard(theta: Float64Array): Scorecard {
    const { intercept, head: textPrior, cross_encoder, read_values } = this.#scorecard;
    const { sentences } = cross_encoder;
    const factor = (column: number) => Math.max(0, 1 + theta[column]!);
    const weight = (points: number, column: number) => rounded(Math.min(10, points * factor(column)));
    return {
      ...(read_values !== undefined && { read_values }),
      temperature: 1,
      intercept: rounded(Math.min(10, Math.max(-10, intercept + theta[INTERCEPT]!))),
      terms: this.#terms.map(({ term, first }) =>
        term.withValues(term.values.map((value, slot) => (1 + theta[SCALE]!) * value + theta[first + slot]!)),
      ),
      head: {
        ...textPrior,
        weight: weight(textPrior.weight, TEXT_FOR),
        weight_against: weight(textPrior.weight_against, TEXT_AGAINST),
      },
      cross_encoder: {
        sentences: {
          ...sentences,
          weight: weight(sentences.weight, SENTENCES_FOR),
          weight_against: weight(sentences.weight_against, SENTENCES_AGAINST),
        },
      },
    };
  }
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Slots of a monotone curve, ascending in points; empty for curves without a declared direction. */
function slotsInOrder({ ordered }: LearnableTerm): readonly number[] {
  if (ordered.length === 0) return [];
  const lows = ordered.map(([low]) => low).sort((a, b) => a - b);
  const ascending = ordered.every(([low, high]) => low < high);
  const slots = [...new Set([...lows, ...ordered.map(([, high]) => high)])].sort((a, b) => a - b);
  return ascending ? slots : slots.reverse();
}

/** The nearest nondecreasing sequence; weights above 0. */
export function poolAdjacent(values: readonly number[], weights: readonly number[]): readonly number[] {
  const blocks: { sum: number; weight: number; length: number }[] = [];
  values.forEach((value, at) => {
    let block = { sum: value * weights[at]!, weight: weights[at]!, length: 1 };
    for (let last = blocks.at(-1); last !== undefined; last = blocks.at(-1)) {
      if (last.sum / last.weight <= block.sum / block.weight) break;
      blocks.pop();
      block = {
        sum: last.sum + block.sum,
        weight: last.weight + block.weight,
        length: last.length + block.length,
      };
    }
    blocks.push(block);
  });
  return blocks.flatMap(({ sum, weight, length }) => Array.from({ length }, () => sum / weight));
}
