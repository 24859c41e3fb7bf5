/**
 * The gate: may a new head take over? It is asked on outcomes that neither head was trained on, and two things must
 * hold:
 *
 *   no harm   the new head is not worse than the serving one: the lower end of the paired 95 % interval of what it
 *             gains lies above −0.01 in AUC, and above −0.01 nats in log loss
 *   proof     it has learnt something: its AUC is higher and it explains outcomes that the serving head does not
 *             (`added-information.ts`), with 99.9 % confidence. A head that replaces a *trained* one may instead
 *             explain what the prior does not: it is a refresh, equal on old people and knowing newer ones, and would
 *             else be refused for ever
 *
 * Where neither is shown, the serving head stays: an interval that includes zero is no reason to change.
 *
 * Why log loss is no proof: labels shuffled among the pairs keep their share of positives, and a head that has learnt
 * nothing but this share calibrates better than a prior that has seen no outcome; log loss would let it in, rightly by
 * its own light. Nor is the gain in AUC, which is honest but weak: it carries the noise of both heads, and in the
 * simulator refused a head that was truly .07 better after 1,000 outcomes. Why 99.9 %: with 95 %, of 20 runs whose
 * labels mean nothing one would pass by chance; now it is one in a thousand.
 *
 * Clusters are seekers (`cluster-bootstrap.ts`).
 */
import { countInWords } from '../count-in-words.ts';
import { addedInformation } from './added-information.ts';
import { areaUnderCurve, type ScoredLabels } from './area-under-curve.ts';
import { expectedCalibrationError } from './calibration.ts';
import { bootstrap, difference, type Interval, numberClusters } from './cluster-bootstrap.ts';
import type { LabelledPairs } from './labelled-pairs.ts';
import { logLoss } from './log-loss.ts';

/** How much worse the lower end of an interval may be. */
const AUC_MARGIN = 0.01;
const LOG_LOSS_MARGIN = 0.01;
/** Standard deviations that make a proof: 99.9 %, one-sided. */
const PROOF = 3.09;

export interface DeploymentCandidate {
  readonly heldOut: LabelledPairs;
  /** P(seeker chooses candidate) by each head, of the held-out rows [N]. */
  readonly candidate: Float64Array;
  readonly serving: Float64Array;
  readonly prior: Float64Array;
  readonly servingIsPrior: boolean;
  readonly seed?: number;
}

interface GateMetrics {
  readonly auc: number;
  readonly log_loss: number;
  readonly ece: number;
}

export interface Verdict {
  readonly deploy: boolean;
  /** One sentence or two, with the figures that decided. */
  readonly reason: string;
  /** What the new head gains over the serving one; above 0 is better, for both. */
  readonly aucGain: Interval;
  readonly logLossGain: Interval;
  readonly before: GateMetrics;
  readonly after: GateMetrics;
}

export function checkDeployment(head: DeploymentCandidate): Verdict {
  const { heldOut, seed = 1 } = head;
  const { clusters, count } = numberClusters(heldOut.seekers);
  const scored = (scores: Float64Array): ScoredLabels => ({ ...heldOut, scores, clusters });
  const [after, before, prior] = [scored(head.candidate), scored(head.serving), scored(head.prior)];
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
    overServing: aucGain.value > 0 && addedInformation(after, head.serving) > PROOF,
    overPrior: priorGain.value > 0 && addedInformation(after, head.prior) > PROOF,
  };
  return {
    ...decide(head, { aucGain, lossGain, priorGain, proof }),
    aucGain,
    logLossGain: lossGain,
    before: metricsOf(before, count),
    after: metricsOf(after, count),
  };
}

type Decision = Pick<Verdict, 'deploy' | 'reason'>;

interface Findings {
  readonly aucGain: Interval;
  readonly lossGain: Interval;
  readonly priorGain: Interval;
  readonly proof: { readonly overServing: boolean; readonly overPrior: boolean };
}

function decide(head: DeploymentCandidate, { aucGain, lossGain, priorGain, proof }: Findings): Decision {
  const serving = head.servingIsPrior ? 'the prior' : 'the serving head';
  const measured = `On ${describeHeldOut(head.heldOut)} the new head's AUC is ${compared(aucGain, serving)}, its log loss ${
    lossGain.value >= 0 ? 'lower' : 'higher'
  } by ${amount(lossGain)}.`;
  if (Number.isNaN(aucGain.value) || Number.isNaN(aucGain.low))
    return refuse(
      `It can be judged by ${describeHeldOut(head.heldOut)} alone. Which head ranks better cannot be told without some of each kind: ${serving} stays.`,
    );
  if (aucGain.low <= -AUC_MARGIN)
    return refuse(`${measured} It may rank worse by more than ${AUC_MARGIN}: ${serving} stays.`);
  if (lossGain.low <= -LOG_LOSS_MARGIN)
    return refuse(
      `${measured} Its probabilities may be worse by more than ${LOG_LOSS_MARGIN}: ${serving} stays.`,
    );
  if (proof.overServing) return { deploy: true, reason: `${measured} It knows what ${serving} does not.` };
  if (!head.servingIsPrior && proof.overPrior)
    return {
      deploy: true,
      reason: `${measured} It is not worse, better than the prior by ${amount(priorGain)}, and newer.`,
    };
  return refuse(`${measured} That may be chance: ${serving} stays.`);
}

function refuse(reason: string): Decision {
  return { deploy: false, reason };
}

function metricsOf(scored: ScoredLabels, clusters: number): GateMetrics {
  const once = new Float64Array(clusters).fill(1);
  return {
    auc: areaUnderCurve(scored)(once),
    log_loss: logLoss(scored)(once),
    ece: expectedCalibrationError(scored)(once),
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

/** «0.031 (95 % interval 0.012 to 0.049)»; what is lost is told as a positive amount with its own interval. */
function amount({ value, low, high }: Interval): string {
  const [from, to] = value >= 0 ? [low, high] : [-high, -low];
  return `${Math.abs(value).toFixed(3)} (95 % interval ${from.toFixed(3)} to ${to.toFixed(3)})`;
}
