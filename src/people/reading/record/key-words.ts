/** The words of a key, in one form: "defaultInputModes", "default_input_modes" and "Default input mode". */

const saysNothing = new Set(['the', 'a', 'an', 'of', 'my', 'your', 'our', 'is', 'in']);
/** Units and currencies at the end of a key are read with its number. */
const units = new Set(['usd', 'eur', 'gbp', 'inr', 'km', 'mi', 'ms', 'kg', 'percent', 'pct']);
const MOST_UNITS = 80;

/** Also in the singular: "technologies" is "technology". */
export const keyWords = (key: string): string => wordsOf(key).map(singular).join(' ');

/** "countries" are not a "country". */
export const writtenWords = (key: string): string => wordsOf(key).join(' ');

function wordsOf(key: string): readonly string[] {
  const words = key
    .slice(0, MOST_UNITS)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '' && !saysNothing.has(word));
  while (words.length > 1 && units.has(words.at(-1)!)) words.pop();
  return words;
}

function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is|sis|news|series)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
