/**
 * A row as one text, with its keys: JSON, which the reader of documents reads by its structure. So what a key
 * says has one place, the tables of that reader, and a mapping names only what stays out.
 */

type Row = Readonly<Record<string, unknown>>;

export interface RecordParts {
  /** Paths that stay: `info`, `paths.*.*.summary`. Without it, all do. */
  readonly only?: readonly RegExp[] | undefined;
  /** Paths that are left out: `basics.email`. */
  readonly without?: readonly RegExp[] | undefined;
}

/** Keys may have dots. */
const BETWEEN_KEYS = '\u0000';

/**
 * Positions of a list are no part of a path, and `*` stands for any characters of one key. A pattern also holds
 * for everything under its path.
 */
export function pathPattern(path: string): RegExp {
  const keys = path
    .split('.')
    .map((key) => key.replaceAll(/[$()+?[\\\]^{|}]/gu, '\\$&').replaceAll('*', `[^${BETWEEN_KEYS}]*`));
  const pattern = new RegExp(`^${keys.join(BETWEEN_KEYS)}(?:${BETWEEN_KEYS}|$)`, 'u');
  written.set(pattern, path);
  return pattern;
}

const written = new WeakMap<RegExp, string>();

/** As a mapping has it; undefined: it is no pattern of a path. */
export const writtenPath = (pattern: RegExp): string | undefined => written.get(pattern);

/** The text; undefined where nothing is left. */
export function recordText(row: Row, parts: RecordParts): string | undefined {
  const left = kept(row, '', parts);
  return left === undefined ? undefined : JSON.stringify(left, null, 1);
}

/** The paths of all values of a row, with dots between keys, and whether the text has them. */
export function recordPaths(row: Row, parts: RecordParts): ReadonlyMap<string, boolean> {
  const paths = new Map<string, boolean>();
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, path);
    else if (isPlainObject(value))
      for (const [key, inner] of Object.entries(value)) visit(inner, under(path, key));
    else if (value !== null && value !== '' && value !== undefined)
      paths.set(path.replaceAll(BETWEEN_KEYS, '.'), isKept(path, parts));
  };
  visit(row, '');
  return paths;
}

function kept(value: unknown, path: string, parts: RecordParts): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => kept(item, path, parts)).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (isPlainObject(value)) {
    const inner = Object.entries(value)
      .map(([key, each]) => [key, kept(each, under(path, key), parts)] as const)
      .filter(([, each]) => each !== undefined);
    return inner.length === 0 ? undefined : Object.fromEntries(inner);
  }
  return value === null || value === '' || !isKept(path, parts) ? undefined : value;
}

function isKept(path: string, { only, without = [] }: RecordParts): boolean {
  return (only ?? [/^/u]).some((each) => each.test(path)) && !without.some((each) => each.test(path));
}

const under = (path: string, key: string) => (path === '' ? key : `${path}${BETWEEN_KEYS}${key}`);

/** Numbers of more digits than a float keeps are objects of a class; they are values. */
export function isPlainObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
