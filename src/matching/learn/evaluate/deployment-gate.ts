/**
 * The deployment gate decides whether a new ranking model may replace the serving one. It uses held-out
 * outcomes on which neither model was trained. Two conditions must hold, both with 99 % confidence:
 *
 *   no harm   the interval of the gain lies above −0.055, in AUC and in log loss (nats)
 *   proof     the new model has a higher AUC, and explains outcomes that the serving model does not
 *             (`added-information.ts`), or its interval in AUC lies above 0. Against a trained serving model a
 *             refresh is enough: not lower by more than 0.01 in AUC or in log loss, and above the prior by both tests
 *
 * AUC counts an outcome with its weight. Log loss and calibration count each pair once, as the calibration of
 * the model does (`../fit/fit-calibration.ts`): a probability says how often a shown pair is chosen.
 *
 * If one of them is not shown, the serving model stays. All intervals are cluster-robust by seeker and
 * candidate (`two-way-clusters.ts`). Why these numbers, how often the gate errs, and why neither log loss nor
 * AUC alone is the proof: docs/design/deployment-gate.md.
 */
import { countInWords } from '../count-in-words.ts';
import { countedOnce, type LabelledPairs } from '../labelled-pairs.ts';
import { addedInformation } from './added-information.ts';
import type { ScoredLabels } from './area-under-curve.ts';
import { aucInfluence } from './auc-influence.ts';
import { expectedCalibrationError, type ReliabilityBin, reliabilityTable } from './calibration.ts';
import { bootstrap, numberClusters } from './cluster-bootstrap.ts';
import { pairLosses } from './log-loss.ts';
import {
  CONFIDENCE,
  clustersOf,
  type Estimate,
  estimate,
  type PairClusters,
  quantileFor,
} from './two-way-clusters.ts';

/** Loss that must be ruled out, in AUC and in nats. */
const MARGIN = 0.055;
/** Loss that a refresh may show. */
const REFRESH_MARGIN = 0.01;

export interface DeploymentCandidate {
  readonly heldOut: LabelledPairs;
  /** P(seeker chooses candidate) by each model, for the held-out rows [N]. */
  readonly candidate: Float64Array;
  readonly serving: Float64Array;
  readonly prior: Float64Array;
  readonly servingIsPrior: boolean;
  readonly seed?: number;
}

/** Log loss in nats; see `calibration.ts` for the calibration error and the bins. */
export interface GateMetrics {
  readonly auc: number;
  readonly log_loss: number;
  readonly ece: number;
  readonly intervals: Readonly<Record<'auc' | 'log_loss' | 'ece', Estimate>>;
  /** Predicted against observed, on the held-out pairs. */
  readonly reliability: readonly ReliabilityBin[];
}

export interface DeploymentDecision {
  readonly deploy: boolean;
  /** One or two sentences with the figures that decided. */
  readonly reason: string;
  /** Gain of the new model over the serving one; above 0 is better, for both. */
  readonly aucGain: Estimate;
  readonly logLossGain: Estimate;
}

export interface Verdict extends DeploymentDecision {
  readonly before: GateMetrics;
  readonly after: GateMetrics;
  readonly prior: GateMetrics;
}

export function checkDeployment(candidate: DeploymentCandidate): Verdict {
  const { clusters, after, before, prior, ...decision } = compare(candidate);
  const metrics = (model: MeasuredModel) => metricsOf(model, clusters, candidate.seed ?? 1);
  return { ...decision, before: metrics(before), after: metrics(after), prior: metrics(prior) };
}

/** The decision alone, without the figures of each model, whose bootstrap takes nearly all of the time. */
export function decideDeployment(candidate: DeploymentCandidate): DeploymentDecision {
  const { deploy, reason, aucGain, logLossGain } = compare(candidate);
  return { deploy, reason, aucGain, logLossGain };
}

function compare(candidate: DeploymentCandidate) {
  const { heldOut } = candidate;
  const clusters = clustersOf(heldOut, heldOut.weights);
  const counted = countedOnce(heldOut);
  const measure = (scores: Float64Array) => measureModel({ ...heldOut, scores }, { ...counted, scores });
  const after = measure(candidate.candidate);
  const before = measure(candidate.serving);
  const prior = measure(candidate.prior);
  const found: Findings = {
    aucGain: gain(after.auc, before.auc, clusters),
    lossGain: gain(before.loss, after.loss, clusters),
    priorGain: gain(after.auc, prior.auc, clusters),
    overServing: addedInformation(after.scored, candidate.serving, clusters),
    overPrior: addedInformation(after.scored, candidate.prior, clusters),
    needed: quantileFor(clusters),
  };
  const gains = { aucGain: found.aucGain, logLossGain: found.lossGain };
  return { ...decide(candidate, found), ...gains, clusters, after, before, prior };
}

/** A statistic over the held-out pairs with the influence of each [N]. */
interface Measured {
  readonly value: number;
  readonly influences: Float64Array;
}

type Scored = Omit<ScoredLabels, 'clusters'>;

interface MeasuredModel {
  /** With the weights of the outcomes, for the order of pairs. */
  readonly scored: Scored;
  /** Each pair once, for comparison with probabilities. */
  readonly counted: Scored;
  readonly auc: Measured;
  readonly loss: Measured;
}

