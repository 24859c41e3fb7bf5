/** Tells headings from text by their size, their font and the white space above them. */
import type { Line } from './text-pieces.ts';
import { textOf } from './without-repeated-lines.ts';

const LONGEST_HEADING = 120;
/** Words of a heading that is no larger than the text. */
const MOST_WORDS = 8;
const LARGER = 1.15;
/** Distance to the line above, in heights of a letter, that sets a heading apart. */
const APART = 1.35;
const DEEPEST_LEVEL = 4;

export interface LineKinds {
  /** 1 to 4; null: text. `above`: the line before it in its column, if any. */
  levelOf(line: Line, above: Line | undefined): number | null;
}

export function fitLineKinds(lines: readonly Line[]): LineKinds {
  const bodySize = mostOf(lines, sizeOf);
  const bodyFont = mostOf(lines, (line) => line.runs[0]!.font);
  const isLarger = (line: Line) =>
    sizeOf(line) >= LARGER * bodySize && textOf(line).length <= LONGEST_HEADING && hasWord(line);
  const sizes = [...new Set(lines.filter(isLarger).map(sizeOf))].sort((a, b) => b - a);
  const lowest = Math.min(sizes.length + 1, DEEPEST_LEVEL);
  return {
    levelOf(line, above) {
      if (isLarger(line)) return Math.min(sizes.indexOf(sizeOf(line)) + 1, DEEPEST_LEVEL);
      const isApart = above === undefined || above.y - line.y >= APART * line.size || above.y < line.y;
      if (!isApart || line.runs.length > 1 || sizeOf(line) < bodySize || !isTitle(textOf(line))) return null;
      const isOther = line.runs[0]!.font !== bodyFont || !/\p{Ll}/u.test(textOf(line));
      return isOther ? lowest : null;
    },
  };
}

const hasWord = (line: Line) => /\p{L}{2}/u.test(textOf(line));

function isTitle(text: string): boolean {
  return (
    /^[\p{Lu}\d]/u.test(text) &&
    /\p{L}{3}/u.test(text) &&
    !/[.,;:!?]$|@|\d{3}|https?:/.test(text) &&
    text.split(' ').length <= MOST_WORDS
  );
}

/** To half a point. */
const sizeOf = ({ size }: Line) => Math.round(2 * size) / 2;

/** The value that most letters have. */
function mostOf<Value>(lines: readonly Line[], featureOf: (line: Line) => Value): Value {
  const letters = new Map<Value, number>();
  for (const line of lines)
    letters.set(featureOf(line), (letters.get(featureOf(line)) ?? 0) + textOf(line).length);
  return [...letters].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}
