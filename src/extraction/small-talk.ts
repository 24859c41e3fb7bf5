/**
 * Whether a text is only a question to the service or small talk ("how do I delete my account?"). It says "I" and "my"
 * as a profile does, but states nothing that a field could take, but for a place.
 */
import type { Candidate } from './decision/candidate.ts';
import { THRESHOLD } from './decision/decide.ts';
import type { TextDocument } from './document.ts';

/** A longer text tells something, even where no rule reads it. */
const MAX_WORDS = 40;
const asks =
  /\?|\b(?:can|could|would|will) (?:you|u|some(?:one|body)|any(?:one|body))\b|\bhow (?:do|can|could) i\b|\bplease (?:tell|answer|advise|explain)\b|\bdoes any(?:one|body)\b/i;

export function isSmallTalk({ text, words }: TextDocument, candidates: readonly Candidate[]): boolean {
  if (words.length > MAX_WORDS || !asks.test(text)) return false;
  return !candidates.some(({ kind, field, probability }) =>
    kind === 'preference'
      ? probability >= THRESHOLD
      : field.kind === 'hard' && field.format !== 'geo' && probability >= THRESHOLD,
  );
}
