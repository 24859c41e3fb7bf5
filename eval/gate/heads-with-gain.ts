/**
 * Heads of a given true gain in AUC. The size of the signal that only one head knows is found by bisection on
 * a large simulated population; gains in between are interpolated.
 */
import { aucInfluence } from '../../src/matching/learn/evaluate/auc-influence.ts';
import { type Heads, type Shape, simulateHeads } from './simulate-heads.ts';

const COMMON = 0.7;
const ERROR = 0.3;
/** Signal that both know where the heads have different knowledge, and that of the new one. */
const [OTHER_COMMON, OTHER_NEWS] = [0.5, 0.85];
const POPULATION: Shape = { name: 'population', each: new Array<number>(2000).fill(30), candidates: 2000 };
const SEED = 20260101;
const STEPS = 9;
const MOST = 4;
const grid = [0, 0.05, 0.1, 0.15];

/** Kinds of new heads; gains in AUC from 0 to 0.15. */
export interface HeadsWithGain {
  /** Knows all that the serving one knows, and more. */
  learnt(gain: number): Heads;
  /** Lost some of the serving one's knowledge. */
  forgot(loss: number): Heads;
  /** Knows other things than the serving one, and lacks some of its knowledge; `gain` below 0 is worse. */
  other(gain: number): Heads;
  /** Adds a signal that means nothing. */
  meaningless(size: number): Heads;
}

export function headsWithGain(): HeadsWithGain {
  const learntWith = (news: number): Heads => ({ ...errors, common: COMMON, known: 0, news });
  const otherWith = (known: number): Heads => ({
    ...errors,
    common: OTHER_COMMON,
    known,
    news: OTHER_NEWS,
  });
  const sizes = grid.map((gain) => (gain === 0 ? 0 : solve((news) => gainOf(learntWith(news)) - gain)));
  const news = (gain: number) => interpolate(sizes, gain);
  return {
    learnt: (gain) => learntWith(news(gain)),
    forgot: (loss) => ({ ...learntWith(0), known: news(loss) }),
    other: memoised((gain) => otherWith(solve((known) => gain - gainOf(otherWith(known))))),
    meaningless: (size) => ({
      common: 0.5,
      known: 0,
      news: size,
      servingError: 0.05,
      candidateError: size / 2,
    }),
  };
}

const errors = { servingError: ERROR, candidateError: ERROR };

/** Gain of the new head in AUC, over the population. */
function gainOf(heads: Heads): number {
  const { heldOut, serving, candidate } = simulateHeads(POPULATION, heads, { share: 1, seed: SEED });
  const auc = (scores: Float64Array) => aucInfluence({ ...heldOut, scores }).auc;
  return auc(candidate) - auc(serving);
}

/** Where an increasing function crosses 0. */
function solve(value: (size: number) => number): number {
  let [low, high] = [0, MOST];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (value(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function interpolate(sizes: readonly number[], gain: number): number {
  const step = grid[1]! - grid[0]!;
  const at = Math.min(grid.length - 2, Math.floor(gain / step + 1e-9));
  return sizes[at]! + (sizes[at + 1]! - sizes[at]!) * (gain / step - at);
}

function memoised(make: (gain: number) => Heads): (gain: number) => Heads {
  const known = new Map<number, Heads>();
  return (gain) => {
    const heads = known.get(gain) ?? make(gain);
    known.set(gain, heads);
    return heads;
  };
}
