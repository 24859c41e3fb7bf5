/**
 * Trains a cross encoder and keeps it if it helps. It is cross-validated three times over thirds of the
 * raters, with early stopping on further raters. Every outcome is thus predicted by a network that saw
 * neither it, nor its mirror, nor another decision of the same rater. It is kept if these predictions lower
 * the log loss by more than a standard error (over raters, whose outcomes are correlated). A final one is
 * trained on all rows for the mean number of steps.
 *
 * Most domains do without one: if the first third does not improve, the others are not tried.
 */
import { asLogOdds, logOddsAt } from '../../../contract/brands.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import { SeededRandom } from '../../../numeric/seeded-random.ts';
import { mean } from '../../../numeric/statistics.ts';
import {
  type CrossEncoder,
  openCrossEncoder,
  readPairs,
} from '../../../ranking/cross-encoder/cross-encoder.ts';
import { pairTokenizer } from '../../../ranking/cross-encoder/pair-tokens.ts';
import type { PartReport } from '../../../ranking/ranking-model.ts';
import type { Person } from '../../../ranking/scoring/person.ts';
import { foldsByPerson } from '../evidence.ts';
import { logLossOf } from '../penalised-logistic.ts';
import { pairVocabularyOf } from './pair-vocabulary-of.ts';
import { type CrossEncoderProblem, type Residuals, trainCrossEncoder } from './train-cross-encoder.ts';

/** Minimum numbers of outcomes, in total and of each label. */
export const FEWEST_OUTCOMES = 2000;
const FEWEST_OF_A_KIND = 200;
const PARTS = 3;
/** Share of the training raters that are used for early stopping. */
const STOPPERS = 6;

export interface ChosenCrossEncoder {
  readonly encoder: CrossEncoder | null;
  /** Out-of-fold points of each outcome [N]; null where none is kept. */
  readonly points: Float64Array | null;
  readonly report: PartReport;
}

export interface CrossEncoderInput extends Residuals {
  /** Rows of the residuals: outcomes only. */
  readonly rows: Uint32Array;
  readonly definition: DomainDefinition;
  /** [P] */
  readonly persons: readonly Person[];
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
}

export async function chooseCrossEncoder(input: CrossEncoderInput): Promise<ChosenCrossEncoder> {
  const { rows, persons, definition, labels } = input;
  const chosen = rows.reduce((sum, n) => sum + labels[n]!, 0);
  if (rows.length < FEWEST_OUTCOMES || Math.min(chosen, rows.length - chosen) < FEWEST_OF_A_KIND) {
    return without(
      `not tried: it wants ${FEWEST_OUTCOMES} outcomes, ${FEWEST_OF_A_KIND} of each kind; there are ${rows.length}, ${chosen} of them choices`,
      {},
    );
  }
  const vocabulary = pairVocabularyOf(definition, persons);
  if (vocabulary.fields.length === 0 && vocabulary.sentenceDimension === 0)
    return without('not tried: there is nothing of the people that it could read', {});
  const { person } = pairTokenizer(vocabulary);
  const problem: CrossEncoderProblem = { ...input, vocabulary, tokens: persons.map(person) };
  const found = await readOut(problem, rows, persons.length);
  if (found.read.length === 0)
    return without('not tried: too few people decide to hold some of them out', {});
  const gain = gainOf(problem, found.read, found.points);
  const figures = {
    held_out_log_loss_without: gain.before,
    held_out_log_loss_with: gain.after,
    standard_error: gain.error,
    steps: found.steps,
  };
  const comparison = `held-out log loss ${gain.after.toFixed(4)} beside ${gain.before.toFixed(4)} without it, ± ${gain.error.toFixed(4)}`;
  if (!found.isWhole || !(gain.before - gain.after > gain.error))
    return without(`left out: ${comparison}`, figures);
  const { encoder } = await trainCrossEncoder(problem, rows, { steps: found.steps });
  return { encoder, points: found.points, report: { kept: true, reason: `kept: ${comparison}`, figures } };
}

