/**
 * Settles a reading after its claims were weighed: claims that hardly hold are removed, and sure ones are
 * added.
 */
import type { Signs } from '../../../contract/reading-signs.ts';
import type { FieldDefinition, FieldValue } from '../../../domains/field.ts';
import { wirePreference } from '../decision/wire-preference.ts';
import type { ExtractedValue, Extraction, PreferenceSource } from '../extractor.ts';
import type { Claim } from './claims.ts';
import { isGiven } from './evidence.ts';

export interface WeighedClaim extends Claim {
  readonly probability: number;
  /** Where it is stated. */
  readonly span: readonly [number, number];
  /** The evidence of the network and of a language model. */
  readonly signs: Signs;
}

export interface Thresholds {
  /** A claim that the rules give stays from this probability on. */
  readonly keep: number;
  /** A claim that the rules propose, but do not give, is added from this probability on. */
  readonly add: number;
  /** A claim that no reading proposes is added from this probability on. */
  readonly find: number;
}

interface SettledClaim extends WeighedClaim, ClaimOrigin {
  readonly holds: boolean;
}

export function settleClaims(
  extraction: Extraction,
  claims: readonly WeighedClaim[],
  fields: readonly FieldDefinition[],
  thresholds: Thresholds,
): Extraction {
  const settled = claims.map((claim): SettledClaim => {
    const { field, mentions, stated, probability } = claim;
    const origin: ClaimOrigin = {
      isGiven: isGiven(claim, extraction),
      isProposed: mentions.length > 0,
      isDerived: field.kind === 'derived' && stated === null,
    };
    return { ...claim, ...origin, holds: probability > thresholdOf(origin, thresholds) };
  });
  const of = (kind: Claim['kind'], field: FieldDefinition) =>
    settled.filter((claim) => claim.kind === kind && claim.field.name === field.name);
  const read = new Set(fields.map(({ name }) => name));
  const values = [
    ...extraction.values.filter(({ field }) => !read.has(field)),
    ...fields.flatMap((field) => {
      const value = extraction.values.find((one) => one.field === field.name);
      return (field.multiple ? settledSet : settledValue)(field, value, of('value', field)) ?? [];
    }),
  ];
  const preferences = { ...extraction.preferences };
  const preferenceSpans = { ...extraction.preferenceSpans };
  for (const field of fields) {
    const [distances, wishes] = split(of('preference', field), isDistance);
    const distance = mostProbable(distances.filter(({ stated, holds }) => stated !== null && holds));
    const within = distance === null ? null : wireOf(distance);
    if (distance !== null && within !== null && preferences[within.key] === undefined) {
      preferences[within.key] = within.value;
      preferenceSpans[within.key] = sourceOf(distance);
    }
    if (wishes.length === 0) continue;
    const wanted = settledPreference(preferences[field.name], wishes);
    const best = mostProbable(wishes.filter(({ holds }) => holds));
    if (wanted === undefined) {
      delete preferences[field.name];
      delete preferenceSpans[field.name];
    } else {
      preferences[field.name] = wanted;
      if (best !== null) {
        const { span, ...source } = sourceOf(best);
        preferenceSpans[field.name] = { span: preferenceSpans[field.name]?.span ?? span, ...source };
      }
    }
  }
  return { values, preferences, preferenceSpans };
}

