/**
 * Scores the rows of a bitmap over one segment and offers the best to a top-k buffer or a sample. Upper-bound
 * pruning first removes rows that cannot reach the threshold. The others are read in batches whose sums stay
 * in the first-level cache, term by term. Rows that can still reach the threshold then get their exact score.
 */
import type { Kernels } from '../../../../engines/kernels/kernels.ts';
import { pricedScore, scoreOf } from '../../program/final-score.ts';
import type { Curve, Pair, Scoring } from '../../query-program.ts';
import { boundsFor, oddsEnoughFor, type RisingLine, type ScoreBounds } from '../pruning/score-bounds.ts';
import type { SegmentView } from './bind-clause.ts';
import type { BoundScoring } from './bind-scoring.ts';
import { BATCH_ROWS, type Work } from './bind-work.ts';
import type { Scratch } from './scratch.ts';
import type { SegmentInput } from './segment-run.ts';
import type { BestInto, KthEntry } from './top-rows.ts';

/** Far above the error of the quick score, so that no row is rejected wrongly. */
const MARGIN = 1e-6;
/** Below this a margin has no effect: every row gets its exact score. */
const MIN_MEANT = 1e-290;
/** Where a check rejects fewer than one row in this many, the next checks are skipped. */
const MIN_REJECTED = 8;
const SKIPPED_CHECKS = 16;
const MODES = { off: 0, product: 1, harmonic: 2, min: 3 } as const;

export class RowScorer {
  readonly #kernels: Kernels;
  readonly #bound: BoundScoring;
  readonly #work: Work;
  readonly #scratch: Scratch;
  readonly #mode: number;
  readonly #minScore: number;
  readonly #minScoreBounds: MinScoreBounds;
  /** Equal sums mean equal scores without prices: no person effects and one calibration curve a direction. */
  readonly #sumsDecide: boolean;
  /** Buffers of a batch: two counters, rows, exact-score candidates, sums, and shrinkage. */
  readonly #cells: Uint32Array;
  readonly #rows: Uint32Array;
  readonly #positions: Uint32Array;
  readonly #sums: Float64Array;
  readonly #shrinkage: Float64Array;
  /** By term: how many of its next checks to skip. */
  readonly #pauses: Uint8Array;
  #threshold = Number.NaN;
  #checkedKth: KthEntry | null = null;
  #isKthUnpriced = false;
  #bounds: ScoreBounds;

  constructor(bound: BoundScoring, work: Work, kernels: Kernels, scratch: Scratch) {
    const { scoring, minScore } = bound.answer;
    this.#kernels = kernels;
    this.#bound = bound;
    this.#work = work;
    this.#scratch = scratch;
    this.#mode = MODES[scoring.aggregation];
    this.#minScore = minScore;
    this.#minScoreBounds = minScoreBounds(scoring.aggregation, minScore);
    this.#sumsDecide = scoring.personEffects === null && (scoring.calibration?.backward.length ?? 1) === 1;
    this.#cells = scratch.words(work.cells, 2);
    this.#rows = scratch.words(work.rows, BATCH_ROWS);
    this.#positions = scratch.words(work.positions, BATCH_ROWS);
    this.#sums = scratch.doubles(work.sums, 2 * BATCH_ROWS);
    this.#shrinkage = scratch.doubles(work.shrinkage, 2 * BATCH_ROWS);
    this.#pauses = new Uint8Array(bound.terms.length);
    this.#bounds = this.#minScoreBounds.bounds;
    this.#setTest(work);
  }

