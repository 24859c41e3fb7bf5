/**
 * Where a quote stands in the text: as it is, or, since models tidy up what they copy, with other white
 * space, quotation marks, dashes or case. Anything else was not said, and null says so.
 */

const tidied: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛`´]/gu, "'"],
  [/[“”„‟«»]/gu, '"'],
  [/[‐‑‒–—−]/gu, '-'],
];

/** UTF-16 offsets [start, end). */
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
  /** Of each unit of the folded text: where it stands in the given one, and how many units it takes there. */
  readonly from: readonly number[];
  readonly width: readonly number[];
}

function fold(given: string): Folded {
  const units: string[] = [];
  const from: number[] = [];
  const width: number[] = [];
  let at = 0;
  for (const character of given) {
    const plain = tidied
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
