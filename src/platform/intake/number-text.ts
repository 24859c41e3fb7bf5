/** Numbers as people write them in files. */
export const decimals = ['point', 'comma'] as const;
/** The sign between a whole number and its fraction. */
export type Decimal = (typeof decimals)[number];

/** Thousands may be in groups: by the other sign, a blank or an apostrophe. */
const forms: Readonly<Record<Decimal, RegExp>> = {
  point: /^[+-]?(\d+|\d{1,3}(,\d{3})+|\d{1,3}([ \u00a0\u202f'’]\d{3})+)?(\.\d+)?(e[+-]?\d+)?$/i,
  comma: /^[+-]?(\d+|\d{1,3}(\.\d{3})+|\d{1,3}([ \u00a0\u202f'’]\d{3})+)?(,\d+)?(e[+-]?\d+)?$/i,
};
const groups: Readonly<Record<Decimal, RegExp>> = {
  point: /[, \u00a0\u202f'’]/g,
  comma: /[. \u00a0\u202f'’]/g,
};

/** The number with a decimal point and without groups; undefined: the text is no number. */
export function plainNumber(text: string, decimal: Decimal): string | undefined {
  if (!forms[decimal].test(text) || !/\d/.test(text)) return undefined;
  return text.replaceAll(groups[decimal], '').replace(',', '.');
}

/** Forms that only one of the two signs explains: «12,5» is no group of thousands. */
const evidence: Readonly<Record<Decimal, RegExp>> = {
  point: /^[+-]?(\d{1,3}(,\d{3})+\.\d+|\d*\.(\d{1,2}|\d{4,})|(0|\d{4,})\.\d+|\d{1,3}(,\d{3}){2,})$/,
  comma: /^[+-]?(\d{1,3}(\.\d{3})+,\d+|\d*,(\d{1,2}|\d{4,})|(0|\d{4,}),\d+|\d{1,3}(\.\d{3}){2,})$/,
};

/** The decimal sign by cells of a file. Cells that both signs explain count for neither. */
export function detectDecimal(cells: Iterable<string>, delimiter: string): Decimal {
  const count = { point: 0, comma: 0 };
  for (const cell of cells)
    for (const decimal of decimals) if (evidence[decimal].test(cell.trim())) count[decimal]++;
  if (count.point !== count.comma) return count.comma > count.point ? 'comma' : 'point';
  // A spreadsheet separates columns by semicolons where the comma is its decimal sign.
  return delimiter === ';' ? 'comma' : 'point';
}
