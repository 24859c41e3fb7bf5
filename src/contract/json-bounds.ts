/**
 * Checks the bounds of a JSON text in one linear pass over its bytes, before parsing. The cost of JSON.parse,
 * validation and storage grows with values and keys, not with bytes. 750,000 keys within 8 MiB held the main
 * thread for seconds.
 *
 * A value is every text, number, true, false, null, array and object, the outermost included. A key is no
 * value. Keys are counted as written, so a duplicate counts twice. The depth is the number of arrays and
 * objects open at once: `[[1]]` has two levels.
 *
 * The pass ends at the first exceeded bound. It checks bounds, not grammar: at input that cannot be JSON it
 * also ends, since JSON.parse fails there with the reason. Every text that JSON.parse accepts is counted
 * exactly.
 */

export interface JsonBounds {
  readonly values: number;
  readonly levels: number;
  /** Keys of one object. */
  readonly keys: number;
}

export const jsonBounds: JsonBounds = { values: 250_000, levels: 64, keys: 1_000 };

/** An exceeded bound. */
export interface PassedBound {
  /** Path of the object with too many keys; empty for a bound of the whole text. */
  readonly path: readonly PropertyKey[];
  /** Without a subject: «has more than 1000 keys (…); …». */
  readonly message: string;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;

/** Kinds of a byte outside of texts. A token is a number or a word such as `true`, or invalid input. */
const TOKEN = 0;
const WHITE_SPACE = 1;
const TEXT = 2;
const SEPARATOR = 3;
const COLON = 4;
const OPENING = 5;
const CLOSING = 6;
const kindOf = new Uint8Array(256);
for (const [kind, characters] of [
  [WHITE_SPACE, ' \t\n\r'],
  [TEXT, '"'],
  [SEPARATOR, ','],
  [COLON, ':'],
  [OPENING, '[{'],
  [CLOSING, ']}'],
] as const)
  for (const character of characters) kindOf[character.charCodeAt(0)] = kind;

/** State of the open arrays and objects, one entry for each level, reused. */
class OpenLevels {
  readonly isObject: Uint8Array;
  /** Objects: keys so far. Arrays: commas so far, which is the position of the current element. */
  readonly count: Int32Array;
  /** Objects: position of the latest key, quotes included. */
  readonly keyFrom: Int32Array;
  readonly keyTo: Int32Array;

  constructor(levels: number) {
    this.isObject = new Uint8Array(levels);
    this.count = new Int32Array(levels);
    this.keyFrom = new Int32Array(levels);
    this.keyTo = new Int32Array(levels);
  }

  /** The path to the value inside the lowest `depth` levels. */
  path(bytes: Uint8Array, depth: number): PropertyKey[] {
    return Array.from({ length: depth }, (_, at) =>
      this.isObject[at] === 0 ? this.count[at]! : keyOf(bytes.subarray(this.keyFrom[at]!, this.keyTo[at]!)),
    );
  }
}

/**
 * The first exceeded bound of the text (UTF-8, with or without a byte order mark); undefined within all of
 * them. One loop over local variables, because it blocks the event loop: up to 8 MiB at about 4 ns a byte.
 */
export function passedBound(bytes: Uint8Array, bounds: JsonBounds = jsonBounds): PassedBound | undefined {
  const open = new OpenLevels(bounds.levels);
  const { isObject, count, keyFrom, keyTo } = open;
  const end = bytes.length;
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let values = 0;
  let level = 0;
  let atKey = false;
  for (; at < end; ) {
    const byte = bytes[at]!;
    const kind = kindOf[byte]!;
    if (kind === WHITE_SPACE) {
      at++;
      continue;
    }
    // The outermost value is complete: only white space may follow.
    if (level === 0 && values > 0) return undefined;
    const own = level - 1;
    const begins = at;
    switch (kind) {
      case TEXT:
        at = endOfText(bytes, begins);
        if (atKey) {
          if (++count[own]! > bounds.keys) return tooWide(bounds, begins, open.path(bytes, own));
          keyFrom[own] = begins;
          keyTo[own] = at;
          atKey = false;
        } else values++;
        break;
      case SEPARATOR:
        at++;
        if (level === 0) break;
        atKey = isObject[own] === 1;
        if (!atKey) count[own]!++;
        break;
      case COLON:
        at++;
        break;
      case OPENING:
        if (level === bounds.levels) return tooDeep(bounds, at);
        at++;
        values++;
        atKey = byte === BRACE;
        isObject[level] = atKey ? 1 : 0;
        count[level] = 0;
        level++;
        break;
      case CLOSING:
        at++;
        atKey = false;
        // A closing bracket without an opening one: invalid.
        if (level-- === 0) return undefined;
        break;
      default:
        at++;
        while (at < end && kindOf[bytes[at]!] === TOKEN) at++;
        values++;
    }
    if (values > bounds.values) return tooMany(bounds, begins);
  }
  return undefined;
}

function tooDeep({ levels }: JsonBounds, at: number): PassedBound {
  const where = `level ${levels + 1} begins at byte ${at}`;
  const message = `is nested deeper than ${levels} levels of arrays and objects (${where}); flatten it`;
  return { path: [], message };
}

function tooWide({ keys }: JsonBounds, at: number, path: readonly PropertyKey[]): PassedBound {
  const where = `key ${keys + 1} begins at byte ${at}`;
  const message = `has more than ${keys} keys (${where}), the most of an object; leave some out, or send them in parts`;
  return { path, message };
}

function tooMany({ values }: JsonBounds, at: number): PassedBound {
  const where = `value ${values + 1} begins at byte ${at}; texts, numbers, true, false, null, arrays and objects count`;
  return { path: [], message: `has more than ${values} values (${where}); send it in parts` };
}

/**
 * Position after the closing quote of the text that begins at `from`; the end of the bytes where there is
 * none.
 */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at++;
  }
  return bytes.length;
}

/** The key as JSON.parse reads it, or as written where it cannot. */
function keyOf(written: Uint8Array): string {
  const text = new TextDecoder().decode(written);
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
