/**
 * Chooses the two to six sentences of a match: the judge's, then evidence for the pair, strongest first, then
 * strong evidence against it. Sentences of the same words in any order count as one, and their points are
 * added. ("You like dogs, they have a dog" and "They have a dog, you like dogs" count as one.)
 */
import type { ExplainedTerm } from './explain-terms.ts';

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
  readonly letters: number;
  /** Mean log-odds over the directions: evidence in both counts in full, in one half. */
  points: number;
}

/** Strongest first. Points of sentences of the same words are added. */
function sentencesOf(terms: readonly ExplainedTerm[]): readonly Sentence[] {
  const totals: Sentence[] = [];
  const oneWay = !terms.some(({ direction }) => direction !== 'seeker_to_candidate');
  for (const { reason, direction, log_odds } of terms) {
    if (reason === undefined) continue;
    const points = (direction === 'both' || oneWay ? 1 : 0.5) * log_odds;
    const letters = sumOfLetters(reason);
    const known = totals.find((total) => total.letters === letters && haveSameWords(total.sentence, reason));
    if (known === undefined) totals.push({ sentence: reason, letters, points });
    else known.points += points;
  }
  return totals.sort((a, b) => Math.abs(b.points) - Math.abs(a.points));
}

/**
 * Equal for sentences of the same words, whatever their order. Sorting the words of each sentence would take
 * ten times as long.
 */
function sumOfLetters(sentence: string): number {
  const text = sentence.toLowerCase();
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= FIRST_LETTER && code <= LAST_LETTER) sum += code * code;
  }
  return sum;
}

const [FIRST_LETTER, LAST_LETTER] = ['a', 'z'].map((letter) => letter.charCodeAt(0)) as [number, number];

const haveSameWords = (a: string, b: string): boolean => a === b || wordsOf(a) === wordsOf(b);

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
