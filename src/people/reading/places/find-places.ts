/**
 * Evaluates `place` rules. A name is looked up only where the words around it suggest a place:
 *
 *   .97  "live in Bath", "based in nice", "location: Leeds", "now in Denver"
 *   .9   "Austin, TX", "Lyon, France": a name with the country or state it lies in
 *   .85  "in Lisbon", "near Leeds"
 *   .8   a known place before one of the rule's `after_cues` ("a Lyon startup"); one after age or gender
 *        ("48 male Perth"), or one that is a whole clause near them ("29F, Berlin")
 *   .7   "from Cork": an origin, which counts where no home is stated
 *   .6   "visiting Rome", "for the summer in Lisbon"
 *   .4   another large city at the start of a clause, of the text's first words
 *
 * Everyday words that are also cities ("in love", "nice", "Reading, cooking") need the strongest signs. Names
 * have at most five words, so the number of look-ups is linear in the text.
 */
import type { PlaceRule } from '../../../domains/extraction-rules.ts';
import { isRegionName } from '../../places/regions.ts';
import { type Findings, type FoundValue, isReadable, type TextDocument } from '../document.ts';
import type { PlaceCues } from './compile-place-cues.ts';
import { cueBefore, cuesByEnd } from './cue-before.ts';
import { findDistances } from './find-distances.ts';
import { placeAt } from './place-at.ts';
import type { PlaceTools } from './place-tools.ts';

const MIN_CONFIDENCE = 0.35;
/** Multiplies the confidence of a country or state beside a city. */
const BESIDE_CITY = 0.7;

export function findPlaces(
  document: TextDocument,
  rule: PlaceRule,
  { cues, followers }: PlaceCues,
  tools: PlaceTools,
): Findings {
  const byEnd = cuesByEnd(document, cues);
  const followed = new Set(followers?.matches(document).map(({ first }) => first));
  const values: FoundValue[] = [];
  for (let at = 0; at < document.words.length; at++) {
    if (!isReadable(document, at, rule.reads)) continue;
    const found = placeAt(document, at, { cue: cueBefore(document, at, byEnd), followed, tools, rule });
    if (found === null || found.confidence < MIN_CONFIDENCE) continue;
    values.push({ ...found, confidence: found.confidence * (rule.confidence ?? 1) });
    at = found.last - 1;
  }
  return rule.as === 'country'
    ? { values: mostCertain(values), foundPreferences: [] }
    : { values: byConfidence(withoutRegions(values)), foundPreferences: findDistances(document) };
}

/** One address: the places that are named with the most certainty. */
function mostCertain(values: readonly FoundValue[]): FoundValue[] {
  const sorted = byConfidence(values);
  return sorted.filter(({ confidence }) => confidence === sorted[0]!.confidence);
}

/** "Our test is approved in Sri Lanka. Colombo." */
function withoutRegions(values: readonly FoundValue[]): readonly FoundValue[] {
  const isRegion = ({ value }: FoundValue) => isRegionName(String(value));
  if (values.every(isRegion)) return values;
  return values.map((found) =>
    isRegion(found) ? { ...found, confidence: found.confidence * BESIDE_CITY } : found,
  );
}

/** The most certain place first, so that a home outranks an origin. */
function byConfidence(values: readonly FoundValue[]): FoundValue[] {
  return [...values].sort((a, b) => b.confidence - a.confidence || a.first - b.first);
}
