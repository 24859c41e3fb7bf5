/**
 * The evidence that the answer of a language model adds for a claim. No labelled answers of a model exist, so
 * these numbers are set by hand; all others of the decision are fitted. Take a claim that nothing else speaks
 * for or against: it is right in nine of ten cases where the model states it, and in six of ten where the text
 * only hints at it. `npm run eval -- extraction --llm` measures a model with them.
 */
import { logit } from '../../../platform/numeric/logistic.ts';
import type { Claim } from './claims.ts';

/** The probability that a model's statement alone gives a claim. */
const MODEL_PROBABILITY = { certain: 0.9, hint: 0.6 };
/** The log-odds that the fitted weights take from a claim for which neither rules nor network speak. */
const BASE = 2.1;
/** The network, which would know the label of most values, has not read the text. */
const UNREAD = 1;
/** The model has read the text and states no such thing. It leaves out more than it denies. */
const SILENT = -0.5;

export const modelProbability = (isCertain: boolean): number =>
  isCertain ? MODEL_PROBABILITY.certain : MODEL_PROBABILITY.hint;

/** Log-odds. `isRead`: by the network. */
export function modelEvidence({ stated }: Claim, isRead: boolean): number {
  if (stated === null) return SILENT;
  return logit(modelProbability(stated.isCertain)) + BASE + (isRead ? 0 : UNREAD);
}
