/** A comparison in words: the figures that moved, worst first, and what to make of them. */
import { type Compared, type Comparison, FEW } from './compare-figures.ts';

export const HEAD = ['table', 'row', 'figure', 'A', 'B', 'B / A', '95 % interval', ''] as const;

export function movedRows({ figures }: Comparison): readonly (readonly string[])[] {
  return figures
    .filter(({ moved }) => moved)
    .toSorted((left, right) => badness(right) - badness(left))
    .map((figure) => [
      figure.table,
      figure.row,
      figure.column,
      printed(figure.a, figure.unit),
      printed(figure.b, figure.unit),
      figure.change?.ratio.toFixed(2) ?? '',
      intervalOf(figure),
      verdictOf(figure),
    ]);
}

export function summaryOf({ figures, unpaired, withoutRatio }: Comparison, runs: number): readonly string[] {
  const moved = figures.filter((figure) => figure.moved);
  const count = (verdict: string) => moved.filter((figure) => verdictOf(figure) === verdict).length;
  const left = [
    [unpaired, 'are not in every run'],
    [withoutRatio, 'are negative, or 0 in some runs alone, and have no ratio'],
  ] as const;
  return [
    `${figures.length} figures compared, ${moved.length} moved: ${count('worse')} worse, ${count('better')} better, ` +
      `${count('moved')} whose unit does not say`,
    ...left.filter(([number]) => number > 0).map(([number, why]) => `${number} figures ${why}`),
    noiseSentence(figures.length, runs),
  ];
}

function noiseSentence(figures: number, runs: number): string {
  if (runs === 1) return 'one run of a side: no interval, so a change may be noise';
  if (runs < FEW)
    return `fewer than ${FEW} runs of a side: intervals are too narrow, so a change may be noise`;
  return `noise alone moves about ${Math.ceil(figures / 20)} of ${figures} figures: repeat what matters`;
}

export function verdictOf({ a, b, direction }: Pick<Compared, 'a' | 'b' | 'direction'>): string {
  if (direction === null) return 'moved';
  return b > a === (direction === 'more is better') ? 'better' : 'worse';
}

/** Above 0 for worse, below 0 for better; the larger the change, the further from 0. */
function badness(figure: Compared): number {
  const size = Math.abs(Math.log(figure.change?.ratio ?? Number.MAX_VALUE));
  return { worse: size, better: -size }[verdictOf(figure)] ?? 0;
}

function intervalOf({ change }: Compared): string {
  if (change === null) return 'none: a side is 0';
  if (change.interval === null) return 'one run: no interval';
  return change.interval.map((end) => end.toFixed(2)).join(' to ');
}

function printed(value: number, unit: string | null): string {
  const digits = Number(value.toPrecision(6)).toString();
  return unit === null ? digits : `${digits} ${unit}`;
}
