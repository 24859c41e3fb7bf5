/**
 * How far the scale of a blend that few cases chose is from that of many others. For each draw a blend is
 * chosen by N cases, and the inverse temperature with the least loss on the judging cases is found, without a
 * prior. Its logarithm is 0 where the scale is right.
 */
import type { BlendCases } from '../../src/behaviour/sequence-models/models/sequential/blend/blend-cases.ts';
import { inverseTemperature } from '../../src/behaviour/sequence-models/models/sequential/blend/calibrate-blend.ts';
import { chooseBlend } from '../../src/behaviour/sequence-models/models/sequential/blend/choose-blend.ts';
import { randomOrder } from '../../src/platform/numeric/random-streams.ts';
import { mean, quantile } from '../../src/platform/numeric/statistics.ts';

export interface ScaleSpread {
  readonly choosers: number;
  readonly priorCases: number;
  /** The mean logarithm of the wanted inverse temperature. */
  readonly mean: number;
  readonly deviation: number;
  /** The largest factor, up or down, of nine in ten draws. */
  readonly factorOf90: number;
}

export function scaleSpread(
  { parts, cases }: BlendCases,
  { choosers, priorCases, draws }: { choosers: number; priorCases: number; draws: number },
): ScaleSpread {
  const half = cases.length >> 1;
  const judging = { parts, cases: cases.slice(half) };
  const { signal } = new AbortController();
  const logs = Array.from({ length: draws }, (_, draw) => {
    const drawn = randomOrder(draw, 'choosers', half).subarray(0, choosers);
    const few = { parts, cases: Array.from(drawn, (at) => cases[at]!) };
    const { weights } = chooseBlend(few, signal, priorCases)!;
    return Math.log(inverseTemperature(judging, weights));
  });
  const middle = mean(logs);
  return {
    choosers,
    priorCases,
    mean: middle,
    deviation: Math.sqrt(mean(logs.map((log) => (log - middle) ** 2))),
    factorOf90: Math.exp(quantile(logs.map(Math.abs), 0.9)),
  };
}
