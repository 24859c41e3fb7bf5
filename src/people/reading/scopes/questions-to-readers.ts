/** Sentences that ask after the reader's need, as ads do. */
import type { ReadText, Sentence } from '../words/read-text.ts';

/** Whether the sentence asks after the reader's need, as ads do: "Need a translator? Looking for charts?" */
export function asksReader(read: ReadText, { first, last, tail }: Sentence): boolean {
  if (!/^\s*["'”’)]*\?/.test(tail) || !asksNeed.has(read.words[first]!.form)) return false;
  return !read.words.slice(first, last).some(({ form }) => writerForms.has(form));
}

const asksNeed = new Set(
  'need needs want looking searching seeking lacking tired short hunting struggling'.split(' '),
);
const writerForms = new Set('i im ive id my me we our us anyone anybody someone somebody'.split(' '));
