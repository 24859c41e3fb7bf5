/**
 * Numbers whose digits a 64-bit float does not keep. JavaScript would round them without a word:
 * 9007199254740993 and 9007199254740992 would be one person. Such a number is carried as it was written.
 * Where an id is expected, its digits are the id; everywhere else it is refused.
 *
 * A float keeps a written number if
 *   - a whole number comes back with the digits that were written (2^53 + 1 does not, 1e22 does);
 *   - the float, written with as many digits as a fraction has, gives that fraction. So 0.1 is kept, and
 *     0.10000000000000001, which some programs write for it; 0.1234567890123456789012 is not.
 */

export class WrittenNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  /** JSON of the number has the digits that were written. */
  toJSON(): unknown {
    return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(this.source);
  }

  toString(): string {
    return this.source;
  }
}

/** The number of a decimal text, which may begin or end with its point: as a float where that keeps it. */
export function exactNumber(text: string): number | WrittenNumber {
  return keepsDigits(text) ? Number(text) : new WrittenNumber(jsonForm(text));
}

function jsonForm(text: string): string {
  return text
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?=e|$)/i, '');
}

/** Whether the text is a number in decimal digits. */
export function isDecimal(text: string): boolean {
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text);
}

/** As above, for the 64-bit integers of other formats. */
export function exactInteger(value: bigint): number | WrittenNumber {
  return exactNumber(String(value));
}

/** The most digits that `toPrecision` writes. */
const MOST_DIGITS = 100;

export function keepsDigits(source: string): boolean {
  const number = Number(source);
  const returned = String(number);
  if (returned === source) return true;
  if (!Number.isFinite(number)) return false;
  const digits = significantDigits(source);
  if (digits === significantDigits(returned)) return true;
  if (Number.isInteger(number) || digits.length > MOST_DIGITS) return false;
  return digits === significantDigits(number.toPrecision(digits.length));
}

/** Without sign, point, exponent, and zeros at either end; empty for zero. */
function significantDigits(source: string): string {
  return source
    .replace(/[eE].*$/, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+|0+$/g, '');
}

/** More digits than an id can have. */
const MOST_ID_DIGITS = 300;

/** The digits of a whole number (`1.0` and `1e2` are whole); null for a fraction. */
export function wholeDigits(number: number | WrittenNumber): string | null {
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(String(number)) ?? [];
  if (whole === undefined) return null;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (Math.abs(point) > MOST_ID_DIGITS || /[1-9]/.test(digits.slice(Math.max(0, point)))) return null;
  const written = digits.slice(0, Math.max(0, point)).padEnd(point, '0').replace(/^0+/, '');
  return written === '' ? '0' : sign + written;
}

/** An id as text. Anything that is no whole number stays as it is. */
export function idText(value: unknown): unknown {
  const isNumber = typeof value === 'number' || value instanceof WrittenNumber;
  return isNumber ? (wholeDigits(value) ?? value) : value;
}

const keptNumber = 'a number whose digits a 64-bit float keeps';
const remedy = 'send it as text, or with fewer digits';

/** `shown`: the number, or that it is one, where messages must not quote it. */
export function lostDigits(shown: string): string {
  return `expected ${keptNumber}, was given ${shown}; ${remedy}`;
}

/** The path of the first such number in a JSON value, innermost key first; undefined: there is none. */
export function pathOfWrittenNumber(value: unknown): PropertyKey[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof WrittenNumber) return [];
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const path = pathOfWrittenNumber(value[at]);
      if (path !== undefined) return added(path, at);
    }
    return undefined;
  }
  for (const key of Object.keys(value)) {
    const path = pathOfWrittenNumber((value as Readonly<Record<string, unknown>>)[key]);
    if (path !== undefined) return added(path, key);
  }
  return undefined;
}

function added(path: PropertyKey[], key: PropertyKey): PropertyKey[] {
  path.push(key);
  return path;
}