  /** The part of the test of candidates that no batch changes. */
  #setTest({ exactScoreTest: test, rows, sums, positions, cells }: Work): void {
    const { below, bounds, above, oddsSurely } = this.#minScoreBounds;
    test.mode = this.#mode;
    test.least = below;
    test.oddsLeast = bounds.odds;
    test.bothLeast = bounds.both;
    test.surely = above;
    test.oddsSurely = oddsSurely;
    test.positions = positions;
    test.below = cells + 4;
    test.rows = rows;
    test.sums = sums;
  }

  /** Scores the `left` rows of the work area's bitmap; returns how many do not reach the least score. */
  score(segment: SegmentView, input: SegmentInput, left: number, into: BestInto): number {
    if (left === 0) return 0;
    const { scoring } = this.#bound.answer;
    const { rows, sums, cells } = this.#work;
    const kernels = this.#kernels;
    const addPersonEffects =
      scoring.personEffects && personEffectsAdder(scoring, input, this.#rows, this.#sums, this.#shrinkage);
    const prices = scoring.priced === true ? (input.prices ?? null) : null;
    const hasKnown = (input.personEffects?.rows.length ?? 0) > 0;
    this.#cells[1] = 0;
    this.#follow(into);
    const promising = this.#prune(segment, input, left);
    // With a least score alone, pruned rows are below it; with a threshold, pruned rows are not counted.
    let low = this.#minScore > 0 ? left - promising.rows : 0;
    const words = segment.layout.capacity / 32;
    for (let word = 0; word < words && promising.rows > 0; ) {
      let n = kernels.listRows(promising.bitmap, words, word, rows, BATCH_ROWS, cells);
      word = this.#cells[0]!;
      if (n === 0) continue;
      this.#follow(into);
      kernels.fillPairs(sums, n, scoring.intercept, scoring.intercept);
      n = this.#addTerms(n, segment, hasKnown);
      if (n === 0) continue;
      addPersonEffects?.(n);
      low += this.#offer(segment, n, prices, into);
    }
    return low + this.#cells[1]!;
  }

  /** Brings the bounds up to the buffer's threshold. */
  #follow(into: BestInto): void {
    const threshold = thresholdOf(into.threshold, this.#minScore);
    if (threshold === this.#threshold) return;
    this.#threshold = threshold;
    this.#bounds = boundsFor(this.#bound.answer.scoring.aggregation, threshold);
  }

  /** Rows that can reach the threshold, and rows with person effects. */
  #prune(
    segment: SegmentView,
    { personEffects }: SegmentInput,
    left: number,
  ): { bitmap: number; rows: number } {
    const { pruning, prune } = this.#bound;
    const { bitmap, promising } = this.#work;
    if (pruning === null || prune === null) return { bitmap, rows: left };
    pruning.raise(this.#minScore > 0 ? this.#minScoreBounds.bounds : this.#bounds, segment.layout.capacity);
    if (!pruning.isUseful) return { bitmap, rows: left };
    const words = segment.layout.capacity / 32;
    this.#kernels.copyRows(promising, bitmap, words);
    const kept = prune(promising, words, left, segment, this.#scratch);
    if (personEffects === null || personEffects.rows.length === 0 || kept === left)
      return { bitmap: promising, rows: kept };
    const before = this.#scratch.words(bitmap, words);
    const after = this.#scratch.words(promising, words);
    for (const row of personEffects.rows) after[row >>> 5]! |= before[row >>> 5]! & (1 << (row & 31));
    return { bitmap: promising, rows: this.#kernels.countRows(promising, words) };
  }

  /**
   * Adds the terms of a batch of n rows, dropping rows that cannot reach the threshold. Returns how many
   * remain.
   */
  #addTerms(n: number, segment: SegmentView, hasKnown: boolean): number {
    const { line, terms } = this.#bound;
    const { rows, sums } = this.#work;
    const pauses = this.#pauses;
    // Rows below the least score are counted, and whether a row is below shows only after all terms.
    const checks = line !== null && !hasKnown && !(this.#minScore > 0) && this.#threshold > 0;
    let left = n;
    for (let at = 0; at < terms.length && left > 0; at++) {
      const { add, remainingMax, isCostly } = terms[at]!;
      if (checks && remainingMax !== null) {
        if (pauses[at]! > 0) pauses[at]! -= 1;
        else {
          const before = left;
          left = this.#promising(left, line, remainingMax);
          if (!isCostly && (before - left) * MIN_REJECTED < before) pauses[at] = SKIPPED_CHECKS;
        }
      }
      add(rows, left, sums, segment);
    }
    return left;
  }

  /** Removes from the batch the rows that can no longer reach the threshold; returns how many remain. */
  #promising(n: number, { slopes, offsets }: RisingLine, remainingMax: Pair): number {
    const { odds, both } = this.#bounds;
    const { rows, sums, remainingBounds: bounds } = this.#work;
    bounds.mode = this.#mode;
    bounds.oddsThreshold = odds;
    bounds.bothThreshold = both;
    bounds.moreForward = remainingMax[0];
    bounds.moreBackward = remainingMax[1];
    bounds.slopeForward = slopes[0];
    bounds.slopeBackward = slopes[1];
    bounds.offsetForward = offsets[0];
    bounds.offsetBackward = offsets[1];
    return this.#kernels.keepPromising(rows, n, sums, bounds.address);
  }

  /**
   * Offers the rows of the batch that can reach the threshold; returns how many are below the least score. A
   * price only lowers what is offered, so every bound of the unpriced score holds.
   */
  #offer(segment: SegmentView, n: number, prices: Float32Array | null, into: BestInto): number {
    const { scoring } = this.#bound.answer;
    const { aggregation } = scoring;
    const minScore = this.#minScore;
    const calibratedAt = this.#bound.calibrate(
      { ...this.#work, shrinkage: scoring.personEffects === null ? 0 : this.#work.shrinkage },
      n,
      segment,
    );
    const candidates = this.#listExactScoreCandidates(segment, calibratedAt, n, into);
    if (candidates === 0) return 0;
    const [rows, positions, sums] = [this.#rows, this.#positions, this.#sums];
    const calibrated =
      calibratedAt === this.#work.sums ? sums : this.#scratch.doubles(calibratedAt, 2 * BATCH_ROWS);
    const ties = this.#scratch.words(segment.base + segment.layout.ties, segment.layout.capacity);
    let low = 0;
    for (let c = 0; c < candidates; c++) {
      const i = positions[c]!;
      const score = scoreOf(aggregation, calibrated[2 * i]!, calibrated[2 * i + 1]!);
      const row = rows[i]!;
      if (!(score >= minScore)) low += 1;
      else {
        const key = prices === null ? score : pricedScore(score, prices[row] ?? 0);
        into.offer(key, ties[row]!, row, sums[2 * i]!, sums[2 * i + 1]!);
      }
    }
    return low;
  }

  /**
   * The buffer's kth entry, where its score is the threshold. With prices it decides only if it has no price
   * itself. A row of equal sums is then never better.
   */
  #kthOf({ kth, threshold }: BestInto): KthEntry | null {
    if (kth === null || kth.score < threshold) return null;
    const { scoring } = this.#bound.answer;
    if (scoring.priced !== true) return kth;
    if (kth !== this.#checkedKth) {
      this.#checkedKth = kth;
      this.#isKthUnpriced = kth.score === scoreOfSums(scoring, kth);
    }
    return this.#isKthUnpriced ? kth : null;
  }

  #listExactScoreCandidates(
    { base, layout }: SegmentView,
    calibratedAt: number,
    n: number,
    into: BestInto,
  ): number {
    const kth = this.#sumsDecide ? this.#kthOf(into) : null;
    const { exactScoreTest: test } = this.#work;
    test.threshold = this.#threshold;
    test.oddsThreshold = this.#bounds.odds;
    test.bothThreshold = this.#bounds.both;
    test.ties = base + layout.ties;
    test.kthForward = kth?.forward ?? Number.NaN;
    test.kthBackward = kth?.backward ?? Number.NaN;
    test.kthTie = kth?.tie ?? 0;
    return this.#kernels.listExactScoreCandidates(calibratedAt, n, test.address);
  }
}

