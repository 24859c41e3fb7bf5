/** Usual names of columns. A line of them is one of heads, also without a rule below it. */
const heads =
  'name company startup start-up fund investor founder hq base location city country place region stage round sector sectors industry field ask raise raising amount target arr mrr revenue team headcount employees staff size price age sex gender role title job position salary pay skills experience years goal intent yrs min max dob about brand model condition category budget color colour type item product quantity qty status cheque check ticket thesis growth lead rate hours level education language languages description date year id sku url'.split(
    ' ',
  );
const known = new Set([
  ...heads,
  'team size',
  'looking for',
  'pref gender',
  'pref age',
  'pref min',
  'pref max',
  'min age',
  'max age',
  'max km',
  'radius km',
  'first name',
]);

const MOST_WORDS = 3;

/** A name in capitals counts by its last word: "Check Size", "Investor Name", "Stages". */
export function isUsualHead(head: string): boolean {
  const plain = head.toLowerCase().replaceAll('_', ' ');
  if (known.has(plain)) return true;
  const words = head.split(' ');
  if (words.length > MOST_WORDS || !words.every((word) => /^\p{Lu}[\p{L}]*$/u.test(word))) return false;
  const last = words.at(-1)!.toLowerCase();
  return known.has(last) || known.has(last.replace(/s$/, ''));
}
