/**
 * Cuts a text that comes piece by piece into records of cells (RFC 4180). Any line ends are accepted, and
 * line ends within cells are kept. Each record knows its first line in the file.
 *
 * Only a quote at the beginning of a cell quotes; a quote within a text is a quote. A cell whose quote is not
 * closed as the format wants may have swallowed a part of the next rows, and nothing tells how much. So such
 * a record is a fault, never a row: it names the line where the quote opened, and how many lines it took with
 * it.
 */
export interface DelimitedForm {
  /** One character. */
  readonly delimiter: string;
  /** null: nothing is quoted. */
  readonly quote: string | null;
  /** Lines at the beginning that are left out. */
  readonly skipLines?: number;
  /** Characters of a record. A longer one is a fault. */
  readonly longest?: number;
}

export interface QuoteFault {
  /**
   * `unclosed`: the quote is open at the end of the file. `undoubled`: a quote within the quotes is not
   * doubled. `endless`: the record has more characters than any may have.
   */
  readonly kind: 'unclosed' | 'undoubled' | 'endless';
  /** Where the quote opened, from 1. */
  readonly line: number;
  /** Position of the cell, from 0. */
  readonly column: number;
}

export interface DelimitedRecord {
  /** The first line, from 1. */
  readonly line: number;
  /** More than one where a cell has line ends. */
  readonly lines: number;
  readonly cells: readonly string[];
  readonly fault?: QuoteFault;
}

/** The longest record by default: 16 MiB characters. */
const LONGEST = 16 * 1024 * 1024;

const LF = 0x0a;
const CR = 0x0d;

export class DelimitedParser {
  readonly #delimiter: string;
  readonly #quote: string | null;
  readonly #longest: number;
  #skip: number;
  #rest = '';
  #line = 1;
  /** An endless record is being left out; `inQuotes`: its quote is still open. */
  #leftOut: { readonly record: DelimitedRecord; lines: number; inQuotes: boolean } | null = null;
  /** Positions in the text at hand, kept until they are passed. */
  #nextDelimiter = -1;
  #nextLineFeed = -1;
  #nextReturn = -1;

  constructor({ delimiter, quote, skipLines = 0, longest = LONGEST }: DelimitedForm) {
    this.#delimiter = delimiter;
    this.#quote = quote;
    this.#skip = skipLines;
    this.#longest = longest;
  }

  /** The records that end in this piece. */
  push(piece: string): DelimitedRecord[] {
    return piece === '' ? [] : this.#read(this.#rest + piece, false);
  }

  /** The last records. */
  end(): DelimitedRecord[] {
    const records = this.#read(this.#rest, true);
    const { record, lines } = this.#leftOut ?? {};
    this.#leftOut = null;
    return record === undefined ? records : [...records, { ...record, lines: Math.max(1, lines!) }];
  }

