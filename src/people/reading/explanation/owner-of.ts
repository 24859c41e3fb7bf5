/** The owner of a reading: the person whom its words are about. */
import type { ReadingOwner } from '../../../contract/reading-signs.ts';
import { type TextDocument, wordsAt } from '../document.ts';
import { isNegated } from '../negation/is-negated.ts';
import type { WordScope } from '../scopes/word-scope.ts';

const owners: Readonly<Record<WordScope, ReadingOwner>> = {
  self: 'writer',
  wish: 'counterpart',
  other: 'other',
  past: 'past',
  quoted: 'quoted',
};

export function ownerOf(document: TextDocument, span: readonly [number, number]): ReadingOwner {
  const [first, last] = wordsAt(document, span);
  const owner = owners[document.scopes[first] ?? 'self'];
  const isDenied = owner === 'writer' && last > first && isNegated(document, document.negations, first, last);
  return isDenied ? 'denied' : owner;
}
