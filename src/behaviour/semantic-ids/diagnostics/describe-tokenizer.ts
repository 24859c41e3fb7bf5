/** Describes the figures of a tokenizer in one paragraph, with advice. */
import { MAX_CODEBOOK_SIZE, MAX_LEVELS } from '../codebook-layout.ts';
import type { TokenizerDiagnostics } from '../diagnose-tokenizer.ts';

/** A level with a smaller share of used codes has too many codes. */
const MIN_UTILIZATION = 0.5;
/** More collisions than this share, beyond those of equal content, are worth another level. */
const MAX_AVOIDABLE_COLLISIONS = 0.01;

export function describeTokenizer(diagnostics: TokenizerDiagnostics): string {
  return [
    collisionText(diagnostics),
    useText(diagnostics),
    similarityText(diagnostics),
    ...advice(diagnostics),
  ].join(' ');
}

function collisionText(diagnostics: TokenizerDiagnostics): string {
  const { items, codebook_sizes, distinct_codes, collision_rate, collision_rate_floor } = diagnostics;
  const shape = codebook_sizes.map(whole).join(' × ');
  const repeated = Math.round(collision_rate * items);
  const equal = Math.round(collision_rate_floor * items);
  const start = `${whole(items)} items have ${whole(distinct_codes)} different IDs of ${shape} codes`;
  if (repeated === 0) return `${start}; no two share one.`;
  const cause = equal === 0 ? '' : `, ${whole(equal)} of them because their content is equal`;
  return `${start}; ${whole(repeated)} (${percent(collision_rate)}) need a suffix${cause}; at most ${whole(diagnostics.largest_group)} share one ID.`;
}

function useText({ utilization, prefix_sharing }: TokenizerDiagnostics): string {
  const lowest = Math.min(...utilization);
  const used =
    lowest === 1
      ? 'Every code is in use'
      : `In use, level by level: ${utilization.map(percent).join(', ')} of the codes`;
  if (prefix_sharing.length < 2) return `${used}.`;
  const shared = prefix_sharing.slice(0, -1).map(percent).join(', ');
  const prefixes =
    prefix_sharing.length === 2 ? 'the first code' : `the first 1 to ${prefix_sharing.length - 1} codes`;
  return `${used}; ${shared} of the items share ${prefixes} with another.`;
}

function similarityText({ neighbour_overlap, reconstruction_error }: TokenizerDiagnostics): string {
  const [first, all] = [neighbour_overlap[0]!, neighbour_overlap.at(-1)!];
  const alone = neighbour_overlap.length === 1 ? '' : `, the first code alone ${percent(first)}`;
  return `The codes keep ${percent(all)} of an item's ten nearest neighbours${alone}, and leave ${percent(reconstruction_error.at(-1)!)} of the vectors' variance unsaid.`;
}

function advice(diagnostics: TokenizerDiagnostics): readonly string[] {
  const { items, codebook_sizes, utilization, collision_rate, collision_rate_floor } = diagnostics;
  const advice: string[] = [];
  const base = codebook_sizes[0]!;
  if (base > items / 2 && items > 4)
    return [
      `The first level has ${whole(base)} codes for ${whole(items)} items: choose about ${whole(powerOfTwoFrom(items / 16))}.`,
    ];
  utilization.forEach((share, level) => {
    const size = codebook_sizes[level]!;
    const enough = powerOfTwoFrom(share * size);
    if (share < MIN_UTILIZATION && enough < size)
      advice.push(`Level ${level + 1} uses ${percent(share)} of ${whole(size)}: choose ${whole(enough)}.`);
  });
  if (collision_rate_floor > MAX_AVOIDABLE_COLLISIONS)
    advice.push(
      `${percent(collision_rate_floor)} of the items have content that another has too: give them texts that differ, and their IDs will.`,
    );
  if (collision_rate - collision_rate_floor > MAX_AVOIDABLE_COLLISIONS)
    advice.push(largerLayout(codebook_sizes, items));
  return advice;
}

function largerLayout(sizes: readonly number[], items: number): string {
  if (sizes.length < MAX_LEVELS && sizes.at(-1)! >= 4)
    return `That many items share an ID without need: add a level (${sizes.length + 1} instead of ${sizes.length}).`;
  const larger = Math.min(MAX_CODEBOOK_SIZE, sizes[0]! * 4);
  return larger > sizes[0]!
    ? `That many items share an ID without need: choose a base size of ${whole(larger)} instead of ${whole(sizes[0]!)}.`
    : `That many of ${whole(items)} items share an ID without need, and no larger layout exists: their contents are too alike.`;
}

/** At least 2. */
function powerOfTwoFrom(count: number): number {
  return 2 ** Math.max(1, Math.ceil(Math.log2(Math.max(1, Math.round(count)))));
}

const whole = (value: number) => value.toLocaleString('en');

function percent(share: number): string {
  const value = 100 * share;
  if (value > 0 && value < 1) return `${value.toFixed(2)} %`;
  if (value > 99 && value < 100) return `${(Math.floor(value * 10) / 10).toFixed(1)} %`;
  const digits = Number.isInteger(value) || value >= 10 ? 0 : 1;
  return `${value.toFixed(digits)} %`;
}
