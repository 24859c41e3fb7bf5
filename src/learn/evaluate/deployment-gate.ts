/**
 * The deployment gate decides whether a new ranking model may replace the serving one. It uses held-out
 * outcomes of which neither model was trained on any. Two conditions must hold:
 *
 *   no harm   the lower end of the paired 95 % interval of the gain lies above −0.01 in AUC and above −0.01
 *             nats in log loss
 *   proof     the new model has a higher AUC, and explains outcomes that the serving model does not
 *             (`added-information.ts`), with 99.9 % confidence. Against a trained serving model it is enough
 *             to explain outcomes that the prior does not: the new model is a refresh, equal on known people
 *             and newer
 *
 * If one is not shown, the serving model stays. Clusters are seekers (`cluster-bootstrap.ts`). Why neither
 * log loss nor AUC is the proof, and why 99.9 %: docs/design/decisions/fitting-and-evaluation.md.
 */
import { countInWords } from '../count-in-words.ts';
import { addedInformation } from './added-information.ts';
import { areaUnderCurve, type ScoredLabels } from './area-under-curve.ts';
import { expectedCalibrationError, type ReliabilityBin, reliabilityTable } from './calibration.ts';
import { bootstrap, difference, type Interval, numberClusters } from './cluster-bootstrap.ts';
import type { LabelledPairs } from './labelled-pairs.ts';
import { logLoss } from './log-loss.ts';

/** Tolerated loss at the lower end of an interval. */
const AUC_MARGIN = 0.01;
const LOG_LOSS_MARGIN = 0.01;
/** Required z score: 99.9 %, one-sided. */
const PROOF = 3.09;

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
  readonly intervals: Readonly<Record<'auc' | 'log_loss' | 'ece', Interval>>;
  /** Predicted against observed, on the held-out pairs. */
  readonly reliability: readonly ReliabilityBin[];
}

export interface Verdict {
  readonly deploy: boolean;
  /** One or two sentences with the figures that decided. */
  readonly reason: string;
  /** Gain of the new model over the serving one; above 0 is better, for both. */
  readonly aucGain: Interval;
  readonly logLossGain: Interval;
  readonly before: GateMetrics;
  readonly after: GateMetrics;
  readonly prior: GateMetrics;
}

export function checkDeployment(candidate: DeploymentCandidate): Verdict {
  const { heldOut, seed = 1 } = candidate;
  const { clusters, count } = numberClusters(heldOut.seekers);
  const scored = (scores: Float64Array): ScoredLabels => ({ ...heldOut, scores, clusters });
  const [after, before, prior] = [
    scored(candidate.candidate),
    scored(candidate.serving),
    scored(candidate.prior),
  ];
  const auc = areaUnderCurve(after);
  const [aucGain, lossGain, priorGain] = bootstrap(
    [
      difference(auc, areaUnderCurve(before)),
      difference(logLoss(before), logLoss(after)),
      difference(auc, areaUnderCurve(prior)),
    ],
    { clusters: count, seed },
  ) as [Interval, Interval, Interval];
  const proof = {
    overServing: aucGain.value > 0 && addedInformation(after, candidate.serving) > PROOF,
    overPrior: priorGain.value > 0 && addedInformation(after, candidate.prior) > PROOF,
  };
  return {
    ...decide(candidate, { aucGain, lossGain, priorGain, proof }),
    aucGain,
    logLossGain: lossGain,
    before: metricsOf(before, count, seed),
    after: metricsOf(after, count, seed),
    prior: metricsOf(prior, count, seed),
  };
}

type Decision = Pick<Verdict, 'deploy' | 'reason'>;

interface Findings {
  readonly aucGain: Interval;
  readonly lossGain: Interval;
  readonly priorGain: Interval;
  readonly proof: { readonly overServing: boolean; readonly overPrior: boolean };
}

function decide(candidate: DeploymentCandidate, { aucGain, lossGain, priorGain, proof }: Findings): Decision {
  const serving = candidate.servingIsPrior ? 'the prior' : 'the serving head';
  const measured = `On ${describeHeldOut(candidate.heldOut)} the new head's AUC is ${compared(aucGain, serving)}, its log loss ${
    lossGain.value >= 0 ? 'lower' : 'higher'
  } by ${amount(lossGain)}.`;
  if (Number.isNaN(aucGain.value) || Number.isNaN(aucGain.low))
    return refuse(
      `It can be judged by ${describeHeldOut(candidate.heldOut)} alone. Which head ranks better cannot be told without some of each kind: ${serving} stays.`,
    );
  if (aucGain.low <= -AUC_MARGIN)
    return refuse(`${measured} It may rank worse by more than ${AUC_MARGIN}: ${serving} stays.`);
  if (lossGain.low <= -LOG_LOSS_MARGIN)
    return refuse(
      `${measured} Its probabilities may be worse by more than ${LOG_LOSS_MARGIN}: ${serving} stays.`,
    );
  if (proof.overServing) return { deploy: true, reason: `${measured} It knows what ${serving} does not.` };
  if (!candidate.servingIsPrior && proof.overPrior)
    return {
      deploy: true,
      reason: `${measured} It is not worse, better than the prior by ${amount(priorGain)}, and newer.`,
    };
  return refuse(`${measured} That may be chance: ${serving} stays.`);
}

function refuse(reason: string): Decision {
  return { deploy: false, reason };
}

function metricsOf(scored: ScoredLabels, clusters: number, seed: number): GateMetrics {
  const statistics = [areaUnderCurve(scored), logLoss(scored), expectedCalibrationError(scored)];
  const [auc, loss, ece] = bootstrap(statistics, { clusters, seed }) as [Interval, Interval, Interval];
  return {
    auc: auc.value,
    log_loss: loss.value,
    ece: ece.value,
    intervals: { auc, log_loss: loss, ece },
    reliability: reliabilityTable(scored),
  };
}

function describeHeldOut({ labels, seekers }: LabelledPairs): string {
  const chosen = labels.reduce((sum, label) => sum + label, 0);
  const outcomes = countInWords(labels.length, 'held-out outcome');
  return `${outcomes} (${chosen} positive) of ${countInWords(new Set(seekers).size, 'seeker')}`;
}

function compared(gain: Interval, serving: string): string {
  return `${gain.value >= 0 ? 'above' : 'below'} that of ${serving} by ${amount(gain)}`;
}

/** «0.031 (95 % interval 0.012 to 0.049)»; a loss is given as a positive amount with its own interval. */
function amount({ value, low, high }: Interval): string {
  const [from, to] = value >= 0 ? [low, high] : [-high, -low];
  return `${Math.abs(value).toFixed(3)} (95 % interval ${from.toFixed(3)} to ${to.toFixed(3)})`;
}