  #read(text: string, atEnd: boolean): DelimitedRecord[] {
    const records: DelimitedRecord[] = [];
    this.#nextDelimiter = this.#nextLineFeed = this.#nextReturn = -1;
    let at = this.#skipLines(text, atEnd);
    if (this.#skip > 0) {
      this.#rest = text.slice(at);
      return records;
    }
    if (this.#leftOut !== null) at = this.#leaveOut(text, at, atEnd, records);
    while (at < text.length && this.#leftOut === null) {
      const found = this.#record(text, at, atEnd);
      if (found === null) break;
      records.push(found.end - at > this.#longest ? endless(found.record) : found.record);
      this.#line += found.record.lines;
      at = found.end;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > this.#longest && this.#leftOut === null) this.#begin();
    return records;
  }

  #skipLines(text: string, atEnd: boolean): number {
    let at = 0;
    while (this.#skip > 0) {
      const end = this.#lineEnd(text, at);
      if (end >= text.length) return atEnd ? text.length : at;
      const next = afterLineEnd(text, end, atEnd);
      if (next === null) return at;
      at = next;
      this.#skip--;
      this.#line++;
    }
    return at;
  }

  /** null: the record does not end in the text. */
  #record(
    text: string,
    from: number,
    atEnd: boolean,
  ): { readonly record: DelimitedRecord; readonly end: number } | null {
    const cells: string[] = [];
    let fault: QuoteFault | undefined;
    let lines = 1;
    let at = from;
    for (;;) {
      if (this.#quote !== null && text[at] === this.#quote) {
        const cell = this.#quoted(text, at, atEnd);
        if (cell === null) return null;
        if (cell.kind !== null)
          fault ??= { kind: cell.kind, line: this.#line + lines - 1, column: cells.length };
        lines += countLineEnds(text, at, cell.end);
        cells.push(cell.value);
        at = cell.end;
      } else {
        const end = this.#cellEnd(text, at);
        if (end >= text.length && !atEnd) return null;
        cells.push(text.slice(at, end));
        at = end;
      }
      if (text[at] === this.#delimiter) {
        at++;
        continue;
      }
      const end = at >= text.length ? text.length : afterLineEnd(text, at, atEnd);
      if (end === null) return null;
      // A file may end within a quoted cell, whose last line end then ends the file as well.
      const isOpen = fault?.kind === 'unclosed' && lines > 1 && /[\r\n]$/.test(cells.at(-1)!);
      const record = { line: this.#line, lines: isOpen ? lines - 1 : lines, cells };
      return { record: fault === undefined ? record : { ...record, fault }, end };
    }
  }

  /** A cell that begins with a quote at `open`. `end`: after it. null: it does not end in the text. */
  #quoted(
    text: string,
    open: number,
    atEnd: boolean,
  ): { readonly value: string; readonly end: number; readonly kind: 'unclosed' | 'undoubled' | null } | null {
    const quote = this.#quote!;
    let isUndoubled = false;
    let hasDoubled = false;
    for (let from = open + 1; ; ) {
      const close = text.indexOf(quote, from);
      if (close < 0 || (close + 1 === text.length && !atEnd)) {
        if (!atEnd) return null;
        return { value: text.slice(open + 1), end: text.length, kind: 'unclosed' };
      }
      if (text[close + 1] === quote) {
        if (close + 2 === text.length && !atEnd) return null;
        hasDoubled = true;
        from = close + 2;
        continue;
      }
      let end = close + 1;
      // Blanks between the quote and the delimiter are written by some exports.
      while (text[end] === ' ') end++;
      if (end >= text.length && !atEnd) return null;
      if (end >= text.length || text[end] === this.#delimiter || isLineEnd(text, end)) {
        const value = text.slice(open + 1, close);
        const plain = hasDoubled ? value.replaceAll(quote + quote, quote) : value;
        return { value: plain, end, kind: isUndoubled ? 'undoubled' : null };
      }
      isUndoubled = true;
      from = close + 1;
    }
  }

  #cellEnd(text: string, at: number): number {
    if (this.#nextDelimiter < at) this.#nextDelimiter = position(text, this.#delimiter, at);
    return Math.min(this.#nextDelimiter, this.#lineEnd(text, at), text.length);
  }

  #lineEnd(text: string, at: number): number {
    if (this.#nextLineFeed < at) this.#nextLineFeed = position(text, '\n', at);
    if (this.#nextReturn < at) this.#nextReturn = position(text, '\r', at);
    return Math.min(this.#nextLineFeed, this.#nextReturn);
  }

  /** The record at hand is endless: from here on its text is dropped. */
  #begin(): void {
    const text = this.#rest;
    const line = this.#line;
    const { column, lines, inQuotes } = this.#lastCell(text);
    const fault: QuoteFault = { kind: 'endless', line: line + lines, column };
    const dropped = text.slice(0, this.#uncut(text));
    this.#leftOut = {
      record: { line, lines: 1, cells: [text.slice(0, 200)], fault },
      lines: countLineEnds(dropped, 0, dropped.length),
      inQuotes,
    };
    this.#line += this.#leftOut.lines;
    this.#rest = text.slice(dropped.length);
  }

  /** The text without a last character that may be the first of two: a quote, or a CR. */
  #uncut(text: string): number {
    return text.length - (/[\r]$/.test(text) || (this.#quote !== null && text.endsWith(this.#quote)) ? 1 : 0);
  }

  /** The cell that the text ends in: its position, the line ends before it, and whether it is in quotes. */
  #lastCell(text: string): { column: number; lines: number; inQuotes: boolean } {
    this.#nextDelimiter = this.#nextLineFeed = this.#nextReturn = -1;
    let column = 0;
    for (let at = 0; ; column++) {
      const isQuoted = this.#quote !== null && text[at] === this.#quote;
      const cell = isQuoted ? this.#quoted(text, at, false) : null;
      const end = cell?.end ?? (isQuoted ? text.length : this.#cellEnd(text, at));
      if (end >= text.length) return { column, lines: countLineEnds(text, 0, at), inQuotes: isQuoted };
      at = end + 1;
    }
  }

  /** Drops text up to the end of the endless record. Returns the position after it. */
  #leaveOut(text: string, from: number, atEnd: boolean, records: DelimitedRecord[]): number {
    const left = this.#leftOut!;
    let at = from;
    if (left.inQuotes) {
      const close = this.#closing(text, at, atEnd);
      if (close === null) {
        const end = atEnd ? text.length : Math.max(at, this.#uncut(text));
        this.#drop(text, at, end);
        return end;
      }
      this.#drop(text, at, close);
      left.inQuotes = false;
      at = close;
    }
    const end = this.#lineEnd(text, at);
    const next = end >= text.length ? null : afterLineEnd(text, end, atEnd);
    if (next === null) return atEnd ? text.length : Math.min(end, text.length);
    this.#leftOut = null;
    this.#line++;
    records.push({ ...left.record, lines: left.lines + 1 });
    return next;
  }

  #drop(text: string, from: number, to: number): void {
    const lines = countLineEnds(text, from, to);
    this.#leftOut!.lines += lines;
    this.#line += lines;
  }

  /** After the quote that closes; null: there is none yet. */
  #closing(text: string, from: number, atEnd: boolean): number | null {
    for (let at = text.indexOf(this.#quote!, from); at >= 0; at = text.indexOf(this.#quote!, at)) {
      if (at + 1 === text.length && !atEnd) return null;
      if (text[at + 1] === this.#quote) at += 2;
      else if (at + 1 >= text.length || text[at + 1] === this.#delimiter || isLineEnd(text, at + 1))
        return at + 1;
      else at += 1;
    }
    return null;
  }
}

/** The fault of a record that has ended, and is too long. */
function endless(record: DelimitedRecord): DelimitedRecord {
  const { line, cells } = record;
  const lengths = cells.map((cell) => cell.length);
  const column = lengths.indexOf(Math.max(...lengths));
  return { ...record, cells: [cells[0]!.slice(0, 200)], fault: { kind: 'endless', line, column } };
}

function position(text: string, wanted: string, from: number): number {
  const found = text.indexOf(wanted, from);
  return found < 0 ? Number.POSITIVE_INFINITY : found;
}

function isLineEnd(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === LF || unit === CR;
}

/** After the line end at `at`. null: a CR at the end of the text may be the first half of one. */
function afterLineEnd(text: string, at: number, atEnd: boolean): number | null {
  if (text.charCodeAt(at) !== CR) return at + 1;
  if (at + 1 === text.length && !atEnd) return null;
  return text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
}

function countLineEnds(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit === LF || (unit === CR && text.charCodeAt(at + 1) !== LF)) count++;
  }
  return count;
}
