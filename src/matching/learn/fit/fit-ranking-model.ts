/**
 * Fits a ranking model to outcomes. The parts, in order:
 *
 *   evidence       training rows: outcomes, and undecided pairs at low weight (`evidence.ts`)
 *   found terms    undeclared terms, if outcomes need them (`found-terms/find-terms.ts`)
 *   shrinkage      how far the scorecard may depart from the base model (`choose-shrinkage.ts`)
 *   out of fold    scorecard and person effects, fitted jointly (`fit-log-odds.ts`) in 5-fold
 *                  cross-validation; a pair, or a round of choices, is in one fold (`folds.ts`). Later parts use these
 *                  predictions
 *   texts          text projections, if they help (`choose-projections.ts`)
 *   vectors        taste and appeal, if they help (`choose-collaborative-vectors.ts`); where there are choices
 *                  alone, together with the weights of profile and state (`lists/choose-list-weights.ts`)
 *   neighbours     where there are choices alone, if they help (`neighbours/choose-neighbours.ts`)
 *   cross encoder  trained on the out-of-fold residuals, if it helps (`choose-cross-encoder.ts`)
 *   calibration    one curve a stage and side, on the out-of-fold predictions (`fit-calibration.ts`)
 *   aggregation    of the two directions, on the same predictions (`choose-aggregation.ts`)
 *   final model    all parts on all rows
 *
 * Deterministic: the same set, rows and seed give the same model on the same machine. Every part is shrunk to
 * the base model, and departs from it only where held-out outcomes improve.
 */

import { setImmediate } from 'node:timers/promises';
import { logOddsAt } from '../../../contract/brands.ts';
import { byStage, type ModelStage, modelStages } from '../../../contract/match-stages.ts';
import { schemaVersion } from '../../../domains/definition.ts';
import type { Scorecard, Term } from '../../../domains/scorecard.ts';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { calibrate, curveFor, identityCurves } from '../../ranking/calibration-curve.ts';
import { declaredRate } from '../../ranking/models/served-scorecard.ts';
import { createPairReader } from '../../ranking/pair-reader.ts';
import {
  type PartReport,
  projectionsFor,
  type RankingModel,
  type RankingModelDescription,
} from '../../ranking/ranking-model.ts';
import { probabilityOf } from '../../ranking/scoring/probability.ts';
import type { TextProjections } from '../../ranking/text-projections.ts';
import type { TrainingSet } from '../training-set.ts';
import { assembleRankingModel } from './assemble-ranking-model.ts';
import { chooseAggregation } from './choose-aggregation.ts';
import { type ChosenProjections, chooseProjections } from './choose-projections.ts';
import { chooseShrinkage, strengths } from './choose-shrinkage.ts';
import { chooseVariances } from './choose-variances.ts';
import { chooseVectors } from './choose-vectors.ts';
import {
  type ChosenCrossEncoder,
  type CrossEncoderInput,
  chooseCrossEncoder,
} from './cross-encoder/choose-cross-encoder.ts';
import { refitCrossEncoder } from './cross-encoder/refit-cross-encoder.ts';
import { earlierFit, undecidedRows } from './earlier-fit.ts';
import { evidenceOf } from './evidence.ts';
import { fitCalibration, showLevel } from './fit-calibration.ts';
import { fitLogOdds, type LogOddsProblem } from './fit-log-odds.ts';
import { fitParts, type PartsPlan } from './fit-parts.ts';
import { type FitPeople, fitPeople } from './fit-people.ts';
import { foldsByPairAndRound } from './folds.ts';
import { findTerms, foundAgain } from './found-terms/find-terms.ts';
import { residualsOf } from './found-terms/residuals-of.ts';
import { wordFoundTerms } from './found-terms/word-found-terms.ts';
import { problemOf } from './problem-of-pairs.ts';
import { refitProjections } from './refit-projections.ts';
import { type ReusedSettings, settingsOf } from './reused-settings.ts';
import { pairSides } from './score-pairs.ts';

export interface FitOptions {
  /** Training rows of `set.outcomes`. */
  readonly rows: Uint32Array;
  /** Start of the fit and target of the shrinkage: the tier above, or a prior. */
  readonly base: RankingModel;
  /** Version of the new model. */
  readonly version: string;
  readonly seed: number;
  /**
   * The last deployed model of the tier, whose cross encoder is continued. It must have been fitted without
   * the outcomes that will validate the new model.
   */
  readonly before?: RankingModel | undefined;
  /**
   * A model of the same set, fitted to fewer rows: its settings, calibration and aggregation are reused, and
   * nothing is chosen by cross-validation.
   */
  readonly like?: RankingModel | undefined;
  readonly signal?: AbortSignal;
  /** 0..1 */
  readonly progress?: (share: number) => void;
}

