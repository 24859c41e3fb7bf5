/** The fitted models that read texts beside the rules of a domain. */
import type { DomainDefinition } from '../../domains/definition.ts';
import { type AskedWords, shippedAskedWords } from './asked/asked-words.ts';
import { type DecisionModel, shippedDecisionModel } from './decision/decision-model.ts';
import { type DomainReader, shippedReader } from './network/domain-reader.ts';
import { type SideModel, shippedSideModel } from './side/side-words.ts';

export interface FittedModels {
  readonly decision: DecisionModel;
  readonly sides: SideModel;
  /** null: nothing is known of the domain. */
  readonly askedWords: (domain: string) => AskedWords | null;
  /** null: the rules alone read the domain. */
  readonly reader: (definition: DomainDefinition) => Promise<DomainReader | null> | null;
}

/** The shipped models, but for those that are given. */
export const withShippedModels = (given: Partial<FittedModels>): FittedModels => ({
  decision: given.decision ?? shippedDecisionModel(),
  sides: given.sides ?? shippedSideModel(),
  askedWords: given.askedWords ?? shippedAskedWords,
  reader: given.reader ?? shippedReader,
});
