/**
 * Exceptions of a phrases or boolean rule. An exception without a mark ("machine learning engineer") gives no
 * value, and no shorter phrase may use its words. An exception with a mark is a context: no phrase of the
 * rule counts right after "my last {}", or right before "{} wine".
 */
import { NAME_MARK } from '../../../domains/extraction-rules.ts';
import type { TextDocument } from '../document.ts';
import { memberOf, type PhraseGroup, type TextMatcher } from '../phrases/phrase-group.ts';

/** Words [first, last). */
interface Matched {
  readonly first: number;
  readonly last: number;
}

export interface CompiledExceptions {
  readonly phrases: readonly string[];
  readonly before: TextMatcher<true> | null;
  readonly after: TextMatcher<true> | null;
}

/** `excluding`: the group of cues that no spelling is corrected to. */
export function compileExceptions(
  exceptions: readonly string[] = [],
  excluding: PhraseGroup,
): CompiledExceptions {
  const contexts = exceptions.filter((phrase) => phrase.includes(NAME_MARK));
  const withoutMark = (marked: readonly string[]) =>
    marked.length === 0 ? undefined : marked.map((phrase) => phrase.replace(NAME_MARK, '').trim());
  return {
    phrases: exceptions.filter((phrase) => !phrase.includes(NAME_MARK)),
    before: memberOf(withoutMark(contexts.filter((phrase) => phrase.endsWith(NAME_MARK))), excluding),
    after: memberOf(withoutMark(contexts.filter((phrase) => phrase.startsWith(NAME_MARK))), excluding),
  };
}

/** The matches without a context beside them, in their own clause. */
export function outsideContexts<Match extends Matched>(
  document: TextDocument,
  { before, after }: CompiledExceptions,
  matches: readonly Match[],
): readonly Match[] {
  const ends = new Set(before?.matches(document).map(({ last }) => last));
  const starts = new Set(after?.matches(document).map(({ first }) => first));
  if (ends.size === 0 && starts.size === 0) return matches;
  const clauseOf = (at: number) => document.words[at]?.clause;
  return matches.filter(
    ({ first, last }) =>
      !(ends.has(first) && clauseOf(first) === clauseOf(first - 1)) &&
      !(starts.has(last) && clauseOf(last) === clauseOf(last - 1)),
  );
}
