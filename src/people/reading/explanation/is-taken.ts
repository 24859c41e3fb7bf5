/** Whether a reading gives a value or a preference. */
import { wirePreference } from '../decision/wire-preference.ts';
import type { Extraction } from '../extractor.ts';
import type { Said } from '../network/claims.ts';
import { isGiven } from '../network/evidence.ts';

export function isTaken({ kind, field, value }: Said, extraction: Extraction): boolean {
  if (typeof value === 'object' && value.kind === 'distance')
    return extraction.preferences[wirePreference(field.name, value).key] === value.km;
  return isGiven({ kind, field, value }, extraction);
}
