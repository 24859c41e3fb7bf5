import { printTable } from '../../bench/support/measure.ts';
import type { FitFacts } from '../../src/behaviour/sequence-models/models/architecture.ts';
import type { Cost } from './train-models.ts';

const SHARE = 0.98;

/** Time of each training, and when validation first reached 98 % of its best. */
export function printCosts(costs: readonly Cost[]): void {
  console.log(
    '\nTraining, with the looks at the validation; peak memory is that of the whole process so far',
  );
  printTable(
    [
      '',
      'epochs',
      'best',
      'steps',
      'parameters',
      'minutes',
      'processor minutes',
      `minutes to ${100 * SHARE} %`,
      'peak MiB',
      'validation R / N',
    ],
    costs.map(({ fit, processorMinutes, facts }) => [
      fit,
      facts.epochs,
      facts.bestEpoch,
      facts.steps,
      facts.parameters,
      facts.minutes.toFixed(2),
      processorMinutes.toFixed(2),
      minutesToShare(facts)?.toFixed(2) ?? '–',
      Math.round(facts.peakMemoryBytes / 2 ** 20),
      facts.validation === null
        ? '–'
        : `${facts.validation.recallAt10.toFixed(4)} / ${facts.validation.ndcgAt10.toFixed(4)}`,
    ]),
  );
}

function minutesToShare({ curve, validation }: FitFacts): number | undefined {
  return curve.find(({ ndcgAt10 }) => ndcgAt10 >= SHARE * (validation?.ndcgAt10 ?? 0))?.minutes;
}

/** The gain from each part of the blends, on the validation cases. */
export function printBlends(costs: readonly Cost[]): void {
  for (const { fit, facts } of costs) {
    if (facts.blend == null) continue;
    const { cases, ndcgAt10, parts, recentWindowDays, keptShares, leftOut, lengths } = facts.blend;
    const digits = (value: number) => value.toFixed(4);
    console.log(
      `\nBlend, ${fit}: ${cases} validation cases, N@10 of the network ${digits(ndcgAt10.network)}, of the best part ` +
        `${digits(ndcgAt10.bestPart)}, of the blend on cases that it was not fitted to ${digits(ndcgAt10.blendHeldOut)}`,
    );
    printTable(
      ['part', `weight, up to ${lengths.short} items`, `from ${lengths.long} items`, 'N@10 alone', 'adds'],
      parts.map(({ name, weight, ndcgAlone, adds }) => [
        name,
        weight.short.toFixed(3),
        weight.long.toFixed(3),
        digits(ndcgAlone),
        digits(adds),
      ]),
    );
    if (recentWindowDays !== undefined)
      console.log(`Recent popularity: a window of ${recentWindowDays} days.`);
    for (const [name, share] of Object.entries(keptShares))
      console.log(`${name}: the links keep ${(100 * share).toFixed(1)} % of the squared weights.`);
    for (const { name, reason } of leftOut) console.log(`Left out: ${name} (${reason}).`);
  }
}
