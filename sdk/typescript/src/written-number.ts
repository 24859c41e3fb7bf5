/**
 * JSON of files without rounding: a number that JavaScript would change is kept as it was written.
 * 9007199254740993 and 9007199254740992 are two people.
 */

/**
 * `String(number)` has its digits, and so has its JSON. The service takes it as an id, and refuses it
 * elsewhere.
 */
export class WrittenNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toJSON(): unknown {
    return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(this.source);
  }

  toString(): string {
    return this.source;
  }
}

/** Numbers of fewer characters are kept. */
const mayBeRounded = /[\d.]{16}|\d[eE][+-]?\d{3}/;

/** As JSON.parse, but for numbers that it would round. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  return mayBeRounded.test(text)
    ? JSON.parse(text, keepWritten as Parameters<typeof JSON.parse>[1])
    : JSON.parse(text);
}

/** Runtimes without the text of a number (before Node 22, Safari 18.4 and Firefox 135) give no context. */
function keepWritten(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number') return value;
  const source = context?.source;
  if (source !== undefined) return keepsDigits(source) ? value : new WrittenNumber(source);
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new SyntaxError(`a number beyond 2^53 (about ${value}) would be rounded; write it as text`);
  return value;
}

/**
 * As the service decides: a whole number comes back as written, a fraction has the digits that were given.
 */
export function keepsDigits(source: string): boolean {
  const number = Number(source);
  if (!Number.isFinite(number)) return false;
  const digits = significantDigits(source);
  if (digits === significantDigits(String(number))) return true;
  if (Number.isInteger(number) || digits.length > 100) return false;
  return digits === significantDigits(number.toPrecision(digits.length));
}

function significantDigits(source: string): string {
  return source
    .replace(/[eE].*$/, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+|0+$/g, '');
}

/** The key of the first such number in a row that is no id; undefined: there is none. */
export function keyOfWrittenNumber(row: unknown, key = ''): string | undefined {
  if (row instanceof WrittenNumber) return key;
  if (typeof row !== 'object' || row === null) return undefined;
  for (const [name, value] of Object.entries(row)) {
    const found = keyOfWrittenNumber(value, key === '' ? name : `${key}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
