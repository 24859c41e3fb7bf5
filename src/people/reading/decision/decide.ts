/**
 * A field takes its most probable candidate, if that is at least as probable as the threshold; a set takes
 * all that are.
 */

import type { FieldDefinition } from '../../../domains/field.ts';
import type { FoundPreference, TextDocument } from '../document.ts';
import type { ExtractedValue } from '../extractor.ts';
import type { PreferenceCandidate, ValueCandidate } from './candidate.ts';
import { combinePreferences } from './combine-findings.ts';

/** The least probability of a value that is given, unless the domain sets its own. */
export const THRESHOLD = 0.5;

export function decideValue(
  field: FieldDefinition,
  candidates: readonly ValueCandidate[],
  threshold: number,
): ExtractedValue | null {
  const probable = candidates.filter(({ probability }) => probability >= threshold);
  if (probable.length === 0) return null;
  if (field.multiple) return decideSet(field, probable);
  const best = probable.reduce((kept, candidate) => (isBetter(candidate, kept) ? candidate : kept));
  const { value, span, probability, finding } = best;
  return { field: field.name, value, span, confidence: probability, origin: finding.origin };
}

/** The more probable one, beyond rounding; else the one that the rules would choose. */
function isBetter(a: ValueCandidate, b: ValueCandidate): boolean {
  if (Math.abs(a.probability - b.probability) > 1e-6) return a.probability > b.probability;
  return a.isFirstChoice && !b.isFirstChoice;
}

/** The probability of a set is the mean of its values': the expected share of right ones. */
function decideSet(field: FieldDefinition, probable: readonly ValueCandidate[]): ExtractedValue {
  const best = new Map<string, ValueCandidate>();
  for (const candidate of probable.toSorted((a, b) => a.finding.first - b.finding.first)) {
    const value = String(candidate.value);
    const known = best.get(value);
    if (known === undefined) best.set(value, candidate);
    else if (candidate.probability > known.probability) best.set(value, candidate);
  }
  const kept = [...best.values()];
  const first = kept.reduce((a, b) => (b.finding.first < a.finding.first ? b : a));
  const probability = kept.reduce((sum, candidate) => sum + candidate.probability, 0) / kept.length;
  return {
    field: field.name,
    value: [...best.keys()],
    span: first.span,
    confidence: probability,
    origin: first.finding.origin,
  };
}

/** The preferences of probable candidates, combined by key; their confidence is the probability. */
export function decidePreferences(
  document: TextDocument,
  field: FieldDefinition,
  candidates: readonly PreferenceCandidate[],
  threshold: number,
) {
  const probable = candidates
    .filter(({ probability }) => probability >= threshold)
    .map(({ finding, probability }): FoundPreference => ({ ...finding, confidence: probability }));
  return combinePreferences(document, field, probable);
}
