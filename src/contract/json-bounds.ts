/**
 * Bounds of a JSON text, found in one linear pass over its bytes before anything is parsed. JSON.parse, validation and
 * storage each take time and memory by values and keys, not by bytes: 750,000 keys within 8 MiB held the main thread
 * for seconds.
 *
 * A value is every text, number, true, false, null, array and object, the outermost included. A key is no value. Keys
 * are counted as written, so one that is there twice counts twice. Levels are the arrays and objects that are open at
 * once: `[[1]]` has two.
 *
 * The pass judges bounds, not grammar. Where it meets what cannot be JSON it ends, since JSON.parse ends there as well
 * and says why. Whatever JSON.parse takes is read to its end and counted exactly.
 */

export interface JsonBounds {
  readonly values: number;
  readonly levels: number;
  /** Of one object. */
  readonly keys: number;
}

export const jsonBounds: JsonBounds = { values: 250_000, levels: 64, keys: 1_000 };

/** A bound that a text passes. */
export interface PassedBound {
  /** The object with too many keys; empty for what holds for the whole text. */
  readonly path: readonly PropertyKey[];
  /** Without a subject: «has 1001 keys; …». */
  readonly message: string;
}

/** The first bound that the text (UTF-8, with or without a byte order mark) passes; undefined within all of them. */
export function passedBound(bytes: Uint8Array, bounds: JsonBounds = jsonBounds): PassedBound | undefined {
  return new BoundsPass(bytes, bounds).run();
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const WHITE_SPACE = [0x20, 0x09, 0x0a, 0x0d];

/** 1: ends a number or a word such as `true`. */
const endsToken = new Uint8Array(256);
for (const byte of [...WHITE_SPACE, QUOTE, COMMA, COLON]) endsToken[byte] = 1;
for (const byte of [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE]) endsToken[byte] = 1;

class BoundsPass {
  readonly #bytes: Uint8Array;
  readonly #bounds: JsonBounds;
  #at: number;
  #values = 0;
  /** Arrays and objects that are open; the arrays below have an entry for each. */
  #level = 0;
  readonly #isObject: Uint8Array;
  /** Of an object its keys so far, of an array the commas: the position of the element at hand. */
  readonly #count: Int32Array;
  /** Of an object, where its latest key lies, quotes included. */
  readonly #keyFrom: Int32Array;
  readonly #keyTo: Int32Array;
  /** The next text is a key. */
  #atKey = false;
  #wideObject: PassedBound | undefined;

  constructor(bytes: Uint8Array, bounds: JsonBounds) {
    this.#bytes = bytes;
    this.#bounds = bounds;
    this.#at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    this.#isObject = new Uint8Array(bounds.levels);
    this.#count = new Int32Array(bounds.levels);
    this.#keyFrom = new Int32Array(bounds.levels);
    this.#keyTo = new Int32Array(bounds.levels);
  }

  run(): PassedBound | undefined {
    const bytes = this.#bytes;
    while (this.#at < bytes.length) {
      const byte = bytes[this.#at]!;
      if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) this.#at++;
      else if (this.#isBehindTheEnd()) break;
      else if (byte === QUOTE) this.#readText();
      else if (byte === COMMA) this.#nextMember();
      else if (byte === COLON) this.#at++;
      else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
        if (this.#level === this.#bounds.levels) return this.#tooDeep();
        this.#open(byte === OPENING_BRACE);
      } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) {
        if (this.#level === 0) break;
        this.#close();
      } else this.#readToken();
    }
    // A text that was cut off has objects that are still open.
    while (this.#level > 0) this.#close();
    return this.#wideObject ?? this.#tooMany();
  }

  /** The outermost value is complete: there can only be white space. */
  #isBehindTheEnd(): boolean {
    return this.#level === 0 && this.#values > 0;
  }

  #readText(): void {
    const from = this.#at;
    this.#at = endOfText(this.#bytes, from);
    if (!this.#atKey) {
      this.#values++;
      return;
    }
    const own = this.#level - 1;
    this.#count[own]!++;
    this.#keyFrom[own] = from;
    this.#keyTo[own] = this.#at;
    this.#atKey = false;
  }

  #readToken(): void {
    const bytes = this.#bytes;
    let at = this.#at + 1;
    while (at < bytes.length && endsToken[bytes[at]!] === 0) at++;
    this.#at = at;
    this.#values++;
  }

  #nextMember(): void {
    this.#at++;
    if (this.#level === 0) return;
    const own = this.#level - 1;
    this.#atKey = this.#isObject[own] === 1;
    if (!this.#atKey) this.#count[own]!++;
  }

  #open(isObject: boolean): void {
    this.#at++;
    this.#values++;
    this.#isObject[this.#level] = isObject ? 1 : 0;
    this.#count[this.#level] = 0;
    this.#level++;
    this.#atKey = isObject;
  }

  #close(): void {
    this.#at++;
    const own = --this.#level;
    this.#atKey = false;
    const keys = this.#count[own]!;
    if (this.#isObject[own] === 0 || keys <= this.#bounds.keys || this.#wideObject !== undefined) return;
    this.#wideObject = {
      path: this.#pathHere(),
      message: `has ${keys} keys; an object may have at most ${this.#bounds.keys}. Leave some out, or send them in parts`,
    };
  }

  #tooDeep(): PassedBound {
    const { levels } = this.#bounds;
    const where = `level ${levels + 1} begins at byte ${this.#at}`;
    const message = `is nested deeper than ${levels} levels of arrays and objects (${where}); flatten it`;
    return { path: [], message };
  }

  #tooMany(): PassedBound | undefined {
    if (this.#values <= this.#bounds.values) return undefined;
    const counted = 'every text, number, true, false, null, array and object counts';
    const message = `has ${this.#values} values (${counted}); at most ${this.#bounds.values} are taken. Send it in parts`;
    return { path: [], message };
  }

  /** The way to what lies in the open arrays and objects at this point. */
  #pathHere(): PropertyKey[] {
    return Array.from({ length: this.#level }, (_, at) => {
      if (this.#isObject[at] === 0) return this.#count[at]!;
      return keyOf(this.#bytes.subarray(this.#keyFrom[at]!, this.#keyTo[at]!));
    });
  }
}

/** Behind the closing quote of the text that begins at `from`; the end of the bytes where it has none. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at++;
  }
  return bytes.length;
}

/** As JSON.parse reads it; as it is written where that cannot be. */
function keyOf(written: Uint8Array): string {
  const text = new TextDecoder().decode(written);
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
