/** A text that is rewritten unit by unit, so that it stays as long as the original. */

const SPACE = 0x20;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export class Canvas {
  readonly #text: string;
  readonly #units: Uint16Array;

  /** `content`: what it has at first. */
  constructor(text: string, content: 'text' | 'spaces') {
    this.#text = text;
    this.#units = new Uint16Array(text.length);
    if (content === 'text') this.copy(0, text.length);
    else this.clear(0, text.length);
  }

  /** Copies units [start, end) of the original. */
  copy(start: number, end: number): void {
    for (let at = start; at < end; at++) this.#units[at] = this.#text.charCodeAt(at);
  }

  /** `sign`: one UTF-16 unit. */
  put(at: number, sign: string): void {
    if (at >= 0 && at < this.#units.length) this.#units[at] = sign.charCodeAt(0);
  }

  /** Line ends stay. */
  blank(start: number, end: number): void {
    for (let at = start; at < end; at++) {
      const unit = this.#text.charCodeAt(at);
      this.#units[at] = unit === LINE_FEED || unit === CARRIAGE_RETURN ? unit : SPACE;
    }
  }

  /** Line ends too become spaces. */
  clear(start: number, end: number): void {
    this.#units.fill(SPACE, start, end);
  }

  toString(): string {
    return Buffer.from(this.#units.buffer, 0, this.#units.byteLength).toString('utf16le');
  }
}
