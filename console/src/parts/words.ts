import { text } from '../text/en.ts';

/** A name of the schema as words: `relationship_goal` becomes «relationship goal». */
export function words(name: string): string {
  return name.replaceAll('_', ' ').trim();
}

export function capitalized(name: string): string {
  const plain = words(name);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** A value of a field as text, whatever its type. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map(shownValue).join(', ');
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 4 });
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
}

const comparisons: Readonly<Record<string, string>> = {
  gte: '≥ ',
  lte: '≤ ',
  gt: '> ',
  lt: '< ',
  eq: '',
  ne: 'not ',
  in: '',
  nin: 'none of ',
};

/** A preference or filter as text: `{gte: 28, lte: 36}` becomes «28 to 36». */
export function shownClause(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return shownValue(value);
  const { missing, ...clause } = value as Record<string, unknown>;
  if (missing === 'pass') return `${shownClause(clause)}, ${text.common.orNotStated}`;
  const keys = Object.keys(clause);
  if (keys.length === 2 && 'gte' in clause && 'lte' in clause)
    return `${shownValue(clause.gte)} to ${shownValue(clause.lte)}`;
  if (keys.every((key) => key in comparisons))
    return keys.map((key) => comparisons[key] + shownValue(clause[key])).join(', ');
  return JSON.stringify(value);
}
