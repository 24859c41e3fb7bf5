/**
 * Chooses the two to six sentences of a match: the judge's, then evidence for the pair, strongest first, then
 * strong evidence against it. Sentences of the same words in any order count as one ("You like dogs, they
 * have a dog", "They have a dog, you like dogs"), and their points are added.
 */
import type { ExplainedTerm } from './explain-match.ts';

const MOST_REASONS = 6;
const MOST_AGAINST = 2;
/** Log-odds below which evidence gets no sentence, unless fewer than FEWEST_REASONS would remain. */
const WORTH_SAYING = 0.1;
const FEWEST_REASONS = 2;
/** Log-odds from which evidence against is shown: it multiplies the odds by 0.6 or less. */
const STRONGLY_AGAINST = -0.5;

/** `verdict`: the judge's sentence, shown first since the judge has read both profiles. */
export function chooseReasons(
  terms: readonly ExplainedTerm[],
  verdict: string | null = null,
): readonly string[] {
  const told = reasonsOf(terms);
  return verdict === null ? told : [verdict, ...told].slice(0, MOST_REASONS);
}

function reasonsOf(terms: readonly ExplainedTerm[]): readonly string[] {
  const said = inTotal(terms);
  const against = said.filter(({ points }) => points <= STRONGLY_AGAINST).slice(0, MOST_AGAINST);
  const praise = said.filter(({ points }) => points > 0);
  const strong = praise.filter(({ points }) => points >= WORTH_SAYING);
  const enough = Math.max(strong.length, FEWEST_REASONS - against.length);
  const shown = praise.slice(0, Math.min(enough, MOST_REASONS - against.length));
  return [
    ...shown.map(({ sentence }) => sentence),
    ...against.map(({ sentence }) => `But ${lowered(sentence)}`),
  ];
}

interface Said {
  readonly sentence: string;
  /** Mean log-odds over the directions: evidence in both counts in full, in one half. */
  readonly points: number;
}

function inTotal(terms: readonly ExplainedTerm[]): readonly Said[] {
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

/** The sentence behind "But": its first word in lower case, unless that may be a name. */
function lowered(sentence: string): string {
  return /^(?:You|They|Your|Their|Both|The|Only|Different|No|Not|Far|Asks|Pays|Lacks|Looks|Levels|Revenue|Visa)\b/.test(
    sentence,
  )
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence;
}
