/** The words around a candidate as features: what a tagger would read beside the evidence of the rules. */
import type { Candidate } from '../../../src/people/reading/decision/candidate.ts';
import type { Word } from '../../../src/people/reading/words/read-text.ts';

/** Words on each side. */
const REACH = 8;

/**
 * `field`: as the decision names it. Each word before and after, the nearest ones and the marks beside the
 * candidate once more, for the field and for all fields.
 */
export function contextWords(
  words: readonly Pick<Word, 'form' | 'gap'>[],
  { first, last }: Pick<Candidate['finding'], 'first' | 'last'>,
  field: string,
): Set<string> {
  const formOf = (at: number) => words[at]!.form.replace(/\d+/g, '#');
  const found: string[] = [
    `mark before ${markOf(words[first]?.gap)}`,
    `mark after ${markOf(words[last]?.gap)}`,
  ];
  for (let at = Math.max(0, first - REACH); at < first; at++) found.push(`before ${formOf(at)}`);
  for (let at = last; at < Math.min(words.length, last + REACH); at++) found.push(`after ${formOf(at)}`);
  if (first > 0) found.push(`next before ${formOf(first - 1)}`);
  if (last < words.length) found.push(`next after ${formOf(last)}`);
  const kind = field.endsWith(' preference') ? 'preference' : 'value';
  return new Set(found.flatMap((name) => [`${kind}: ${name}`, `${field}: ${name}`]));
}

const markOf = (gap: string | undefined) => gap?.replaceAll(' ', '').slice(0, 2) ?? 'end';
