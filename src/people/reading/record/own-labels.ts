/** Keeps those labelled lines of prose that are about the profile itself. Leaves of records stay. */
import { type Pair, type Path, writtenPath } from '../document/blocks.ts';
import { type TextDocument, wordsAt } from '../document.ts';
import { keyWords } from './key-words.ts';
import { standards } from './standards.ts';

/**
 * Left out are lines in the words of a wish or about somebody else, lines under the head of others
 * ("Customers"), and a label that stands under several heads: it tells of as many things.
 */
export function withOwnLabels(pairs: readonly Pair[], document: TextDocument): readonly Pair[] {
  const headsOf = new Map<string, Set<string>>();
  for (const { path, isLabel } of pairs) {
    if (isLabel !== true) continue;
    const label = labelOf(path);
    headsOf.set(label, (headsOf.get(label) ?? new Set()).add(writtenPath(path.slice(0, -1))));
  }
  return pairs.filter(({ path, start, end, isLabel }) => {
    if (isLabel !== true) return true;
    const isRepeated = path.length > 1 && headsOf.get(labelOf(path))!.size > 1;
    return !isRepeated && !isUnder(path, standards().others) && isOwn(document, [start, end]);
  });
}

/** Whether a head above the label is one of the words. */
export const isUnder = (path: Path, heads: ReadonlySet<string>): boolean =>
  path.slice(0, -1).some((step) => typeof step === 'string' && heads.has(keyWords(step)));

const labelOf = (path: Path) => keyWords(String(path.at(-1)));

function isOwn(document: TextDocument, span: readonly [number, number]): boolean {
  const [first, last] = wordsAt(document, span);
  return document.scopes.slice(first, last).every((scope) => scope === 'self');
}
