/** The score of a candidate as steps of log-odds, from 0 (a probability of one half) to their sum. */
import type { MatchResult } from '../../api/queries.ts';

export type Candidate = MatchResult['matches'][number];
export type Direction = 'seeker_to_candidate' | 'candidate_to_seeker';

export interface Step {
  readonly name: string;
  readonly reason?: string | undefined;
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

export interface Waterfall {
  readonly steps: readonly Step[];
  readonly sum: number;
  readonly probability: number;
  /** The least and the largest log-odds of any step. */
  readonly extent: readonly [number, number];
}

/** A difference below this is rounding. */
const UNLISTED = 0.005;
const INTERCEPT = 'intercept';
const OTHER = 'other';

export function waterfallOf(candidate: Candidate, direction: Direction): Waterfall {
  const probability = candidate.mutual?.[direction] ?? candidate.score;
  const own = (candidate.terms ?? []).filter(
    (term) => term.direction === direction || term.direction === 'both',
  );
  const ordered = [
    ...own.filter(({ name }) => name === INTERCEPT),
    ...own.filter(({ name }) => name !== INTERCEPT),
  ].map(({ name, reason, log_odds: value }) => ({ name, reason, value }));
  const listed = ordered.reduce((sum, { value }) => sum + value, 0);
  const sum = logOdds(probability);
  const missing = sum - listed;
  if (Math.abs(missing) > UNLISTED) ordered.push({ name: OTHER, reason: undefined, value: missing });
  let at = 0;
  const steps = ordered.map((term) => {
    const from = at;
    at += term.value;
    return { ...term, from, to: at };
  });
  const points = [0, ...steps.map(({ to }) => to)];
  return { steps, sum: at, probability, extent: [Math.min(...points), Math.max(...points)] };
}

/** Finite also for probabilities of 0 and 1. */
function logOdds(probability: number): number {
  const bounded = Math.min(1 - 1e-9, Math.max(1e-9, probability));
  return Math.log(bounded / (1 - bounded));
}

/** The terms with a sentence that speak against a pair, strongest first. The others are in the waterfall. */
export function termsAgainst(
  { terms = [] }: Candidate,
  least = 0.05,
): readonly { name: string; reason?: string | undefined }[] {
  const seen = new Set<string>();
  return terms.filter(({ name, reason, log_odds }) => {
    if (log_odds > -least || reason === undefined || seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

/** The reasons without those against the pair, which the service begins with «But». */
export function reasonsFor({ reasons, terms = [] }: Candidate): readonly string[] | undefined {
  const against = new Set(
    terms.flatMap(({ reason, log_odds }) => (reason && log_odds < 0 ? [`but ${reason}`.toLowerCase()] : [])),
  );
  return reasons?.filter((reason) => !against.has(reason.toLowerCase()));
}
