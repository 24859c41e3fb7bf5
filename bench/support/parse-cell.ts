/** The content of a printed cell: a plain number, a number with its unit ("12.5 s"), or any other text. */

export interface Measured {
  readonly value: number;
  readonly unit: string;
}
export type Cell = number | string | Measured;

/** With or without separators of thousands, with or without a leading 0; then a unit of one or two words. */
const FIGURE =
  /^([+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:e[+-]?\d+)?)(?: ?([%×]|[a-zµ]+(?:\/[a-z]+)?))?$/i;

export function parseCell(printed: string | number): Cell {
  const text = String(printed).trim();
  const [, digits = '', unit] = FIGURE.exec(text) ?? [];
  const value = Number(digits.replaceAll(',', ''));
  if (!/\d/.test(digits) || !Number.isFinite(value)) return text;
  return unit === undefined ? value : { value, unit };
}
