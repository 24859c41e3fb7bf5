/**
 * Limits of a text. "Max latency: 350 ms" is the longest that a writer waits, or the time that the writer
 * takes. In a text that asks for nothing it is only the latter. "up to 10 cents per answer" says nothing of
 * how the writer is paid.
 */
import type { RequestSettings } from '../../../domains/extraction-settings.ts';
import type { ExtractedValue } from '../extractor.ts';

export type Limits = NonNullable<RequestSettings['limits']>;

/** Characters between a limit and a value that belongs to it: "10 cents a call", "$2 per image". */
const BESIDE = 12;

/** `asks`: whether the text asks for anything. */
export function withOwnLimits(
  values: readonly ExtractedValue[],
  limits: Limits,
  asks: boolean,
): readonly ExtractedValue[] {
  return limits.reduce((all, limit) => withOwnLimit(all, limit, asks), values);
}

function withOwnLimit(
  values: readonly ExtractedValue[],
  { field, own, hides = [] }: Limits[number],
  asks: boolean,
): readonly ExtractedValue[] {
  const limit = values.find((value) => value.field === field);
  if (limit === undefined) return values;
  const owned = values.find((value) => value.field === own);
  // One number is either a limit or the writer's own: the surer one.
  if (owned !== undefined && asks && isSame(owned, limit)) {
    const weaker = owned.confidence >= limit.confidence ? limit : owned;
    return values.filter((value) => value !== weaker);
  }
  if (owned !== undefined) return asks ? values : values.filter((value) => value !== limit);
  return values.filter((value) => !hides.includes(value.field) || !isBeside(value.span, limit.span));
}

const isSame = (a: ExtractedValue, b: ExtractedValue) => a.span[0] < b.span[1] && b.span[0] < a.span[1];

const isBeside = (
  [start, end]: readonly [number, number],
  [limitStart, limitEnd]: readonly [number, number],
): boolean => start <= limitEnd + BESIDE && end >= limitStart - BESIDE;
