/** Weighs every claim of a text with the network, and settles which of them the reading gives. */
import type { FieldDefinition } from '../../../domains/field.ts';
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import type { TextDocument } from '../document.ts';
import type { Extraction } from '../extractor.ts';
import type { ReadFields } from '../read-fields.ts';
import { type Claim, claimKey, claimsOf, keyOfCandidate, labelKey, type Readings } from './claims.ts';
import type { DomainReader, TextReading } from './domain-reader.ts';
import {
  byMention,
  describeClaims,
  effectOf,
  isGiven,
  type NetworkEvidence,
  type Owners,
  probabilityOf,
} from './evidence.ts';
import type { Label } from './names.ts';
import { readLabels } from './read-windows.ts';
import { settleClaims, type WeighedClaim } from './settle-claims.ts';

/** The readings of a text by the rules. */
export interface Verifiable {
  readonly domain: string;
  readonly read: ReadFields;
  /** By the network; null: a text without words, or in another language. */
  readonly reading: TextReading | null;
  /** Its candidates with all words of one owner, then of the other. */
  readonly otherwise: Readings;
  /** The fields that were read. */
  readonly fields: readonly FieldDefinition[];
  /** null: the domain tells no offers from needs. */
  readonly owners: Owners | null;
}

export async function verifyReading(given: Verifiable, reader: DomainReader): Promise<ReadFields> {
  const { read, reading, fields, domain } = given;
  const { decision } = reader;
  if (reading === null) return read;
  const { claims, features, network } = await examine(given, reading, reader);
  const weighed = claims.map((claim, n): WeighedClaim => {
    const effect = decision.effects[effectOf(domain, claim)] ?? 0;
    return {
      ...claim,
      probability: probabilityOf(features[n]!, decision.weights, effect),
      span: spanOf(claim, network),
    };
  });
  const hard = fields.filter(({ kind }) => kind !== 'soft');
  const settled = settleClaims(read.extraction, weighed, hard, decision);
  // Elsewhere a text that tells nothing else is still what a person is found by.
  const extraction = given.owners === null ? settled : withoutTexts(settled, network, decision);
  return { ...read, extraction, candidates: withProbabilities(read.candidates, weighed) };
}

export interface Examined {
  readonly claims: readonly Claim[];
  /** By claim; values of `evidenceNames`. */
  readonly features: readonly Float64Array[];
  readonly network: NetworkEvidence;
}

/** Examines the claims of a text by the network. */
export async function examine(
  { read, otherwise, fields, owners }: Verifiable,
  reading: TextReading,
  reader: DomainReader,
): Promise<Examined> {
  const { names } = reader;
  const { windows } = reading;
  const found = claimsOf([read.candidates, ...otherwise], read.document, windows, names.kinds);
  const places = found.flatMap(({ mentions }) => mentions.map(({ place }) => place));
  const odds = await reader.mentions(reading, places);
  const network: NetworkEvidence = {
    mentions: byMention(found, odds),
    labels: readLabels(windows, reading.readings, names),
    windows: windows.length,
  };
  const claims = [...found, ...unproposed(found, network, names.labels, fields, read.extraction)];
  const features = describeClaims(claims, network, read.extraction, owners);
  return { claims, features, network };
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
    if (known.has(label) || labels.get(label)!.odds < LIKELY) return [];
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
function spanOf(claim: Claim, network: NetworkEvidence): readonly [number, number] {
  const odds = network.mentions.get(claim);
  if (odds !== undefined && odds.length > 0) return claim.mentions[odds.indexOf(Math.max(...odds))]!.span;
  return network.labels.get(claim.label!)!.span;
}

/** Soft fields that the text hardly has are left out. */
function withoutTexts(
  extraction: Extraction,
  { labels }: NetworkEvidence,
  { texts, keep }: DomainReader['decision'],
): Extraction {
  const values = extraction.values.filter(({ field }) => {
    const label = labels.get(labelKey('text', field, ''));
    return label === undefined || sigmoid(texts.bias + texts.label * label.odds) > keep;
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
