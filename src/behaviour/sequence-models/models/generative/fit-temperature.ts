/**
 * The temperature of a retriever: its log-probabilities divided by it have the least softmax loss of the
 * target on validation cases. Scores are then log-odds on the scale of all models.
 *
 * N cases, I items.
 */
import { mean } from '../../../../platform/numeric/statistics.ts';
import { historiesOf } from '../../evaluation/ranker.ts';
import { sampleCases } from '../../evaluation/sample-cases.ts';
import { meanBasketSize } from '../../splits/baskets.ts';
import { type Cases, caseCount, targetItem } from '../../splits/split.ts';
import { type OpenModel, type TemperatureFacts, UNKNOWN_SCORE } from '../architecture.ts';

/** Scoring a whole catalogue takes the decoder long. A basket is one. */
const MOST_CASES = 150;
const LEAST_CASES = 10;
/** Limits the memory of all scores: N × I, where each item of a basket is one of N. */
const MOST_SCORES = 2e7;
const MAX_ROUNDS = 50;
const MIN_CHANGE = 1e-5;
const MAX_STEP = 0.5;
/**
 * The number of cases that the prior, a temperature of 1, counts as: the retriever has learned by this loss.
 */
const PRIOR_CASES = 30;
const LEAST_INFORMATION = 1e-3;

interface CaseScores {
  readonly target: number;
  /** Scores of the other items that are ranked. */
  readonly others: Float32Array;
}

/** null: there are too few cases. Throws `signal.reason`. */
export async function fitTemperature(
  model: Pick<OpenModel, 'score'>,
  cases: Cases,
  { seen, seed }: { readonly seen: 'masked' | 'ranked'; readonly seed: number },
  signal: AbortSignal,
): Promise<TemperatureFacts | null> {
  const scoresOfCase = meanBasketSize(cases) * Math.max(1, cases.histories.itemIds.length);
  const sampled = sampleCases(cases, Math.min(MOST_CASES, Math.floor(MOST_SCORES / scoresOfCase)), seed);
  const found: CaseScores[] = [];
  for (let which = 0; which < caseCount(sampled); which++) {
    signal.throwIfAborted();
    const batch = historiesOf(sampled, which, which + 1);
    const scores = await model.score(batch);
    const target = targetItem(sampled, which);
    const masked = new Set(seen === 'masked' ? batch.items : []);
    if (masked.has(target) || scores[target]! <= UNKNOWN_SCORE) continue;
    const others = scores.filter(
      (score, item) => item !== target && score > UNKNOWN_SCORE && !masked.has(item),
    );
    found.push({ target: scores[target]!, others });
  }
  return found.length < LEAST_CASES ? null : { value: 1 / bestInverse(found), cases: found.length };
}

/** Newton steps in the logarithm of the inverse temperature. */
function bestInverse(cases: readonly CaseScores[]): number {
  const information = mean(cases.map((one) => leadMoments(one, 1).variance));
  const kept = PRIOR_CASES * Math.max(LEAST_INFORMATION, information);
  let inverse = 1;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let [gradient, curvature] = [kept * Math.log(inverse), kept];
    for (const one of cases) {
      const { mean: slope, variance } = leadMoments(one, inverse);
      gradient += inverse * slope;
      curvature += inverse ** 2 * variance;
    }
    const step = Math.max(-MAX_STEP, Math.min(MAX_STEP, -gradient / curvature));
    inverse *= Math.exp(step);
    if (Math.abs(step) < MIN_CHANGE) break;
  }
  return inverse;
}

/** Mean and variance of the leads over the target under the softmax. */
function leadMoments({ target, others }: CaseScores, inverse: number) {
  let highest = 0;
  for (const score of others) highest = Math.max(highest, inverse * (score - target));
  let [sum, first, second] = [Math.exp(-highest), 0, 0];
  for (const score of others) {
    const lead = score - target;
    const p = Math.exp(inverse * lead - highest);
    sum += p;
    first += p * lead;
    second += p * lead * lead;
  }
  const average = first / sum;
  return { mean: average, variance: Math.max(0, second / sum - average ** 2) };
}

/**
 * Divides log-probabilities by the temperature, in place. They keep their differences, which are the log-odds
 * between items, and no longer add up to 1: the sum over the catalogue is unknown where few items were
 * scored.
 */
export function temper(scores: Float32Array | Float64Array, temperature: number): void {
  if (temperature === 1) return;
  for (let item = 0; item < scores.length; item++)
    if (scores[item]! > UNKNOWN_SCORE) scores[item] = scores[item]! / temperature;
}
