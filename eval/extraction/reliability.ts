/**
 * Reliability of the probability of a value: how often the value is right. Bins the values of several sets by
 * their probability, and gives the expected calibration error (Guo et al., 2017).
 */
import type { DomainDefinition } from '../../src/domains/definition.ts';
import type { ResolvePlace } from '../../src/domains/place.ts';
import type { Extraction } from '../../src/people/reading/extractor.ts';
import type { Case } from './read-cases.ts';
import { isLeftOut, isRight } from './score.ts';

/** A given value with its probability; of a set each value. */
export interface Stated {
  readonly probability: number;
  readonly isRight: boolean;
}

/** Values by default are not read from the text, and left out. */
export function statedValues(
  definition: DomainDefinition,
  resolvePlace: ResolvePlace,
  given: Case,
  { values }: Extraction,
): Stated[] {
  const gold: Readonly<Record<string, unknown>> = { ...given.fields, ...given.derived };
  return values.flatMap(({ field: name, value, confidence, origin }) => {
    const field = definition.fields.find((field) => field.name === name)!;
    if (origin === 'default' || isLeftOut(given, name)) return [];
    if (!field.multiple)
      return [{ probability: confidence, isRight: isRight(field, value, gold[name], resolvePlace) }];
    return [value]
      .flat()
      .map((one) => ({ probability: confidence, isRight: [gold[name]].flat().includes(one) }));
  });
}

const EDGES = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0001];

export interface Bin {
  readonly from: number;
  readonly count: number;
  readonly meanProbability: number;
  readonly share: number;
}

export function binsOf(stated: readonly Stated[]): Bin[] {
  return EDGES.slice(0, -1).flatMap((from, at) => {
    const inBin = stated.filter(
      ({ probability }) => (at === 0 || probability >= from) && probability < EDGES[at + 1]!,
    );
    if (inBin.length === 0) return [];
    const mean = (of: (one: Stated) => number) => inBin.reduce((sum, one) => sum + of(one), 0) / inBin.length;
    return [
      {
        from: at === 0 ? 0 : from,
        count: inBin.length,
        meanProbability: mean(({ probability }) => probability),
        share: mean(({ isRight: right }) => (right ? 1 : 0)),
      },
    ];
  });
}

/** Mean distance between probability and share of right values, weighted by count; 0 is perfect. */
export function expectedCalibrationError(bins: readonly Bin[]): number {
  const all = bins.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return 0;
  return bins.reduce(
    (sum, { count, meanProbability, share }) => sum + (count * Math.abs(meanProbability - share)) / all,
    0,
  );
}

/** One line a bin: `#` to the share of right values, `|` at the mean probability. */
export function diagramOf(bins: readonly Bin[]): string[] {
  const WIDTH = 40;
  return bins.map(({ from, count, meanProbability, share }) => {
    const bar = '#'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH + 1);
    const at = Math.min(WIDTH, Math.round(meanProbability * WIDTH));
    const shown = `${bar.slice(0, at)}|${bar.slice(at + 1)}`;
    return `  ${from.toFixed(2)}+ ${shown} stated ${meanProbability.toFixed(3)} right ${share.toFixed(3)} (${count})`;
  });
}
