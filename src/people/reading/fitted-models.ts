/** The fitted models that read texts beside the rules of a domain. */
import { type AskedWords, shippedAskedWords } from './asked/asked-words.ts';
import { type DecisionModel, shippedDecisionModel } from './decision/decision-model.ts';
import { type SideModel, shippedSideModel } from './side/side-words.ts';
import { shippedVerifier, type Verifier } from './verify/verifier.ts';

export interface FittedModels {
  readonly decision: DecisionModel;
  readonly sides: SideModel;
  /** null: nothing is known of the domain; so is `verifier`. */
  readonly askedWords: (domain: string) => AskedWords | null;
  readonly verifier: (domain: string) => Promise<Verifier> | null;
}

/** The shipped models, but for those that are given. */
export const withShippedModels = (given: Partial<FittedModels>): FittedModels => ({
  decision: given.decision ?? shippedDecisionModel(),
  sides: given.sides ?? shippedSideModel(),
  askedWords: given.askedWords ?? shippedAskedWords,
  verifier: given.verifier ?? shippedVerifier,
});