/** The least score that counts, with a margin on both sides. */
interface MinScoreBounds {
  readonly below: number;
  readonly above: number;
  readonly bounds: ScoreBounds;
  readonly oddsSurely: number;
}

function minScoreBounds(aggregation: Scoring['aggregation'], minScore: number): MinScoreBounds {
  const counted = minScore > MIN_MEANT ? minScore : 0;
  const [below, above] = [counted * (1 - MARGIN), counted * (1 + MARGIN)];
  return {
    below,
    above,
    bounds: boundsFor(aggregation, below),
    oddsSurely: counted === 0 ? Number.NaN : oddsEnoughFor(aggregation, above),
  };
}

/** The score below which rows are dropped; 0: none is. */
function thresholdOf(threshold: number, minScore: number): number {
  if (minScore > 0 && minScore <= MIN_MEANT) return 0;
  return threshold > MIN_MEANT ? threshold * (1 - MARGIN) : 0;
}

/** The score of an entry's sums, without a price; NaN where that takes more than two lines. */
function scoreOfSums({ aggregation, calibration }: Scoring, { forward, backward }: KthEntry): number {
  const curved = (curve: Curve | undefined, sum: number) => {
    if (curve === undefined || curve.kind === 'identity') return sum;
    return curve.kind === 'platt' ? curve.slope * sum + curve.offset : Number.NaN;
  };
  return scoreOf(
    aggregation,
    curved(calibration?.forward, forward),
    curved(calibration?.backward[0], backward),
  );
}

/** Returns a function that adds person effects to blocks of ascending rows and writes their shrinkage. */
function personEffectsAdder(
  { personEffects }: Scoring,
  { personEffects: known }: SegmentInput,
  rows: Uint32Array,
  sums: Float64Array,
  shrinkage: Float64Array,
): (n: number) => void {
  const { unknownPoints, unknownShrinkage } = personEffects!;
  const entries = known?.rows ?? new Uint32Array();
  let entry = 0;
  return (n) => {
    for (let i = 0; i < n; i++) {
      const row = rows[i]!;
      while (entry < entries.length && entries[entry]! < row) entry += 1;
      const isKnown = entries[entry] === row;
      for (let direction = 0; direction < 2; direction++) {
        const at = 2 * i + direction;
        sums[at]! += isKnown ? known!.points[2 * entry + direction]! : unknownPoints[direction]!;
        shrinkage[at] = isKnown ? known!.shrinkage[2 * entry + direction]! : unknownShrinkage[direction]!;
      }
    }
  };
}