function without(reason: string, figures: Readonly<Record<string, number>>): ChosenCrossEncoder {
  return { encoder: null, points: null, report: { kept: false, reason, figures } };
}

interface ReadOut {
  /** [N] */
  readonly points: Float64Array;
  /** Predicted rows. */
  readonly read: Uint32Array;
  readonly isWhole: boolean;
  /** Mean number of steps. */
  readonly steps: number;
}

async function readOut(problem: CrossEncoderProblem, rows: Uint32Array, people: number): Promise<ReadOut> {
  const { raters, rated, seed } = problem;
  const parts = foldsByPerson(people, PARTS, new SeededRandom(seed));
  const stoppers = foldsByPerson(people, STOPPERS, new SeededRandom(seed + 1));
  const points = new Float64Array(problem.offsets.length);
  const steps: number[] = [];
  const read: number[] = [];
  for (let part = 0; part < PARTS; part++) {
    const out = rows.filter((n) => parts[raters[n]!] === part);
    const known = apart(
      rows.filter((n) => parts[raters[n]!] !== part),
      out,
    );
    const stopBy = known.filter((n) => stoppers[raters[n]!] === 0);
    const learned = apart(
      known.filter((n) => stoppers[raters[n]!] !== 0),
      stopBy,
    );
    if (out.length === 0 || stopBy.length === 0 || learned.length === 0) continue;
    const trained = await trainCrossEncoder(problem, learned, { stopBy });
    steps.push(trained.steps);
    for (const n of out) read.push(n);
    await readRows(problem, trained.encoder, out, points);
    const { before, after } = gainOf(problem, Uint32Array.from(read), points);
    if (after >= before) break;
  }
  return {
    points,
    read: Uint32Array.from(read),
    isWhole: read.length === rows.length,
    steps: steps.length === 0 ? 0 : Math.round(mean(steps)),
  };

  /** Rows whose mirrors are not in the other set. */
  function apart(some: Uint32Array, from: Uint32Array): Uint32Array {
    const mirrors = new Set(Array.from(from, (n) => rated[n]! * people + raters[n]!));
    return some.filter((n) => !mirrors.has(raters[n]! * people + rated[n]!));
  }
}

async function readRows(
  { tokens, raters, rated }: CrossEncoderProblem,
  encoder: CrossEncoder,
  rows: Uint32Array,
  points: Float64Array,
): Promise<void> {
  const { read, close } = await openCrossEncoder(encoder);
  const pairs = Array.from(rows, (n) => [tokens[raters[n]!]!, tokens[rated[n]!]!] as const);
  const found = await readPairs(encoder, pairs, read).finally(close);
  rows.forEach((n, at) => {
    points[n] = found[at]!;
  });
}

/** Weighted mean log loss without and with the points, and the standard error of the difference. */
function gainOf(
  { raters, labels, weights, offsets, shrinkFactors }: Residuals,
  rows: Uint32Array,
  points: Float64Array,
): { readonly before: number; readonly after: number; readonly error: number } {
  const byRater = new Map<number, { gain: number; weight: number }>();
  let [before, after, mass] = [0, 0, 0];
  for (const n of rows) {
    const [weight, rater] = [weights[n]!, raters[n]!];
    const plain = weight * logLossOf(labels[n]!, logOddsAt(offsets, n));
    const read = weight * logLossOf(labels[n]!, asLogOdds(offsets[n]! + shrinkFactors[n]! * points[n]!));
    const sum = byRater.get(rater) ?? { gain: 0, weight: 0 };
    byRater.set(rater, { gain: sum.gain + plain - read, weight: sum.weight + weight });
    before += plain;
    after += read;
    mass += weight;
  }
  const mean = (before - after) / mass;
  let squares = 0;
  for (const { gain, weight } of byRater.values()) squares += (gain - mean * weight) ** 2;
  return { before: before / mass, after: after / mass, error: Math.sqrt(squares) / mass };
}
