/**
 * Finds the age that a counterpart should have: "25-35", "over 30", "in their thirties", "late 20s to mid
 * 30s", "around 40", "35+". "Over 30" and "under 50" include the named year
 * (docs/design/decisions/extraction-by-rules.md).
 */
import { type FoundPreference, isReadable, type TextDocument } from '../document.ts';
import { aroundOwnAgeAt } from './around-own-age.ts';
import { decadesAt, inFrontAt } from './decades.ts';
import { labelledBoundAt, labelledPairAt } from './labelled-ages.ts';
import { yearsAt } from './preferred-years.ts';
import type { AgeRange } from './readings.ts';

export function findPreferredAges(
  document: TextDocument,
  ages: AgeRange,
  tolerance: number,
): FoundPreference[] {
  const found: FoundPreference[] = [];
  for (let at = 0; at < document.words.length; at++) {
    const certain = isReadable(document, at, 'any') ? certainAt(document, at, ages) : null;
    if (certain !== null) {
      found.push({ ...certain, first: at, origin: 'rules' });
      continue;
    }
    const isWish = isReadable(document, at, 'wish');
    if (!isWish && !(isReadable(document, at, 'self') && followsWish(document, at))) continue;
    const reading =
      inFrontAt(document, at) ??
      decadesAt(document, at) ??
      yearsAt(document, at, { ages, tolerance, isWish });
    if (reading === null) continue;
    found.push({ ...reading, first: at, confidence: isWish ? 0.93 : 0.8, origin: 'rules' });
    at = reading.last - 1;
  }
  return found;
}

/** AgeRange that are preferred outside a wish too. */
function certainAt(document: TextDocument, at: number, ages: AgeRange) {
  const nearOwn = aroundOwnAgeAt(document, at, ages);
  if (nearOwn !== null) return { ...nearOwn, confidence: 0.9 };
  const labelled = labelledBoundAt(document, at, ages) ?? labelledPairAt(document, at, ages);
  return labelled === null ? null : { ...labelled, confidence: 0.93 };
}

/**
 * Whether the word is among the first of a sentence that follows a wish. A range there is a preference: a
 * person's own age is never a range.
 */
function followsWish(document: TextDocument, at: number): boolean {
  const { sentence } = document.words[at]!;
  const { first } = document.sentences[sentence]!;
  if (sentence === 0) return false;
  return document.scopes.slice(Math.max(0, first - 40), at).includes('wish') && at - first <= 3;
}
