/**
 * Parses JSON from outside without rounding a number: one that a float does not keep becomes a
 * `WrittenNumber`.
 *
 * JSON.parse hands the text of a number to a reviver, but with a reviver it takes five times as long. The
 * text is therefore scanned first for numbers of 16 characters, or with an exponent of three digits. A float
 * keeps all others. The scan reads one character of sixteen. It may take digits within a text for such a
 * number, which costs time alone.
 */
import { keepsDigits, WrittenNumber } from './written-number.ts';

/** Throws SyntaxError as JSON.parse does. */
export function parseJson(text: string): unknown {
  return mayLoseDigits(text)
    ? JSON.parse(text, keepWritten as Parameters<typeof JSON.parse>[1])
    : JSON.parse(text);
}

function keepWritten(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && !keepsDigits(source!) ? new WrittenNumber(source!) : value;
}

/** Fifteen digits are always kept. */
const LONG = 16;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

function mayLoseDigits(text: string): boolean {
  for (let at = LONG - 1; at < text.length; at += LONG) {
    if (!isDigit(text.charCodeAt(at))) continue;
    const [from, to] = runAround(text, at);
    if (to - from >= LONG && losesDigits(text, from, to)) return true;
    while (at + LONG < to) at += LONG;
  }
  for (const { index } of text.matchAll(/\d[eE][+-]?\d{3}/g)) {
    const [from, to] = runAround(text, index);
    if (losesDigits(text, from, to)) return true;
  }
  return false;
}

function isDigit(code: number): boolean {
  return (code >= ZERO && code <= NINE) || code === POINT;
}

function runAround(text: string, at: number): readonly [from: number, to: number] {
  let from = at;
  let to = at + 1;
  while (from > 0 && isDigit(text.charCodeAt(from - 1))) from--;
  while (to < text.length && isDigit(text.charCodeAt(to))) to++;
  return [from, to];
}

const exponent = /[eE][+-]?\d+/y;
const before = /[\s:,[]/;
const after = /[\s,\]}]/;

/** Whether these digits with their exponent are a number of their own, and not kept. */
function losesDigits(text: string, from: number, to: number): boolean {
  exponent.lastIndex = to;
  const end = to + (exponent.exec(text)?.[0].length ?? 0);
  const start = text[from - 1] === '-' ? from - 1 : from;
  const isNumber =
    (start === 0 || before.test(text[start - 1]!)) && (end === text.length || after.test(text[end]!));
  return isNumber && !keepsDigits(text.slice(start, end));
}
