/** Code inside of prose: fences, and JSON objects with a key. It is no statement of the author. */
import type { Range } from './blocks.ts';
import { Canvas } from './canvas.ts';

/** UTF-16 units of a block that are looked at. */
const MAX_BLOCK = 4096;
const MIN_PROSE = 12;

export function withoutEmbeddedCode(text: string): string {
  const ranges = embeddedCode(text);
  if (ranges.length === 0) return text;
  const canvas = new Canvas(text, 'text');
  for (const [start, end] of ranges) canvas.blank(start, end);
  return canvas.toString();
}

/** Linear in the text; empty where the text is nothing but such a block. */
function embeddedCode(text: string): readonly Range[] {
  if (!/[{`[]/.test(text)) return [];
  const found: Range[] = [];
  for (const { index, 0: fence } of text.matchAll(/```[^`]*(?:```|$)/g))
    found.push([index, index + fence.length]);
  let open = -1;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x7b) {
      if (depth === 0) open = at;
      depth++;
    } else if (unit === 0x7d && depth > 0) {
      depth--;
      if (depth === 0 && isJsonLike(text.slice(open, Math.min(at + 1, open + MAX_BLOCK))))
        found.push([open, at + 1]);
    }
  }
  if (depth > 0 && isJsonLike(text.slice(open, open + MAX_BLOCK))) found.push([open, text.length]);
  const kept = joined(found.sort((a, b) => a[0] - b[0]));
  const inside = kept.reduce((sum, [from, to]) => sum + to - from, 0);
  return text.trim().length - inside < MIN_PROSE ? [] : kept;
}

/** Ranges without overlaps: an object inside a fence is a part of it. `ranges`: in order of their starts. */
function joined(ranges: readonly Range[]): Range[] {
  const kept: Range[] = [];
  for (const [from, to] of ranges) {
    const last = kept.at(-1);
    if (last === undefined || last[1] <= from) kept.push([from, to]);
    else if (to > last[1]) kept[kept.length - 1] = [last[0], to];
  }
  return kept;
}

const isJsonLike = (block: string) => /["']\s{0,4}:|[{,]\s{0,4}\w{1,40}\s{0,4}:/.test(block);
