/** Facts that all candidates of a text share. */
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { TextDocument } from '../document.ts';
import type { DecisionModel } from './decision-model.ts';

export interface TextFacts {
  readonly model: DecisionModel;
  readonly definition: Pick<DomainDefinition, 'domain' | 'extraction'>;
  /** Words of each field's name and label. */
  readonly labelWords: ReadonlyMap<string, ReadonlySet<string>>;
  /** 0..1: the probability of the side that the sided fields are read for; 1 without sides. */
  readonly sideProbability: number;
  /** The text was a JSON document. */
  readonly isForm: boolean;
}

export interface TextFeatures {
  readonly long: number;
  readonly short: number;
  readonly form: number;
  readonly foreign: number;
  readonly hasWish: boolean;
  readonly opensWithWish: boolean;
}

export function textFeaturesOf(
  { words, languages, scopes }: TextDocument,
  { isForm }: TextFacts,
): TextFeatures {
  return {
    long: Math.min(3, Math.max(0, Math.log2((words.length + 1) / 40))),
    short: words.length < 8 ? 1 : 0,
    form: isForm ? 1 : 0,
    foreign: languages.isForeign.some((foreign) => foreign) ? 1 : 0,
    hasWish: scopes.includes('wish'),
    opensWithWish: scopes[0] === 'wish' || scopes[2] === 'wish',
  };
}
