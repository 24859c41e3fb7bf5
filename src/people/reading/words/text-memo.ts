/**
 * Findings of rules about the words of a text, so that each is found once. A weak map a text would cost more.
 */
import type { NumberAt } from '../numbers/number-at.ts';

type KnownNumbers = (NumberAt | null | undefined)[];

export class TextMemo {
  /** By word: the number that starts there; in English, and in the language of a view. */
  readonly numbers: KnownNumbers = [];
  readonly foreignNumbers: KnownNumbers = [];
  /** The numbers that number rules may read. */
  ruleNumbers: readonly NumberAt[] | undefined;
  /** The one currency that the text names, and the country of the currency that it uses. */
  currency: string | null | undefined;
  country: string | null | undefined;
}
