/** Weighs every claim of a text with the network, and settles which of them the reading gives. */
import type { Signs } from '../../../contract/reading-signs.ts';
import type { FieldDefinition } from '../../../domains/field.ts';
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import type { TextDocument } from '../document.ts';
import { rounded } from '../explanation/known-reading.ts';
import type { Extraction } from '../extractor.ts';
import type { StatedClaims } from '../llm/stated-claim.ts';
import { withStatedTexts } from '../llm/stated-texts.ts';
import type { ReadFields } from '../read-fields.ts';
import { type Claim, claimsOf, labelKey, type Readings } from './claims.ts';
import { shippedDecision } from './decision-weights.ts';
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
import { modelEvidence, modelProbability } from './model-evidence.ts';
import type { Label } from './names.ts';
import { readLabels } from './read-windows.ts';
import { settleClaims, type WeighedClaim } from './settle-claims.ts';

/** The readings of a text by the rules and the network, before the decision over their evidence. */
export interface UndecidedReading {
  readonly domain: string;
  readonly read: ReadFields;
  /** By the network; null: a text without words or in another script, or a fast reading. */
  readonly reading: TextReading | null;
  /** Most of the text is in another language than English. */
  readonly isForeign: boolean;
  /** null: the domain has no sides. */
  readonly sideField: string | null;
  /** Its candidates with all words of one owner, then of the other. */
  readonly otherwise: Readings;
  /** The fields that were read. */
  readonly fields: readonly FieldDefinition[];
  /** null: the domain tells no offers from needs. */
  readonly owners: Owners | null;
  /** By a language model; null: none was asked. */
  readonly stated: StatedClaims | null;
}

/** `reader`: null where no network knows the domain. */
export async function decideByEvidence(
  undecidedReading: UndecidedReading,
  reader: DomainReader | null,
): Promise<ReadFields> {
  const { read, reading, fields, domain, stated } = undecidedReading;
  if ((reading === null || reader === null) && stated === null) return read;
  const decision = reader?.decision ?? shippedDecision();
  const { claims, features, network } = await examine(undecidedReading, reading, reader);
  const isRead = reading !== null && reader !== null;
  const weighed = claims.map((claim, n): WeighedClaim => {
    const effect = decision.effects[effectOf(domain, claim)] ?? 0;
    const ofModel = stated === null ? 0 : modelEvidence(claim, isRead);
    return {
      ...claim,
      probability: probabilityOf(features[n]!, decision.weights, effect + ofModel),
      span: spanOf(claim, network),
      signs: signsOf(claim, network),
    };
  });
  const hard = fields.filter(({ kind }) => kind !== 'soft');
  const isAlone = stated?.isAlone === true;
  const before = isAlone ? nothing : read.extraction;
  const taken = weighed.filter((claim) =>
    isAlone ? claim.stated !== null : isWeighed(claim, undecidedReading),
  );
  const settled = settleClaims(before, taken, hard, decision);
  // Elsewhere a text that tells nothing else is still what a person is found by.
  const own =
    undecidedReading.owners === null || !isRead || undecidedReading.isForeign
      ? settled
      : withoutTexts(settled, network, decision);
  const extraction = stated === null ? own : withStatedTexts(own, stated.claims, fields);
  return { ...read, extraction, claims: weighed };
}

/**
 * The side and wishes in other languages stay as the rules read them: the network knows names and borrowed words
 * there, but hardly the words that tell these.
 */
export const isWeighed = (
  { kind, field }: Pick<Claim, 'kind' | 'field'>,
  { isForeign, sideField, stated }: Pick<UndecidedReading, 'isForeign' | 'sideField' | 'stated'>,
): boolean => !isForeign || stated !== null || (kind === 'value' && field.name !== sideField);

const nothing: Extraction = { values: [], preferences: {}, preferenceSpans: {} };

export interface Examined {
  readonly claims: readonly Claim[];
  /** By claim; values of `evidenceNames`. */
  readonly features: readonly Float64Array[];
  readonly network: NetworkEvidence;
}

/** Examines the claims of a text by the network. */
export async function examine(
  { read, isForeign, otherwise, fields, owners, stated }: UndecidedReading,
  reading: TextReading | null,
  reader: DomainReader | null,
): Promise<Examined> {
  const readings = [read.candidates, ...otherwise];
  const windows = reading?.windows ?? [];
  const text = { windows, kinds: reader?.names.kinds ?? new Map<string, number>() };
  const hard = fields.filter(({ kind }) => kind !== 'soft');
  const found = claimsOf(readings, read.document, text, stated?.claims, hard);
  if (reading === null || reader === null) {
    const network: NetworkEvidence = { mentions: new Map(), labels: new Map(), windows: 1, isForeign: false };
    return { claims: found, features: describeClaims(found, network, read.extraction, owners), network };
  }
  const { names } = reader;
  const places = found.flatMap(({ mentions }) => mentions.map(({ place }) => place));
  const odds = await reader.mentions(reading, places);
  const network: NetworkEvidence = {
    mentions: byMention(found, odds),
    labels: readLabels(windows, reading.readings, names),
    windows: windows.length,
    isForeign,
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
    if (kind === 'text' || kind === 'profile' || value === null) return [];
    const label = labelKey(kind, name, value);
    const field = fields.find((field) => field.name === name);
    if (field === undefined || !hasValue(field, value)) return [];
    if (known.has(label) || labels.get(label)!.odds < LIKELY) return [];
    const claim: Claim = {
      kind,
      field,
      value: kind === 'value' ? value : { kind: 'value', value, negated: false },
      label,
      mentions: [],
      byRules: null,
      stated: null,
    };
    return isGiven(claim, extraction) ? [] : [claim];
  });
}

/** An operator's file of the same name may have other fields and values. */
const hasValue = ({ type, values }: FieldDefinition, value: string | boolean) =>
  typeof value === 'boolean' ? type === 'boolean' : values?.includes(value) === true;

/** The surest of its places, the quote of a language model, or the word that the network took for its label. */
function spanOf(claim: Claim, network: NetworkEvidence): readonly [number, number] {
  const odds = network.mentions.get(claim);
  if (odds !== undefined && odds.length > 0) return claim.mentions[odds.indexOf(Math.max(...odds))]!.span;
  return claim.stated?.span ?? network.labels.get(claim.label!)!.span;
}

function signsOf(claim: Claim, network: NetworkEvidence): Signs {
  const odds = network.mentions.get(claim) ?? [];
  const label = claim.label === null ? undefined : network.labels.get(claim.label)?.odds;
  return {
    ...(odds.length > 0 && { mention: rounded(sigmoid(Math.max(...odds))) }),
    ...(label !== undefined && { label: rounded(sigmoid(label)) }),
    ...(claim.stated !== null && { model: modelProbability(claim.stated.isCertain) }),
  };
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

/** The scopes of a text as if all of it were of one owner. Quoted words stay quoted. */
export const ownedBy = (owner: 'self' | 'wish', document: TextDocument): TextDocument => ({
  ...document,
  scopes: document.scopes.map((scope) => (scope === 'quoted' ? scope : owner)),
});
