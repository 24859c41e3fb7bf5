/** Weighs every claim of a text with the verifier, and settles which of them the reading gives. */
import type { FieldDefinition } from '../../../domains/field.ts';
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import type { TextDocument } from '../document.ts';
import type { Extraction } from '../extractor.ts';
import type { ReadFields } from '../read-fields.ts';
import { type Claim, claimKey, claimsOf, keyOfCandidate, labelKey, type Readings } from './claims.ts';
import {
  describeClaims,
  isGiven,
  type NetworkEvidence,
  networkEvidence,
  type Owners,
  probabilityOf,
} from './evidence.ts';
import { settleClaims, type WeighedClaim } from './settle-claims.ts';
import { type TextTokens, tokensOf } from './text-tokens.ts';
import type { Label, Verifier } from './verifier.ts';
import type { NetworkReading } from './verifier-network.ts';

/** A text as it was given, and its readings. */
export interface Verifiable {
  readonly text: string;
  readonly read: ReadFields;
  /** Its candidates with all words of one owner, then of the other. */
  readonly otherwise: Readings;
  /** The fields that were read. */
  readonly fields: readonly FieldDefinition[];
  readonly owners: Owners;
}

/** Pieces of a text besides the marks around it. */
const hasWords = ({ ids }: TextTokens) => ids.length > 2;

export async function verifyReading(given: Verifiable, verifier: Verifier): Promise<ReadFields> {
  const { read, fields } = given;
  const examined = await examine(given, verifier);
  if (examined === null) return read;
  const { claims, features, network } = examined;
  const weighed = claims.map(
    (claim, n): WeighedClaim => ({
      ...claim,
      probability: probabilityOf(features[n]!, verifier.weights),
      span: spanOf(claim, examined),
    }),
  );
  const hard = fields.filter(({ kind }) => kind !== 'soft');
  const settled = settleClaims(read.extraction, weighed, hard, verifier.thresholds);
  const extraction = withoutTexts(settled, network, verifier);
  return { ...read, extraction, candidates: withProbabilities(read.candidates, weighed) };
}

export interface Examined {
  readonly claims: readonly Claim[];
  /** By claim; values of `evidenceNames`. */
  readonly features: readonly Float64Array[];
  readonly network: NetworkEvidence;
  readonly reading: NetworkReading;
  readonly tokens: TextTokens;
  readonly labels: readonly string[];
}

/** Examines the claims of a text by the network; null: the text has no words. */
export async function examine(
  { text, read, otherwise, fields, owners }: Verifiable,
  verifier: Verifier,
): Promise<Examined | null> {
  const tokens = tokensOf(text, verifier.tokenizer, verifier.frame);
  if (!hasWords(tokens)) return null;
  const found = claimsOf([read.candidates, ...otherwise], read.document, tokens, verifier.kinds);
  const reading = await verifier.read(
    tokens,
    found.flatMap(({ mentions }) => mentions.map(({ place }) => place)),
  );
  const labels = verifier.labels.map(({ kind, field, value }) => labelKey(kind, field, value ?? ''));
  const network = networkEvidence(reading, found, labels);
  const claims = [...found, ...unproposed(found, network, verifier.labels, fields, read.extraction)];
  const features = describeClaims(claims, network, read.extraction, owners);
  return { claims, features, network, reading, tokens, labels };
}

/** Log-odds from which a label that no reading proposed is a claim. */
const LIKELY = -1;

function unproposed(
  found: readonly Claim[],
  { labels }: NetworkEvidence,
  all: readonly Label[],
  fields: readonly FieldDefinition[],
  extraction: Extraction,
): Claim[] {
  const known = new Set(found.map(({ label }) => label));
  return all.flatMap(({ kind, field: name, value }) => {
    if (kind === 'text' || value === null) return [];
    const label = labelKey(kind, name, value);
    const field = fields.find((one) => one.name === name);
    if (field === undefined || !hasValue(field, value)) return [];
    if (known.has(label) || labels.get(label)! < LIKELY) return [];
    const claim: Claim = {
      kind,
      field,
      value: kind === 'value' ? value : { kind: 'value', value, negated: false },
      label,
      mentions: [],
      byRules: null,
    };
    return isGiven(claim, extraction) ? [] : [claim];
  });
}

/** An operator's file of the same name may have other fields and values. */
const hasValue = ({ type, values }: FieldDefinition, value: string | boolean) =>
  typeof value === 'boolean' ? type === 'boolean' : values?.includes(value) === true;

/** The surest of its places, or the word that the network took for its label. */
function spanOf(claim: Claim, { network, reading, tokens, labels }: Examined): readonly [number, number] {
  const odds = network.mentions.get(claim);
  if (odds !== undefined && odds.length > 0) return claim.mentions[odds.indexOf(Math.max(...odds))]!.span;
  const at = Number(reading.places[labels.indexOf(claim.label!)]);
  return [tokens.starts[at]!, tokens.ends[at]!];
}

/** Soft fields that the text hardly has are left out. */
function withoutTexts(
  extraction: Extraction,
  { labels }: NetworkEvidence,
  { texts, thresholds }: Verifier,
): Extraction {
  const values = extraction.values.filter(({ field }) => {
    const odds = labels.get(labelKey('text', field, ''));
    return odds === undefined || sigmoid(texts.bias + texts.label * odds) > thresholds.keep;
  });
  return { ...extraction, values };
}

/** The rules' candidates with the probability of their claim. */
function withProbabilities(
  candidates: ReadFields['candidates'],
  claims: readonly WeighedClaim[],
): ReadFields['candidates'] {
  const probabilities = new Map(
    claims.map(({ kind, field, value, probability }) => [claimKey(kind, field.name, value), probability]),
  );
  return candidates.map((candidate) => {
    const probability = probabilities.get(keyOfCandidate(candidate));
    return probability === undefined ? candidate : { ...candidate, probability };
  });
}

/** The scopes of a text as if all of it were of one owner. Quoted words stay quoted. */
export const ownedBy = (owner: 'self' | 'wish', document: TextDocument): TextDocument => ({
  ...document,
  scopes: document.scopes.map((scope) => (scope === 'quoted' ? scope : owner)),
});
