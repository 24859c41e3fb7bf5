/**
 * Splits the text of a JSON file into its values: the items of an array, or objects one behind the other. One
 * value is in memory at a time. It finds where values end, and JSON.parse says whether they are right.
 */
interface JsonText {
  readonly text: string;
  /** Where it begins, from 1. */
  readonly line: number;
  /** Why it is no value: it does not end, or other text stands there. */
  readonly fault?: string;
}

const MAX_VALUE_LENGTH = 64 * 1024 * 1024;
const SHOWN_CHARACTERS = 80;

export async function* jsonValues(pieces: AsyncIterable<string>): AsyncGenerator<JsonText> {
  const splitter = new ValueSplitter();
  for await (const piece of pieces) {
    yield* splitter.push(piece);
    if (splitter.isBroken) return;
  }
  yield* splitter.end();
}

class ValueSplitter {
  #text = '';
  /** The next unit to be read. */
  #at = 0;
  /** Where the value begins; -1: between values. */
  #start = -1;
  #depth = 0;
  #isInText = false;
  #isInArray = false;
  #line = 1;
  isBroken = false;

  *push(piece: string): Generator<JsonText> {
    this.#text += piece;
    while (this.#at < this.#text.length && !this.isBroken) {
      const found = this.#start < 0 ? this.#between() : this.#within();
      if (found !== undefined) yield found;
    }
    if (!this.isBroken) this.#forget(this.#start < 0 ? this.#at : this.#start);
    if (this.#text.length > MAX_VALUE_LENGTH && !this.isBroken)
      yield this.#broken(`more than ${MAX_VALUE_LENGTH} characters are in`);
  }

  *end(): Generator<JsonText> {
    if (this.#start >= 0) yield this.#broken('it ends within');
  }

  /** Drops the text before, whose lines count. */
  #forget(before: number): void {
    this.#line += linesIn(this.#text, before);
    this.#text = this.#text.slice(before);
    this.#at -= before;
    if (this.#start >= 0) this.#start -= before;
  }

  #between(): JsonText | undefined {
    const sign = this.#text[this.#at]!;
    if (sign === '[' && !this.#isInArray) this.#isInArray = true;
    else if (sign === ']' && this.#isInArray) this.#isInArray = false;
    else if (!/[\s,\uFEFF]/.test(sign)) {
      this.#forget(this.#at);
      if (sign !== '{' && sign !== '[') return this.#broken('expected { or [, not');
      this.#start = 0;
      this.#depth = 0;
      return undefined;
    }
    this.#at++;
    return undefined;
  }

  /** Goes on to the next sign that matters; the value where it ends there. */
  #within(): JsonText | undefined {
    const signs = this.#isInText ? /["\\]/g : /["{}[\]]/g;
    signs.lastIndex = this.#at;
    const found = signs.exec(this.#text);
    if (found === null) {
      this.#at = this.#text.length;
      return undefined;
    }
    const [sign] = found;
    // The escaped unit may stand in the next piece: it is stepped over there.
    this.#at = found.index + (sign === '\\' ? 2 : 1);
    if (sign === '"') this.#isInText = !this.#isInText;
    else if (sign === '{' || sign === '[') this.#depth++;
    else if (sign !== '\\') this.#depth--;
    if (this.#depth > 0) return undefined;
    const value = { text: this.#text.slice(0, this.#at), line: this.#line };
    this.#start = -1;
    this.#forget(this.#at);
    return value;
  }

  #broken(fault: string): JsonText {
    this.isBroken = true;
    const text = this.#text.slice(0, SHOWN_CHARACTERS);
    return { text, line: this.#line, fault: `the file is no JSON from here on: ${fault} «${text}»` };
  }
}

function linesIn(text: string, before: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < before; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