function measureModel(scored: Scored, counted: Scored): MeasuredModel {
  const { auc, influences } = aucInfluence(scored);
  const losses = pairLosses(counted.scores, counted.labels);
  const mass = counted.weights.reduce((sum, weight) => sum + weight, 0);
  const shares = counted.weights.map((weight) => weight / mass);
  const mean = losses.reduce((sum, loss, n) => sum + shares[n]! * loss, 0);
  return {
    scored,
    counted,
    auc: { value: auc, influences },
    loss: { value: mean, influences: losses.map((loss, n) => shares[n]! * (loss - mean)) },
  };
}

/** `more` less `fewer`, paired row by row. */
function gain(more: Measured, fewer: Measured, clusters: PairClusters): Estimate {
  const influences = more.influences.map((influence, n) => influence - fewer.influences[n]!);
  return estimate(more.value - fewer.value, influences, clusters);
}

type Decision = Pick<DeploymentDecision, 'deploy' | 'reason'>;

interface Findings {
  readonly aucGain: Estimate;
  readonly lossGain: Estimate;
  readonly priorGain: Estimate;
  /** z scores of the information that the new model has and the other one lacks. */
  readonly overServing: number;
  readonly overPrior: number;
  /** z score that counts as proof. */
  readonly needed: number;
}

function decide(candidate: DeploymentCandidate, found: Findings): Decision {
  const { aucGain, lossGain, priorGain, overServing, overPrior, needed } = found;
  const serving = candidate.servingIsPrior ? 'the prior' : 'the serving head';
  const heldOut = describeHeldOut(candidate.heldOut);
  if (Number.isNaN(aucGain.value))
    return refuse(
      `It can be judged by ${heldOut} alone. Which head ranks better cannot be told without some of each kind: ${serving} stays.`,
    );
  if (needed === Number.POSITIVE_INFINITY)
    return refuse(
      `It can be judged by ${heldOut} alone. What so few seekers decide says nothing of others: ${serving} stays.`,
    );
  const measured = `On ${heldOut} the new head's AUC is ${compared(aucGain, serving)}, its log loss ${
    lossGain.value >= 0 ? 'lower' : 'higher'
  } by ${amount(lossGain)}.`;
  if (aucGain.low <= -MARGIN)
    return refuse(`${measured} It may rank worse by ${MARGIN} or more: ${serving} stays.`);
  if (lossGain.low <= -MARGIN)
    return refuse(`${measured} Its probabilities may be worse by ${MARGIN} or more: ${serving} stays.`);
  if (proven(aucGain, overServing, needed))
    return { deploy: true, reason: `${measured} It knows what ${serving} does not.` };
  const refreshes =
    !candidate.servingIsPrior && aucGain.value > -REFRESH_MARGIN && lossGain.value > -REFRESH_MARGIN;
  if (refreshes && priorGain.low > 0 && overPrior > needed)
    return {
      deploy: true,
      reason: `${measured} It is not worse, better than the prior by ${amount(priorGain)}, and newer.`,
    };
  const doubt =
    aucGain.value > 0
      ? `What it adds to ${serving} may be chance (z ${score(overServing)}, ${score(needed)} is proof)`
      : 'It does not rank better';
  return refuse(`${measured} ${doubt}: ${serving} stays.`);
}

/** An interval above 0 is proof by itself, so that no reason calls it chance. */
function proven(aucGain: Estimate, z: number, needed: number): boolean {
  return aucGain.low > 0 || (aucGain.value > 0 && z > needed);
}

function refuse(reason: string): Decision {
  return { deploy: false, reason };
}

/** The interval of the calibration error is a bootstrap over seekers: it has no influence by row. */
function metricsOf({ counted, auc, loss }: MeasuredModel, clusters: PairClusters, seed: number): GateMetrics {
  const bySeeker = numberClusters(clusters.seekers);
  const [ece] = bootstrap([expectedCalibrationError({ ...counted, clusters: bySeeker.clusters })], {
    clusters: bySeeker.count,
    seed,
    confidence: CONFIDENCE,
  });
  return {
    auc: auc.value,
    log_loss: loss.value,
    ece: ece!.value,
    intervals: {
      auc: estimate(auc.value, auc.influences, clusters),
      log_loss: estimate(loss.value, loss.influences, clusters),
      ece: ece!,
    },
    reliability: reliabilityTable({ ...counted, clusters: bySeeker.clusters }),
  };
}

function describeHeldOut({ labels, seekers }: LabelledPairs): string {
  const chosen = labels.reduce((sum, label) => sum + label, 0);
  const outcomes = countInWords(labels.length, 'held-out outcome');
  return `${outcomes} (${chosen} positive) of ${countInWords(new Set(seekers).size, 'seeker')}`;
}

function compared(gain: Estimate, serving: string): string {
  return `${gain.value >= 0 ? 'above' : 'below'} that of ${serving} by ${amount(gain)}`;
}

/** «0.031 (99 % interval 0.012 to 0.049)»; a loss is given as a positive amount with its own interval. */
function amount({ value, low, high }: Estimate): string {
  const [from, to] = value >= 0 ? [low, high] : [-high, -low];
  return `${Math.abs(value).toFixed(3)} (${100 * CONFIDENCE} % interval ${from.toFixed(3)} to ${to.toFixed(3)})`;
}

function score(z: number): string {
  return Number.isNaN(z) ? 'undefined' : z.toFixed(1);
}
