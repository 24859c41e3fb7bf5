/**
 * Writes the leaves of a record as lines "key: value", and notes them as pairs. Signs of the format are
 * blank.
 */
import { type Block, type Pair, type Path, type Range, writtenPath } from './blocks.ts';
import { Canvas } from './canvas.ts';
import { isNoise } from './is-noise.ts';

/** Values that state nothing. */
const emptyValue = /^(?:|-+|n\/?a|nan|nil|null|undefined|tbd|\?+)$/i;
/** A longer item of a list has a line of its own. UTF-16 units. */
const SHORT_ITEM = 40;

export class RecordWriter {
  readonly pairs: Pair[] = [];
  readonly blocks: Block[] = [];
  readonly canvas: Canvas;
  readonly #text: string;
  #lastKey: Range | null = null;

  constructor(text: string, canvas = new Canvas(text, 'spaces')) {
    this.#text = text;
    this.canvas = canvas;
  }

  /** `start`, `end`: the name without quotation marks. `lineAt`: where a line begins before it. */
  key(start: number, end: number, lineAt: number | null): void {
    if (lineAt !== null) this.canvas.put(lineAt, '\n');
    this.#lastKey = [start, end];
    this.canvas.copy(start, end);
    for (let at = start; at < end; at++) {
      const sign = this.#text[at];
      if (sign === '_' || sign === '-') this.canvas.put(at, ' ');
    }
  }

  /** `start`, `end`: the value without quotation marks. */
  leaf(path: Path, start: number, end: number): void {
    const value = this.#text.slice(start, end);
    if (emptyValue.test(value.trim())) return;
    const isRead = !isNoise(path, value);
    if (isRead) this.canvas.copy(start, end);
    else if (this.#lastKey !== null) this.canvas.clear(...this.#lastKey);
    const plain = isRead && value.includes('\\') ? this.#unescape(start, end) : value;
    this.pairs.push({ path, start, end, value: plain });
    this.blocks.push({ kind: 'pair', path: writtenPath(path), start, end });
  }

  /** The mark between two items of a list; `before`: the length of the first one. */
  between(at: number, before: number): void {
    this.canvas.put(at, before > SHORT_ITEM ? '\n' : ',');
  }

  /** Escapes of JSON, Python and YAML: the sign, then blanks. */
  #unescape(start: number, end: number): string {
    return this.#text
      .slice(start, end)
      .replace(
        /\\(?:u([0-9a-f]{4})|([\s\S]))/gi,
        (written, code: string | undefined, sign: string, at: number) => {
          const plain = code === undefined ? plainOf(sign) : String.fromCharCode(Number.parseInt(code, 16));
          this.canvas.clear(start + at, start + at + written.length);
          this.canvas.put(start + at, plain);
          return plain;
        },
      );
  }
}

function plainOf(sign: string): string {
  if (sign === 'n' || sign === 'r') return '\n';
  return sign === 't' ? ' ' : sign;
}
