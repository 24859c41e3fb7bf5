/**
 * Splits bytes into lines, with at most one line in memory. Only line feeds end a line: JSON texts may
 * contain U+2028, at which Node's readline splits.
 */
const LINE_FEED = 0x0a;

/** The bytes of a line without its line feed; null for a line above the limit, whose bytes are discarded. */
export type SplitLine = Buffer | null;

export class LineSplitter {
  readonly #maxLineBytes: number;
  #pieces: Buffer[] = [];
  #held = 0;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** Whether the line that is being read is above the limit already. */
  get isTooLong(): boolean {
    return this.#held > this.#maxLineBytes;
  }

  /** The lines that end in this chunk. Iterate to the end: the rest of the chunk is kept last. */
  *push(chunk: Buffer): Generator<SplitLine> {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.#hold(chunk.subarray(start, end));
      yield this.#take();
      start = end + 1;
    }
    this.#hold(chunk.subarray(start));
  }

  /** The last line, where it has no line feed; undefined where there is none. */
  end(): SplitLine | undefined {
    return this.#held === 0 ? undefined : this.#take();
  }

  #hold(bytes: Buffer): void {
    this.#held += bytes.length;
    if (this.isTooLong) this.#pieces = [];
    else if (bytes.length > 0) this.#pieces.push(bytes);
  }

  #take(): SplitLine {
    const pieces = this.#pieces;
    const line = this.isTooLong ? null : pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    this.#pieces = [];
    this.#held = 0;
    return line;
  }
}
