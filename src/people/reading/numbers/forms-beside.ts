/** The words beside a number, as texts that phrases are compared with. */
import type { ReadText } from '../words/read-text.ts';

const moneySign = /^[$€£¥₹]$/;

/** Up to `count` word forms before `at` in its sentence, joined by spaces, without money signs. */
export function formsBefore({ words }: ReadText, at: number, count: number): string {
  const sentence = words[at]?.sentence;
  const forms: string[] = [];
  for (let position = at - 1; position >= 0 && forms.length < count; position--) {
    const word = words[position]!;
    if (word.sentence !== sentence) break;
    if (word.form.length > 1 || !moneySign.test(word.form)) forms.push(word.form);
  }
  return forms.length < 2 ? (forms[0] ?? '') : forms.reverse().join(' ');
}

/**
 * Up to `count` word forms from `at` on in the sentence of the word before it; a bracket or bar ends them.
 */
export function formsAfter({ words }: ReadText, at: number, count: number): string {
  const sentence = words[at - 1]?.sentence ?? words[at]?.sentence;
  const forms: string[] = [];
  for (let position = at; position < words.length && forms.length < count; position++) {
    const word = words[position]!;
    if (word.sentence !== sentence || (position > at && word.gap !== ' ' && /[;()|]/.test(word.gap))) break;
    forms.push(word.form);
  }
  return forms.length === 1 ? forms[0]! : forms.join(' ');
}

/** Words of the longest phrase of a set that ends before `at`; 0: none does. */
export function phraseBefore(read: ReadText, at: number, phrases: ReadonlySet<string>, longest = 2): number {
  for (let count = longest; count > 0; count--) if (phrases.has(formsBefore(read, at, count))) return count;
  return 0;
}

/** Words of the longest phrase of a set that begins at `at`; 0: none does. */
export function phraseAfter(read: ReadText, at: number, phrases: ReadonlySet<string>, longest = 2): number {
  for (let count = longest; count > 0; count--) if (phrases.has(formsAfter(read, at, count))) return count;
  return 0;
}
