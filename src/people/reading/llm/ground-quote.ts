/**
 * Finds a quote in the text, exactly or with other white space, quotation marks, dashes or case, since models
 * tidy up their quotes. Any other quote is not in the text, and its value is dropped.
 */

const normalizations: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛`´]/gu, "'"],
  [/[“”„‟«»]/gu, '"'],
  [/[‐‑‒–—−]/gu, '-'],
];

/** Finds quotes in one text. */
export type Ground = (quote: string) => readonly [number, number] | null;

/** UTF-16 offsets [start, end) of the quote; null: it is not in the text. */
export function groundQuote(text: string, quote: string): readonly [number, number] | null {
  const wanted = quote.trim();
  if (wanted === '') return null;
  const exact = text.indexOf(wanted);
  if (exact >= 0) return [exact, exact + wanted.length];
  const folded = fold(text);
  const at = folded.text.indexOf(fold(wanted).text);
  if (at < 0) return null;
  const end = at + fold(wanted).text.length - 1;
  return [folded.from[at]!, folded.from[end]! + folded.width[end]!];
}

interface Folded {
  readonly text: string;
  /** By UTF-16 unit of the folded text: offset and length of its original in the given text. */
  readonly from: readonly number[];
  readonly width: readonly number[];
}

function fold(given: string): Folded {
  const units: string[] = [];
  const from: number[] = [];
  const width: number[] = [];
  let at = 0;
  for (const character of given) {
    const plain = normalizations
      .reduce((text, [pattern, into]) => text.replace(pattern, into), character)
      .toLowerCase();
    const blank = /\s/u.test(character);
    if (blank && units.at(-1) === ' ') width[width.length - 1]! += character.length;
    else {
      for (const unit of blank ? ' ' : plain) {
        for (const half of unit.split('')) {
          units.push(half);
          from.push(at);
          width.push(character.length);
        }
      }
    }
    at += character.length;
  }
  return { text: units.join(''), from, width };
}
