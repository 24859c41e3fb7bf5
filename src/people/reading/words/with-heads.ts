/**
 * Writes the head of its column before each cell of a table, so that "| Ask |" above "| $8M |" is read as
 * "Ask: $8M". The words of a head are given the place of the cell, so spans hold for the text as given.
 */
import { type WordAt, wordsIn } from '../../../domains/phrase-pattern.ts';
import type { HeadedCell } from '../document/blocks.ts';

/** A word; `gap`: a replacement for the text between it and the word before. */
export interface RawWord extends WordAt {
  readonly gap?: string;
}

const MAX_HEAD_WORDS = 4;

/** `cells`: in the order of the text. Linear, since a head counts at most four words. */
export function withHeads(words: readonly WordAt[], cells: readonly HeadedCell[]): readonly RawWord[] {
  if (cells.length === 0) return words;
  const out: RawWord[] = [];
  let at = 0;
  for (const { cell, head } of cells) {
    while (at < words.length && words[at]!.start < cell[0]) out.push(words[at++]!);
    const first = words[at];
    if (first === undefined || first.start >= cell[1]) continue;
    const place = { start: first.start, end: first.start };
    const labels = head === null ? [] : wordsIn(head).slice(0, MAX_HEAD_WORDS);
    for (const [step, { word }] of labels.entries())
      out.push({ word, ...place, gap: step === 0 ? '\n' : ' ' });
    out.push({ ...first, gap: labels.length === 0 ? '\n' : ': ' });
    at++;
  }
  while (at < words.length) out.push(words[at++]!);
  return out;
}
