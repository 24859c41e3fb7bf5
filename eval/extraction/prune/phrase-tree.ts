/** A phrase as it is written, in groups and their alternatives, so that alternatives can be left out. */

interface PhraseGroup {
  open: '(' | '[';
  alternatives: PhraseTree[];
}
export type PhraseTree = (string | PhraseGroup)[];

/** Brackets that touch a word belong to it. */
const piece =
  /(?:[^\s()[\]|]+(?:\([^()[\]]*\)|\[[^()[\]]*\])|(?:\([^()[\]]*\)|\[[^()[\]]*\])(?=[^\s()[\]|]))[^\s()[\]|]*(?:(?:\([^()[\]]*\)|\[[^()[\]]*\])[^\s()[\]|]*)*|[()[\]|]|[^\s()[\]|]+/g;

export function treeOf(phrase: string): PhraseTree {
  const pieces = phrase.match(piece) ?? [];
  let at = 0;
  const alternatives = (closing: string | null): PhraseTree[] => {
    const found: PhraseTree[] = [[]];
    for (;;) {
      const next = pieces[at++];
      if (next === undefined || next === closing) return found;
      if (next === '|') found.push([]);
      else if (next === '(' || next === '[')
        found.at(-1)!.push({ open: next, alternatives: alternatives(next === '(' ? ')' : ']') });
      else found.at(-1)!.push(next);
    }
  };
  const [tree, ...others] = alternatives(null);
  return others.length === 0 ? tree! : [{ open: '(', alternatives: [tree!, ...others] }];
}

export function writtenAs(tree: PhraseTree): string {
  return tree
    .map((part) => {
      if (typeof part === 'string') return part;
      const inner = part.alternatives.map(writtenAs);
      if (part.open === '[') return `[${inner.join('|')}]`;
      return inner.length === 1 ? inner[0]! : `(${inner.join('|')})`;
    })
    .filter((text) => text !== '')
    .join(' ');
}

/**
 * For each alternative of each group, in one order: the phrase with this alternative alone in its group, and
 * without the choice to leave it out.
 */
export function variantsOf(phrase: string): string[] {
  const tree = treeOf(phrase);
  return groupsIn(tree).flatMap((group) => {
    const { open, alternatives } = group;
    const variants = alternatives.map((alternative) => {
      Object.assign(group, { open: '(', alternatives: [alternative] });
      return writtenAs(tree);
    });
    Object.assign(group, { open, alternatives });
    return variants;
  });
}

/** The phrase without the alternatives for which `keeps` (by the order of `variantsOf`) is false. */
export function withoutAlternatives(phrase: string, keeps: readonly boolean[]): string {
  const tree = treeOf(phrase);
  let at = 0;
  const kept = new Map(
    groupsIn(tree).map((group) => [group, group.alternatives.filter(() => keeps[at++])] as const),
  );
  const cut = (tree: PhraseTree): PhraseTree =>
    tree.flatMap((part): PhraseTree => {
      if (typeof part === 'string') return [part];
      const left = kept.get(part)!;
      if (left.length === 0) return part.open === '[' ? [] : [part];
      return [{ open: part.open, alternatives: left.map(cut) }];
    });
  return writtenAs(cut(tree));
}

function groupsIn(tree: PhraseTree): PhraseGroup[] {
  return tree
    .filter((part) => typeof part !== 'string')
    .flatMap((group) => [group, ...group.alternatives.flatMap(groupsIn)]);
}
