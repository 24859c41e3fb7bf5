/**
 * Chooses the two to six sentences of a match: the judge's, then evidence for the pair, strongest first, then
 * strong evidence against it. Sentences of the same words in any order count as one ("You like dogs, they
 * have a dog", "They have a dog, you like dogs"), and their points are added.
 */
import type { ExplainedTerm } from './explain-match.ts';

const MAX_REASONS = 6;
const MAX_AGAINST = 2;
/** Log-odds below which evidence gets no sentence, unless fewer than MIN_REASONS would remain. */
const MIN_POINTS = 0.1;
const MIN_REASONS = 2;
/** Log-odds from which evidence against is shown: it multiplies the odds by 0.6 or less. */
const STRONGLY_AGAINST = -0.5;

/** `verdict`: the judge's sentence, shown first since the judge has read both profiles. */
export function chooseReasons(
  terms: readonly ExplainedTerm[],
  verdict: string | null = null,
): readonly string[] {
  const reasons = reasonsOf(terms);
  return verdict === null ? reasons : [verdict, ...reasons].slice(0, MAX_REASONS);
}

function reasonsOf(terms: readonly ExplainedTerm[]): readonly string[] {
  const sentences = sentencesOf(terms);
  const against = sentences.filter(({ points }) => points <= STRONGLY_AGAINST).slice(0, MAX_AGAINST);
  const inFavour = sentences.filter(({ points }) => points > 0);
  const strong = inFavour.filter(({ points }) => points >= MIN_POINTS);
  const enough = Math.max(strong.length, MIN_REASONS - against.length);
  const shown = inFavour.slice(0, Math.min(enough, MAX_REASONS - against.length));
  return [
    ...shown.map(({ sentence }) => sentence),
    ...against.map(({ sentence }) => `But ${lowerFirst(sentence)}`),
  ];
}

interface Sentence {
  readonly sentence: string;
  /** Mean log-odds over the directions: evidence in both counts in full, in one half. */
  readonly points: number;
}

/** Strongest first. Points of sentences of the same words are added. */
function sentencesOf(terms: readonly ExplainedTerm[]): readonly Sentence[] {
  const totals = new Map<string, { readonly sentence: string; points: number }>();
  const oneWay = !terms.some(({ direction }) => direction !== 'seeker_to_candidate');
  for (const { reason, direction, log_odds } of terms) {
    if (reason === undefined) continue;
    const words = wordsOf(reason);
    const total = totals.get(words) ?? { sentence: reason, points: 0 };
    total.points += (direction === 'both' || oneWay ? 1 : 0.5) * log_odds;
    totals.set(words, total);
  }
  return [...totals.values()].sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
}

function wordsOf(sentence: string): string {
  return (sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ');
}

/** The sentence after "But": its first word in lower case, unless that may be a name. */
function lowerFirst(sentence: string): string {
  return /^(?:You|They|Your|Their|Both|The|Only|Different|No|Not|Far|Asks|Pays|Lacks|Looks|Levels|Revenue|Visa)\b/.test(
    sentence,
  )
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence;
}