const FOLDS = 5;
/** Shrinkage for the first estimate of the effect variances. */
const FIRST_GUESS = { slots: 32 };

/** Throws the signal's reason once aborted. */
export async function fitRankingModel(set: TrainingSet, options: FitOptions): Promise<RankingModel> {
  const { seed } = options;
  const pace = pacer(options);
  const random = new SeededRandom(seed);
  const people = fitPeople(set);
  const evidence = evidenceOf(set, options.rows);
  const before = projectionsFor(options.base, set.encoderId);
  const declared = problemOf(options.base, people, evidence, before);
  const rows = Uint32Array.from([...options.rows, ...undecidedRows(evidence)]);
  await pace(0.05);
  const folds = foldsByPairAndRound(evidence, roundsOf(set), FOLDS, random);
  const known = options.like === undefined ? null : settingsOf(options.like);
  const variances = known?.variances ?? chooseVariances(declared, rows, FIRST_GUESS, folds);
  const found =
    known === null
      ? findTerms(
          people,
          options.base.card.scorecard,
          residualsOf(
            declared,
            fitLogOdds(declared, rows, FIRST_GUESS, variances),
            rows,
            new SeededRandom(seed + 4),
          ),
          seed,
        )
      : foundAgain(set, known.model, options.base);
  const base = withTerms(options.base, found.terms);
  const plain = found.terms.length === 0 ? declared : problemOf(base, people, evidence, before);
  await pace(0.2);
  const chosenShrinkage = known === null ? chooseShrinkage(plain, rows, variances, random) : null;
  const shrinkage = known?.shrinkage ?? chosenShrinkage!.shrinkage;
  await pace(0.35);
  const input = { set, people, problem: plain, base, rows, folds, before, shrinkage, variances };
  const texts =
    known === null ? chooseProjections(input) : refitProjections(input, known, known.crossEncoder !== null);
  const projections = texts.projections ?? before;
  const start = texts.textPrior === null ? base : withTextEvidence(base, texts.textPrior);
  const problem = texts.projections === null ? plain : problemOf(start, people, evidence, projections);
  await pace(0.4);
  const fitOn = (some: Uint32Array) => earlierFit(input, start, texts, some);
  const chosen = known === null ? chooseVectors(set, people, start, options, fitOn) : null;
  const { vectors, neighbours, weights } = chosen ?? known!;
  const nowMs = set.frozenAtMs;
  const plan: PartsPlan = { shrinkage, variances, vectors, neighbours, weights, nowMs, seed };
  await pace(0.45);
  const held: HeldOut = { set, people, problem, rows, folds, plan, base: start, options, before, texts };
  const measured =
    known === null
      ? await measure(held, pace, chosenShrinkage!.losses, {
          found_terms: found.report,
          ...chosen!.reports,
        })
      : await reuse(held, pace, known);
  const parts = fitParts(problem, set.outcomes, rows, projections, plan);
  await pace(1);
  const { crossEncoder, ...described } = measured;
  const description: RankingModelDescription = { ...describe(set, options), ...described };
  const model = assembleRankingModel(description, problem, set.outcomes.people, rows, parts);
  return { ...wordFoundTerms(set.definition, model), crossEncoder };
}

/**
 * Times of the outcomes where all are choices; none where people refuse. Decisions of one evening then
 * differ, and a candidate whose evening is held out as a whole would be predicted as a stranger.
 */
function roundsOf({ outcomes }: TrainingSet): Float64Array {
  return outcomes.labels.includes(0) ? new Float64Array() : outcomes.atMs;
}

/** The parts that are chosen or fitted by outcomes that the other parts have not seen. */
interface Measured
  extends Pick<RankingModelDescription, 'calibration' | 'calibrated_on' | 'aggregation' | 'parts'>,
    Pick<RankingModel, 'crossEncoder'> {}

