/**
 * Decides whether a text is no profile, since it states nothing that a field could take, but for a place. It
 * may be a short question to the service ("how do I delete my account?"), or a text whose side no phrase
 * tells. Where the domain says so, any text may be one.
 */
import type { Candidate } from './decision/candidate.ts';
import { THRESHOLD } from './decision/decide.ts';
import type { TextDocument } from './document.ts';
import type { SideDecision } from './side/decide-side.ts';

/** A longer text tells something, even where no rule reads it. */
const MAX_WORDS = 40;
const asking = [
  /\?/,
  /\b(?:can|could|would|will) (?:you|u|some(?:one|body)|any(?:one|body))\b/i,
  /\bhow (?:do|can|could) i\b/i,
  /\bplease (?:tell|answer|advise|explain)\b/i,
  /\bdoes any(?:one|body)\b/i,
];

export function statesNothing(
  { text, words }: TextDocument,
  candidates: readonly Candidate[],
  side: SideDecision | null,
  needsValue: boolean,
): boolean {
  const isVague = needsValue || (side !== null && side.finding === undefined);
  if (!isVague && (words.length > MAX_WORDS || !asking.some((words) => words.test(text)))) return false;
  return !candidates.some(({ kind, field, probability }) =>
    kind === 'preference'
      ? probability >= THRESHOLD
      : field.kind === 'hard' && field.format !== 'geo' && probability >= THRESHOLD,
  );
}
