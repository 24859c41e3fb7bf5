/** The cue of a scope that counts at a word. */
import type { ReadText } from '../words/read-text.ts';
import type { Cue } from './compile-scope-cues.ts';

export interface CueMatch {
  readonly first: number;
  readonly last: number;
  readonly payload: Cue;
}

/**
 * The cue that counts at a word. A kin noun that is an attribute names no other person: "our children's
 * hospital" is about the profile itself, as "our hospital" is.
 */
export function cueAt(
  read: ReadText,
  at: number,
  byFirst: ReadonlyMap<number, CueMatch>,
): CueMatch | undefined {
  const cue = byFirst.get(at);
  if (cue?.payload !== 'other' && cue?.payload !== 'kin') return cue;
  const noun = cue.last - 1;
  const attribute = byFirst.get(noun);
  const last = attribute?.payload === 'attribute' ? attribute.last : isHyphened(read, noun) ? cue.last : null;
  if (last === null) return cue;
  return { first: at, last, payload: cue.payload === 'other' ? 'weakSelf' : 'attribute' };
}

/**
 * Whether a hyphen makes the noun an attribute: "family-run", "ex-Google", but not "mother-in-law",
 * "ex-wife".
 */
function isHyphened({ words }: ReadText, noun: number): boolean {
  const next = words[noun + 1];
  if (next === undefined || !/^[-‑]$/.test(next.gap) || next.form === 'in') return false;
  return words[noun]!.form !== 'ex' || next.capital;
}

export function longestByFirst(matches: readonly CueMatch[]): ReadonlyMap<number, CueMatch> {
  const byFirst = new Map<number, CueMatch>();
  for (const match of matches) {
    const known = byFirst.get(match.first);
    if (known === undefined || match.last > known.last) byFirst.set(match.first, match);
  }
  return byFirst;
}
