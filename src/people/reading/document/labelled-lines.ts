/**
 * Lines of prose that state a field as a record does: "HQ: United States", and a heading with one short line
 * below it ("## Office locations", "Seattle, USA").
 */
import type { Block, Pair, Path } from './blocks.ts';

/** A form has several such lines. */
const FEWEST_LINES = 3;
const MOST_LINES = 200;
const LONGEST_VALUE = 200;
const LONGEST_BELOW_HEADING = 80;
/** The flag `m` would take \r and \u2028, too, for the beginning of a line. */
const line =
  /(?<=^|\n)[^\S\n]*(?:[-*•·–▪●][^\S\n]+)?(\p{Lu}[\p{L}\d /()&'’-]{1,30}):[^\S\n]*(\S[^\n]*)?(?=\n|$)/gu;

export function labelledLines(readable: string, blocks: readonly Block[]): readonly Pair[] {
  // The first level is the title.
  const headings = blocks.filter(({ kind, level = 1 }) => kind === 'heading' && level > 1);
  const title = blocks.find(({ kind, level = 1 }) => kind === 'heading' && level === 1)?.path;
  const lines: Pair[] = [];
  let head: { readonly name: string; readonly end: number } | null = null;
  for (const { index, 0: whole, 1: name, 2: value } of readable.matchAll(line)) {
    if (lines.length >= MOST_LINES) break;
    if (head !== null && /\n\s*\n/.test(readable.slice(head.end, index))) head = null;
    const end = index + whole.trimEnd().length;
    if (value === undefined) {
      head = { name: name!, end };
      continue;
    }
    if (value.length > LONGEST_VALUE) {
      head = null;
      continue;
    }
    const within = chainOf(headings.findLast(({ start }) => start < index)?.path, title);
    const path: Path = [...within, ...(head === null ? [] : [head.name]), name!];
    lines.push({ path, start: end - value.trimEnd().length, end, value: value.trim(), isLabel: true });
    if (head !== null) head = { ...head, end };
  }
  return [...(lines.length < FEWEST_LINES ? [] : lines), ...belowHeadings(readable, headings, title)];
}

/** Headings from the outside to the inside, without the title. */
function chainOf(path: string | undefined, title: string | undefined): readonly string[] {
  const [first, ...inner] = path?.split(' › ') ?? [];
  return first === undefined || first === title ? inner : [first, ...inner];
}

function belowHeadings(
  readable: string,
  headings: readonly Block[],
  title: string | undefined,
): readonly Pair[] {
  return headings.flatMap(({ path, end }, at) => {
    const next = headings[at + 1]?.start ?? readable.length;
    const below = readable.slice(end, Math.min(next, end + 2 * LONGEST_BELOW_HEADING));
    const value = below.trim();
    const isShort = value !== '' && value.length <= LONGEST_BELOW_HEADING && !value.includes('\n');
    if (!isShort || next - end > below.length) return [];
    const start = end + below.indexOf(value);
    return [{ path: chainOf(path, title), start, end: start + value.length, value, isLabel: true }];
  });
}