async function measure(
  held: HeldOut,
  pace: Pace,
  losses: readonly number[],
  chosenParts: Readonly<Record<string, PartReport>>,
): Promise<Measured> {
  const { set, plan, texts, options } = held;
  const { shrinkage, variances } = plan;
  const plainStages = await outOfFold(held, pace);
  const read = await readTogether(held, plainStages);
  await pace(0.97);
  const stages = withPoints(plainStages, read.points);
  const calibration = calibrations(held, stages);
  const { aggregation, figures } = aggregationOf(held, stages, calibration);
  return {
    calibration,
    calibrated_on: showLevel(labelsOf(set.outcomes.labels, options.rows)) ? options.rows.length : 0,
    aggregation,
    crossEncoder: read.encoder,
    parts: {
      scorecard: shrinkageReport(shrinkage.slots, losses),
      effects: {
        kept: plan.weights?.kind !== 'lists',
        reason:
          plan.weights?.kind !== 'lists'
            ? 'always: shrunk to nothing by their own variance'
            : 'left out: there are choices alone, and states predict them better',
        figures: {
          selectivity_variance: variances.selectivity,
          desirability_variance: variances.desirability,
        },
      },
      projections: texts.report,
      ...chosenParts,
      cross_encoder: read.report,
      aggregation: {
        kept: aggregation !== options.base.card.aggregation,
        reason: `${aggregation}${Object.keys(figures).length === 0 ? ', as before: too few pairs were decided by both' : ', by AUC of mutual choices out of fold'}`,
        figures,
      },
    },
  };
}

/** Only a cross encoder needs predictions out of fold, as offsets. */
async function reuse(held: HeldOut, pace: Pace, { model, crossEncoder }: ReusedSettings): Promise<Measured> {
  const { calibration, calibrated_on, aggregation, parts } = model.card;
  const reused = { calibration, calibrated_on, aggregation, parts };
  if (crossEncoder === null || model.crossEncoder === null) return { ...reused, crossEncoder: null };
  const input = crossEncoderInput(held, await outOfFold(held, pace));
  return { ...reused, crossEncoder: await refitCrossEncoder(input, model.crossEncoder, crossEncoder.steps) };
}

/** Trains the cross encoder on the residuals of the other parts. */
function readTogether(held: HeldOut, stages: StageColumns): Promise<ChosenCrossEncoder> {
  return chooseCrossEncoder(crossEncoderInput(held, stages));
}

function crossEncoderInput(
  { set, people, problem, options }: HeldOut,
  stages: StageColumns,
): CrossEncoderInput {
  const { rows, before, seed, signal } = options;
  return {
    ...problem.evidence,
    offsets: stages.cross_encoder,
    shrinkFactors: stages.shrinkFactor,
    rows,
    definition: set.definition,
    persons: people.persons,
    userIds: set.people.map(({ tenantId, userId }) => `${tenantId}/${userId}`),
    encoderId: set.encoderId,
    before,
    seed,
    signal,
  };
}

function withPoints(stages: StageColumns, points: Float64Array | null): StageColumns {
  if (points === null) return stages;
  const cross_encoder = stages.cross_encoder.map(
    (logOdds, n) => logOdds + stages.shrinkFactor[n]! * points[n]!,
  );
  return { ...stages, cross_encoder };
}

function withTerms(base: RankingModel, terms: readonly Term[]): RankingModel {
  const { scorecard } = base.card;
  return {
    ...base,
    card: { ...base.card, scorecard: { ...scorecard, terms: [...scorecard.terms, ...terms] } },
  };
}

function withTextEvidence(base: RankingModel, textPrior: Scorecard['head']): RankingModel {
  return { ...base, card: { ...base.card, scorecard: { ...base.card.scorecard, head: textPrior } } };
}

interface HeldOut {
  readonly set: TrainingSet;
  readonly people: FitPeople;
  readonly problem: LogOddsProblem;
  readonly rows: Uint32Array;
  /** Fold of each row of the evidence [N]. */
  readonly folds: Uint8Array;
  readonly plan: PartsPlan;
  readonly base: RankingModel;
  readonly options: FitOptions;
  /** Projections of the base model. */
  readonly before: TextProjections | null;
  readonly texts: ChosenProjections;
}

/**
 * Out-of-fold log-odds by stage and row of the evidence [N]: the model saw neither the pair nor its mirror.
 */
interface StageColumns extends Readonly<Record<ModelStage, Float64Array>> {
  /** Factor on cross encoder points [N]. */
  readonly shrinkFactor: Float64Array;
}

