/**
 * The direction in which a figure is better, more or less. Its unit decides: that of its cell, or if it has
 * none that of its column, or of its row.
 */
import type { Figure } from './figures-of.ts';

export type Direction = 'less is better' | 'more is better';

// Speeds come first: "rows/s" has seconds in it.
const MORE =
  /\/ ?s\b|\/ ?processor s\b|\b(an?|per) (processor )?(second|minute)\b|\brecall\b|\bprecision\b|\bndcg\b|\bauc\b|\bspearman\b|\bof the roofline\b|\bplain \/ kernel\b|\btimes as fast\b|×/i;
const LESS =
  /(?<![a-z])(ns|µs|ms|s|seconds?|min|minutes?|hours?|bytes?|kib|mib|gib|kb|mb|gb|resident|refused|errors?|failed)(?![a-z])/i;

/** Null where no unit says it. */
export function directionOf({ unit, column, row }: Omit<Figure, 'value' | 'table'>): Direction | null {
  for (const text of [unit ?? '', column, row]) {
    if (MORE.test(text)) return 'more is better';
    if (LESS.test(text)) return 'less is better';
  }
  return null;
}
