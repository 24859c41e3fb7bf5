/**
 * What happened to a candidate before a moment: how often and how recently others chose it. Only choices before
 * that moment are read, so the choice that is to be predicted is never part of its own state.
 */

/** Choices in any order, N of them. */
export interface Choices {
  /** Numbers of the chosen candidates [N]. */
  readonly candidates: Uint32Array;
  /** Epoch ms [N]. */
  readonly atMs: Float64Array;
}

const DAY_MS = 86_400_000;
/** Half-lives of the two recent counts, in days. */
const HALF_LIVES = [60, 365] as const;
/** Added to recent counts before their logarithm. */
const LEAST_COUNT = 0.02;
/** Knots of the days since the last choice, each about twice the one before. */
const DAYS = [0.05, 1, 3, 7, 14, 30, 60, 120, 240, 365, 730, 1500] as const;

/** Names of the columns of a state, in their order [F]. */
export const stateNames: readonly string[] = [
  'log_choices',
  'log_moments',
  ...HALF_LIVES.map((days) => `log_recent_choices_${days}_days`),
  ...DAYS.map((days) => `last_choice_${days}_days_ago`),
];

/**
 * States of the candidates that were chosen before `nowMs`, by candidate: F = `stateNames.length` columns. The
 * days since the last choice are shares of the two nearest knots, linear in the logarithm.
 */
export function candidateStates(
  { candidates, atMs }: Choices,
  nowMs: number,
): ReadonlyMap<number, Float64Array> {
  const choices = Map.groupBy(candidates.keys(), (n) => candidates[n]!);
  const states = new Map<number, Float64Array>();
  for (const [candidate, rows] of choices) {
    const times = rows.map((n) => atMs[n]!).filter((at) => at <= nowMs);
    if (times.length > 0) states.set(candidate, stateOf(times, nowMs));
  }
  return states;
}

function stateOf(times: readonly number[], nowMs: number): Float64Array {
  const recent = HALF_LIVES.map((days) =>
    times.reduce((sum, at) => sum + 2 ** (-(nowMs - at) / (days * DAY_MS)), 0),
  );
  const state = new Float64Array(stateNames.length);
  state.set([
    Math.log(times.length),
    Math.log(new Set(times).size),
    ...recent.map((count) => Math.log(count + LEAST_COUNT)),
  ]);
  const first = 2 + HALF_LIVES.length;
  const latest = times.reduce((one, at) => Math.max(one, at), Number.NEGATIVE_INFINITY);
  const days = Math.max(DAYS[0], (nowMs - latest) / DAY_MS);
  const above = DAYS.findIndex((knot) => knot > days);
  if (above < 0) state[first + DAYS.length - 1] = 1;
  else {
    const [low, high] = [Math.log(DAYS[above - 1]!), Math.log(DAYS[above]!)];
    const share = (Math.log(days) - low) / (high - low);
    state[first + above - 1] = 1 - share;
    state[first + above] = share;
  }
  return state;
}
