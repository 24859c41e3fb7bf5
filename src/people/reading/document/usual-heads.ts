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

export const isUsualHead = (head: string): boolean => known.has(head.toLowerCase().replaceAll('_', ' '));