function split<Of>(all: readonly Of[], test: (one: Of) => boolean): [Of[], Of[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}

const isDistance = ({ value }: Claim) => typeof value === 'object' && value.kind === 'distance';
const wireOf = ({ field, value }: Claim) =>
  typeof value === 'object' ? wirePreference(field.name, value) : null;

function sourceOf(claim: SettledClaim): PreferenceSource {
  const isOfModel = !claim.isGiven && originOf(claim) === 'llm';
  return { span: claim.span, confidence: claim.probability, ...(isOfModel && { origin: 'llm' }) };
}

/** The facts that the threshold of a claim depends on. */
export interface ClaimOrigin {
  /** The rules give it. */
  readonly isGiven: boolean;
  /** Some reading of the rules, or a language model, found it at words of the text. */
  readonly isProposed: boolean;
  /** It is of a derived field, and no language model states it. */
  readonly isDerived: boolean;
}

/**
 * A derived value follows from people's statements about themselves, which the rules and a language model
 * find. The network alone never adds one.
 */
export function thresholdOf(
  { isGiven, isProposed, isDerived }: ClaimOrigin,
  { keep, add, find }: Thresholds,
): number {
  if (isGiven) return keep;
  if (isDerived) return Number.POSITIVE_INFINITY;
  return isProposed ? add : find;
}

/** Values that were not weighed stay. */
function settledSet(
  { name }: FieldDefinition,
  extractedValue: ExtractedValue | undefined,
  claims: readonly SettledClaim[],
): ExtractedValue | null {
  if (claims.length === 0) return extractedValue ?? null;
  const weighed = new Set(claims.map(({ value }) => value));
  const unweighed = [extractedValue?.value ?? []].flat().filter((value) => !weighed.has(value as string));
  const held = claims.filter(({ holds }) => holds).toSorted((a, b) => a.span[0] - b.span[0]);
  if (held.length === 0 && unweighed.length === 0) return null;
  const probabilities = [
    ...unweighed.map(() => extractedValue!.confidence),
    ...held.map(({ probability }) => probability),
  ];
  return {
    field: name,
    value: [...unweighed, ...held.map(({ value }) => value)] as FieldValue,
    span: held[0]?.span ?? extractedValue!.span,
    confidence: probabilities.reduce((sum, one) => sum + one, 0) / probabilities.length,
    origin: extractedValue?.origin ?? originOf(held[0]!),
  };
}

/** A claim takes the place of the given value, if it is the more probable one. */
function settledValue(
  { name }: FieldDefinition,
  value: ExtractedValue | undefined,
  claims: readonly SettledClaim[],
): ExtractedValue | null {
  const own = mostProbable(claims.filter((claim) => claim.isGiven));
  const kept = value === undefined || (own !== null && !own.holds) ? null : value;
  const rival = mostProbable(claims.filter((claim) => !claim.isGiven && claim.holds));
  // A value that was not weighed is taken for sure, but no text states a default.
  const least = kept === null || kept.origin === 'default' ? 0 : (own?.probability ?? UNWEIGHED);
  if (rival !== null && rival.probability > least)
    return {
      field: name,
      value: rival.value as FieldValue,
      span: rival.span,
      confidence: rival.probability,
      origin: originOf(rival),
    };
  return kept === null ? null : { ...kept, confidence: own?.probability ?? kept.confidence };
}

const UNWEIGHED = 0.99;

/** The origin of a claim that the rules do not give. */
function originOf({ stated, mentions }: Claim): ExtractedValue['origin'] {
  if (stated !== null) return 'llm';
  return mentions.length > 0 ? 'rules' : 'encoder';
}

function mostProbable(claims: readonly SettledClaim[]): SettledClaim | null {
  return claims.reduce<SettledClaim | null>(
    (best, claim) => (best === null || claim.probability > best.probability ? claim : best),
    null,
  );
}

/** In the wire grammar of filters; undefined: nothing is wanted. */
function settledPreference(given: unknown, claims: readonly SettledClaim[]): unknown {
  const own = claims.filter((claim) => claim.isGiven);
  let wanted = given;
  if (own.length > 0 && own.every(({ holds }) => !holds)) wanted = undefined;
  else if (own.some(isNamed) && isNames(wanted)) {
    const dropped = new Set(own.filter(({ holds }) => !holds).map(namedBy));
    wanted = oneOrAll([wanted].flat().filter((value) => !dropped.has(value)));
  }
  const added = claims.filter((claim) => !claim.isGiven && claim.holds);
  const named = added.filter((claim) => isNamed(claim) && !isRefused(claim)).map(namedBy);
  if (wanted !== undefined)
    return isNames(wanted) && named.length > 0 ? oneOrAll([wanted, ...named].flat()) : wanted;
  if (named.length > 0) return oneOrAll(named);
  const refused = added.find(isRefused);
  const best = refused ?? mostProbable(added);
  return best === null ? undefined : wireOf(best)?.value;
}

const isNamed = ({ value }: Claim) => typeof value === 'object' && value.kind === 'value';
const isRefused = ({ value }: Claim) => typeof value === 'object' && value.kind === 'value' && value.negated;
const namedBy = ({ value }: Claim): unknown =>
  typeof value === 'object' && value.kind === 'value' ? value.value : value;
const isNames = (wanted: unknown) =>
  wanted !== undefined && (typeof wanted !== 'object' || Array.isArray(wanted));

function oneOrAll(values: readonly unknown[]): unknown {
  const all = [...new Set(values)];
  return all.length === 1 ? all[0] : all;
}
