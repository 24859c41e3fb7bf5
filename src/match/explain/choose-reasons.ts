/**
 * The two to six sentences that are shown: the judge's where it was asked, what speaks for the pair, strongest first, then what strongly speaks
 * against it. A sentence is said once, however many terms or directions say it, the words in whatever order ("You like
 * dogs, they have a dog", "They have a dog, you like dogs"); their points count together.
 */
import type { ExplainedTerm } from './explain-match.ts';

const MOST_REASONS = 6;
const MOST_AGAINST = 2;
/** Weaker points are not worth a sentence, unless there is little else to say. */
const WORTH_SAYING = 0.1;
const FEWEST_REASONS = 2;
/** Log-odds against from which a match says so: odds at 0.6 or less of what they would be. */
const STRONGLY_AGAINST = -0.5;

/** `verdict`: the judge's own sentence; it has read all that the others tell. */
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
  /** Mean over the directions: what both say counts in full, what one says half. */
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

/** After "But": lower case where the first word is one that stands in the middle of a sentence too. */
function lowered(sentence: string): string {
  return /^(?:You|They|Your|Their|Both|The|Only|Different|No|Not|Far|Asks|Pays|Lacks|Looks|Levels|Revenue|Visa)\b/.test(
    sentence,
  )
    ? sentence.charAt(0).toLowerCase() + sentence.slice(1)
    : sentence;
}
