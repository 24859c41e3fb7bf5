/** Whether the name of a place stands at an age or a gender: "48 male Perth", "29F, Berlin". */
import type { TextDocument } from '../document.ts';
import { numberAt } from '../numbers/read-number.ts';

const ageOrGenderWords = new Set(
  'f m w nb woman man male female guy girl gal lady dude yo old enby nonbinary mom dad single 4m 4f him her them straight gay bi lesbian y s'.split(
    ' ',
  ),
);

/** Directly after an age or a gender: "48 male Perth", "32M nyc", "27 m4f nyc". */
export function followsAgeOrGender(document: TextDocument, at: number): boolean {
  const before = document.words[at - 1];
  if (before === undefined || before.sentence !== document.words[at]!.sentence) return false;
  const { gap } = document.words[at]!;
  if (gap !== ' ' && !/^[\s,|/·-]+$/.test(gap)) return false;
  return (
    ageOrGenderWords.has(before.form) || (numberAt(document, at - 1) !== null && /^\d\d$/.test(before.word))
  );
}

/** Within ten words of an age or a gender. */
export function nearAgeOrGender(document: TextDocument, at: number): boolean {
  for (let other = Math.max(0, at - 10); other < Math.min(document.words.length, at + 10); other++) {
    const { form, word } = document.words[other]!;
    if (ageOrGenderWords.has(form) || (word.length === 2 && /^[1-9]\d$/.test(word))) return true;
  }
  return false;
}
