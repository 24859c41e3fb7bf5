/** Phrases before the name of a place, by what they say of it, and words after it. */
import type { PlaceRule } from '../../../domains/extraction-rules.ts';
import type { LanguageRules } from '../../../domains/language-rules.ts';
import { type PlaceCues as PhrasesByCue, sharedWords } from '../../../domains/shared-words.ts';
import type { PhraseGroup, TextMatcher } from '../phrases/phrase-group.ts';

export type PlaceCue = keyof PhrasesByCue;

export const cueConfidence: Readonly<Record<PlaceCue, number>> = {
  home: 0.97,
  in: 0.85,
  work: 0.84,
  from: 0.7,
  visit: 0.6,
  not: 0,
  past: 0.3,
  born: 0.5,
};

export interface PlaceCues {
  readonly cues: TextMatcher<PlaceCue>;
  /** Words right after a name, by which it is a place; null: none. */
  readonly followers: TextMatcher<true> | null;
}

/** `own`: the cues of another language, in place of the English ones. */
export function compilePlaceCues(
  rule: PlaceRule,
  group: PhraseGroup,
  own: LanguageRules['place_cues'] = sharedWords('en').place_cues,
): PlaceCues {
  const cues = group.member<PlaceCue>();
  for (const [cue, phrases] of Object.entries(own ?? {}) as [PlaceCue, readonly string[] | undefined][])
    for (const phrase of phrases ?? []) cues.add(phrase, cue);
  for (const phrase of rule.cues ?? []) cues.add(phrase, 'home');
  for (const phrase of rule.not_cues ?? []) cues.add(phrase, 'not');
  const followers = rule.after_cues === undefined ? null : group.member<true>();
  for (const phrase of rule.after_cues ?? []) followers?.add(phrase, true);
  return { cues, followers };
}
