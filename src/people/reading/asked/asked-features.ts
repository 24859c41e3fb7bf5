/**
 * The words around a name, as features of whether the named thing is asked for or offered: "who does … here?"
 * against "we do …". The name itself is no feature, so the words of one value speak for all.
 */
import type { ReadText, Word } from '../words/read-text.ts';

type Text = Pick<ReadText, 'words' | 'sentences'>;

/** Words after it in the sentence. */
const AFTER = 9;
/** Words beside it that count once more by their distance. */
const BESIDE = 4;
/** Marks that count as words; others only part words. */
const MARKS = /[.,:;!?()\n\-•✓✗|]/gu;

/** Words [first, last) name the thing. */
export function askedFeatures({ words, sentences }: Text, first: number, last: number): Set<string> {
  const { sentence } = words[first]!;
  const [own, before] = [sentences[sentence]!, sentences[sentence - 1]];
  const lead = tokensOf(words, own.first, first);
  const marks = marksOf(words[first]!);
  const tail = tokensOf(words, last, Math.min(own.last, last + AFTER));
  const features = new Set<string>();
  for (const token of [...lead, ...marks]) features.add(`s:${token}`);
  for (const pair of pairsOf([...lead, ...marks])) features.add(`s2:${pair}`);
  for (const token of tail) features.add(`e:${token}`);
  for (const pair of pairsOf(tail)) features.add(`e2:${pair}`);
  const near = [...tokensOf(words, Math.max(0, first - BESIDE), first), ...marks].reverse();
  for (const [at, token] of near.slice(0, BESIDE).entries()) features.add(`b${at}:${token}`);
  for (const [at, token] of tail.slice(0, BESIDE).entries()) features.add(`a${at}:${token}`);
  if (before !== undefined)
    for (const token of tokensOf(words, before.first, before.last)) features.add(`p:${token}`);
  else features.add('first');
  if (own.tail.includes('?')) features.add('?');
  return features;
}

function tokensOf(words: readonly Word[], from: number, to: number): string[] {
  const tokens: string[] = [];
  for (let at = from; at < to; at++) {
    if (at > from) tokens.push(...marksOf(words[at]!));
    tokens.push(words[at]!.form.replace(/\d+/g, '#'));
  }
  return tokens;
}

const marksOf = ({ gap }: Word): readonly string[] => (gap === ' ' ? [] : (gap.match(MARKS) ?? []));

const pairsOf = (tokens: readonly string[]): string[] =>
  tokens.slice(1).map((token, at) => `${tokens[at]} ${token}`);
