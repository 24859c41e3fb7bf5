const LETTERS = /\p{Letter}/gu;
const LATIN = /\p{Script=Latin}/gu;

/** Letters of the beginning tell the script: UTF-16 units. */
const BEGINNING = 4096;

/** Whether at most half of the letters are of another script, of which the network knows no words. */
export function isMostlyLatin(text: string): boolean {
  const beginning = text.slice(0, BEGINNING);
  const count = (letters: RegExp) => beginning.match(letters)?.length ?? 0;
  return 2 * count(LATIN) >= count(LETTERS);
}
