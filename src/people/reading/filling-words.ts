import type { TextDocument } from './document.ts';
import { formsAfter } from './read-number.ts';

const filling =
  /^(?:(?:or|and) (?:more|so|over)|ish|odd|plus|full|solid|good|straight|whole|long|consecutive)\b/;

/** How many words from `at` on stand between a number and its unit: "3ish years", "fifteen-odd years". */
export function fillingWords(document: TextDocument, at: number): number {
  const found = filling.exec(formsAfter(document, at, 2));
  return found === null ? 0 : found[0].split(' ').length;
}
