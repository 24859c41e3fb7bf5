/** A value or preference of a text: its place, its probability and what speaks for it. */
import type { Signs } from '../../../contract/reading-signs.ts';
import type { Candidate } from '../decision/candidate.ts';
import type { Preference } from '../document.ts';
import { claimKey, keyOfCandidate, saidBy } from '../network/claims.ts';
import type { WeighedClaim } from '../network/settle-claims.ts';
import type { ReadFields } from '../read-fields.ts';

export interface KnownReading {
  readonly kind: 'value' | 'preference';
  readonly field: Candidate['field'];
  readonly value: string | number | boolean | Preference;
  readonly span: readonly [number, number];
  readonly probability: number;
  readonly signs: Signs;
}

/** Two digits are kept of a sign. */
export const rounded = (probability: number): number => Math.round(probability * 100) / 100;

/** By `claimKey`; the candidates of one key are one reading. */
export function knownReadings({ candidates, claims = [] }: ReadFields): ReadonlyMap<string, KnownReading> {
  const known = new Map<string, KnownReading>();
  for (const candidate of candidates) {
    const key = keyOfCandidate(candidate);
    known.set(key, withCandidate(known.get(key), candidate));
  }
  for (const claim of claims) {
    const key = claimKey(claim.kind, claim.field.name, claim.value);
    known.set(key, withClaim(known.get(key), claim));
  }
  return known;
}

function withCandidate(known: KnownReading | undefined, candidate: Candidate): KnownReading {
  const { kind, field, span, probability, finder } = candidate;
  const signs = { ...known?.signs, [finder]: Math.max(rounded(probability), known?.signs[finder] ?? 0) };
  if (known !== undefined && known.probability >= probability) return { ...known, signs };
  return { kind, field, value: saidBy(candidate), span, probability, signs };
}

/** A record is weighed after the claims. */
function withClaim(known: KnownReading | undefined, claim: WeighedClaim): KnownReading {
  const { kind, field, value, span, probability } = claim;
  const signs = { ...known?.signs, ...claim.signs };
  return { kind, field, value, span, probability: Math.max(probability, signs.record ?? 0), signs };
}
