const LETTERS = /\p{Letter}/gu;
const LATIN = /\p{Script=Latin}/gu;

/** Whether at most half of the letters are of another script, of which the network knows no words. */
export function isMostlyLatin(text: string): boolean {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  return 2 * count(LATIN) >= count(LETTERS);
}
