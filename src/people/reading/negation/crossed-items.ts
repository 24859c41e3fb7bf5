/**
 * Items marked with a cross: "GDPR ✓ HIPAA ✗", "❌ web search ✅ translation". The mark stands on one side in
 * all of a line.
 */
import type { ReadText } from '../words/read-text.ts';

const cross = /[✗✘❌✖☒]/u;
const marks = /[✓✔✅☑✗✘❌✖☒]\uFE0F?/gu;
/** The end of an item in such a line, besides a mark. */
const itemEnd = /[,;|•\n:]/;

/** Words of a crossed item get `negatorOf`. Linear in the text. */
export function denyCrossed({ text, words }: ReadText, negatorOf: (number | undefined)[]): void {
  if (!cross.test(text)) return;
  let at = 0;
  for (const [from, to] of crossed(text)) {
    while (at < words.length && words[at]!.start < from) at++;
    for (let word = at; word < words.length && words[word]!.start < to; word++) negatorOf[word] ??= word;
  }
}

/** The UTF-16 ranges [from, to) of crossed items, in order. */
function* crossed(text: string): Generator<readonly [number, number]> {
  let start = 0;
  for (const line of text.split('\n')) {
    const found = [...line.matchAll(marks)];
    const isBefore = found.length > 0 && !/[\p{L}\d]/u.test(line.slice(0, found[0]!.index));
    for (const [position, { index, 0: mark }] of found.entries()) {
      if (!cross.test(mark)) continue;
      const near = found[position + (isBefore ? 1 : -1)]?.index;
      if (isBefore) yield [start + index, start + (near ?? line.length)];
      else yield [start + itemStart(line, near ?? 0, index), start + index];
    }
    start += line.length + 1;
  }
}

function itemStart(line: string, from: number, to: number): number {
  for (let at = to - 1; at > from; at--) if (itemEnd.test(line[at]!)) return at;
  return from;
}
