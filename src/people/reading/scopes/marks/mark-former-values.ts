/**
 * Marks the value before a change as past: "answers are down from 900 ms to 600 ms", "servers moved from
 * Oregon to Frankfurt", "3 ct -> 2 ct".
 */
import type { ReadText } from '../../words/read-text.ts';

const verbs = new Set(
  'down up moved moves migrated relocated switched changed lowered raised reduced cut dropped fell rose increased decreased improved went transferred'.split(
    ' ',
  ),
);
/** Words between "from" and "to", and between the verb and "from". */
const MOST_WORDS = 4;
const arrow = /->|→|⇒|=>|➜|➡/;

/** Changes `scopes`. */
export function markFormerValues({ words }: ReadText, scopes: string[]): void {
  for (const [at, { form, gap, sentence }] of words.entries()) {
    if (form === 'from' && hasVerb(words, at)) {
      const between = words.slice(at, at + MOST_WORDS + 2).findIndex((word) => word.form === 'to');
      if (between > 0 && words[at + between]!.sentence === sentence) past(scopes, at, at + between);
    }
    if (arrow.test(gap) && /\d/.test(form)) past(scopes, formerNumber(words, at), at);
  }
}

function hasVerb(words: ReadText['words'], from: number): boolean {
  const before = words.slice(Math.max(0, from - 2), from);
  return before.some(({ form, sentence }) => verbs.has(form) && sentence === words[from]!.sentence);
}

/** The number before an arrow, which has at most two words behind it; `at` where there is none. */
function formerNumber(words: ReadText['words'], at: number): number {
  for (let former = at - 1; former >= 0 && former >= at - 3; former--)
    if (/\d/.test(words[former]!.form)) return former;
  return at;
}

function past(scopes: string[], first: number, last: number): void {
  for (let at = first; at < last; at++) if (scopes[at] === 'self') scopes[at] = 'past';
}