async function outOfFold(held: HeldOut, pace: Pace): Promise<StageColumns> {
  const { set, people, problem, rows, folds, plan, base, options, before, texts } = held;
  const { raters, rated, outcomes } = problem.evidence;
  const columns = {
    ...byStage(modelStages, () => new Float64Array(outcomes)),
    shrinkFactor: new Float64Array(outcomes),
  };
  for (let fold = 0; fold < FOLDS; fold++) {
    const known = rows.filter((n) => folds[n] !== fold);
    const projections = texts.byFold?.[fold] ?? before;
    const read = texts.byFold === null ? problem : problemOf(base, people, problem.evidence, projections);
    const parts = fitParts(read, set.outcomes, known, projections, plan);
    const model = assembleRankingModel(describe(set, options), read, set.outcomes.people, known, parts);
    const reader = createPairReader({ ...model, words: set.words }, set.definition, set.frozenAtMs);
    const sides = pairSides(model, set.outcomes.people, people);
    for (const n of rows) {
      if (n >= outcomes || folds[n] !== fold) continue;
      const logOdds = reader.logOdds(sides[raters[n]!]!, sides[rated[n]!]!);
      for (const stage of modelStages) columns[stage][n] = logOdds[stage];
      columns.shrinkFactor[n] = logOdds.shrinkFactor;
    }
    await pace(0.45 + (0.35 * (fold + 1)) / FOLDS);
  }
  return columns;
}

function calibrations({ set, people, problem, options, folds }: HeldOut, stages: StageColumns) {
  const { raters, labels, counts } = problem.evidence;
  const { rows } = options;
  return byStage(modelStages, (stage) => {
    const held = {
      logOdds: Float64Array.from(rows, (n) => stages[stage][n]!),
      labels: Uint8Array.from(rows, (n) => labels[n]!),
      weights: Float64Array.from(rows, (n) => counts[n]!),
      sides: Array.from(rows, (n) => people.sides[raters[n]!]!),
      folds: Uint8Array.from(rows, (n) => folds[n]!),
    };
    return fitCalibration(held, declaredRate(set.definition));
  });
}

function aggregationOf(
  { people, problem, base, options, set }: HeldOut,
  stages: StageColumns,
  calibration: RankingModel['card']['calibration'],
) {
  const { raters, rated, labels } = problem.evidence;
  const P = people.persons.length;
  const rowOf = new Map(Array.from(options.rows, (n) => [raters[n]! * P + rated[n]!, n]));
  const both = options.rows.filter((n) => {
    const mirror = rowOf.get(rated[n]! * P + raters[n]!);
    return mirror !== undefined && raters[n]! < rated[n]!;
  });
  const mirrors = both.map((n) => rowOf.get(rated[n]! * P + raters[n]!)!);
  const probability = (n: number) => {
    const curve = curveFor(calibration.cross_encoder, people.sides[raters[n]!]!);
    return probabilityOf(calibrate(curve, logOddsAt(stages.cross_encoder, n)));
  };
  const declared = set.definition.reciprocal === 'off' ? 'off' : base.card.aggregation;
  return chooseAggregation(declared, {
    forward: Float64Array.from(both, probability),
    backward: Float64Array.from(mirrors, probability),
    labels: Uint8Array.from(both, (n, at) => labels[n]! & labels[mirrors[at]!]!),
  });
}

function describe(
  { tier, definition, triplets, encoderId, frozenAtMs }: TrainingSet,
  { base, version, rows }: FitOptions,
): RankingModelDescription {
  return {
    ...base.card,
    domain: definition.domain,
    schema_version: schemaVersion(definition),
    tier,
    version,
    parent_version: base.card.version,
    trained_at: new Date(frozenAtMs).toISOString(),
    outcomes: rows.length,
    triplets: triplets.seekers.length,
    encoder_id: encoderId,
    calibration: byStage(modelStages, () => identityCurves),
    parts: {},
  };
}

function labelsOf(labels: Uint8Array, rows: Uint32Array): Uint8Array {
  return Uint8Array.from(rows, (n) => labels[n]!);
}

function shrinkageReport(slots: number, losses: readonly number[]): PartReport {
  const kept = slots < strengths.at(-1)!;
  return {
    kept,
    reason: kept
      ? `points may leave the scorecard before by about ${Math.sqrt(1 / slots).toFixed(2)} log-odds each`
      : 'the points stay: people who were not learned from are told no better by others',
    figures: Object.fromEntries([
      ['precision', slots],
      ...strengths.map((strength, at) => [`held_out_log_loss_at_precision_${strength}`, losses[at]!]),
    ]),
  };
}

type Pace = (share: number) => Promise<void>;

function pacer({ signal, progress }: FitOptions): Pace {
  return async (share) => {
    await setImmediate();
    signal?.throwIfAborted();
    progress?.(share);
  };
}
