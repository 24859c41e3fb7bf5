/**
 * The evidence for a claim, as features of a logistic regression: the network's two readings and the rules'
 * own.
 */
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import { isNear } from '../decision/is-near.ts';
import type { Extraction } from '../extractor.ts';
import { type Claim, labelKey, type Said } from './claims.ts';
import { type EvidenceWeights, evidenceNames } from './evidence-names.ts';
import type { LabelReading } from './read-windows.ts';

/**
 * Log-odds are bounded, so that no reading outvotes all others. A likely profile speaks for no claim. In another
 * language an unlikely one speaks against none.
 */
const MOST = { mention: 5, label: 6, sureLabel: 5, rules: 6, noProfile: 7, profile: 0 };
/** The log-odds of a rival at the same words, where nothing else was read there. */
const NO_RIVAL = -4;

export interface NetworkEvidence {
  /** Log-odds by mention of a claim. */
  readonly mentions: ReadonlyMap<Claim, readonly number[]>;
  /** By label. */
  readonly labels: ReadonlyMap<string, LabelReading>;
  /** Windows of the text. */
  readonly windows: number;
  /** Whether the text is in another language than English, which alone the network was fitted on. */
  readonly isForeign: boolean;
}

/** The fields of offers and needs, which have the same values. */
export type Owners = Readonly<{ offers: string; asks: string }>;

/** `odds`: of all mentions, in the order of claims. */
export function byMention(
  claims: readonly Claim[],
  odds: ArrayLike<number>,
): ReadonlyMap<Claim, readonly number[]> {
  let at = 0;
  return new Map(claims.map((claim) => [claim, claim.mentions.map(() => odds[at++]!)]));
}

export function describeClaims(
  claims: readonly Claim[],
  network: NetworkEvidence,
  extraction: Extraction,
  owners: Owners | null,
): Float64Array[] {
  const bySpan = new Map<string, (readonly [Claim, number])[]>();
  for (const claim of claims)
    for (const [n, { span }] of claim.mentions.entries()) {
      const key = span.join();
      const one = [claim, network.mentions.get(claim)![n]!] as const;
      bySpan.set(key, [...(bySpan.get(key) ?? []), one]);
    }
  const rivalOf = (claim: Claim) =>
    claim.mentions
      .flatMap(({ span }) => bySpan.get(span.join())!)
      .reduce(
        (most, [other, odds]) => (other === claim ? most : Math.max(most, odds)),
        Number.NEGATIVE_INFINITY,
      );
  return claims.map((claim) => {
    const rival = rivalOf(claim);
    return featuresOf(
      claim,
      network,
      isGiven(claim, extraction),
      Number.isFinite(rival) ? rival : NO_RIVAL,
      owners,
    );
  });
}

function featuresOf(
  claim: Claim,
  network: NetworkEvidence,
  isOfRules: boolean,
  rival: number,
  owners: Owners | null,
): Float64Array {
  const odds = network.mentions.get(claim) ?? [];
  const known = claim.label === null ? undefined : network.labels.get(claim.label)?.odds;
  const hasMention = odds.length > 0 ? 1 : 0;
  const hasLabel = known === undefined ? 0 : 1;
  const mention = hasMention === 0 ? 0 : bounded(Math.max(...odds), MOST.mention, MOST.mention);
  const label = bounded(known ?? 0, MOST.label, MOST.sureLabel);
  const given = isOfRules ? 1 : 0;
  const preference = claim.kind === 'preference' ? 1 : 0;
  const windows = Math.log2(network.windows);
  const profile = network.isForeign
    ? 0
    : bounded(network.labels.get(labelKey('profile', '', ''))?.odds ?? 0, MOST.noProfile, MOST.profile);
  const proposed = claim.byRules === null || claim.byRules <= 0 ? 0 : 1;
  const other = bounded(
    network.labels.get(otherOwner(claim, owners))?.odds ?? -MOST.label,
    MOST.label,
    MOST.sureLabel,
  );
  return Float64Array.of(
    1,
    mention,
    label,
    hasMention,
    hasLabel,
    given,
    proposed,
    proposed === 0 ? 0 : bounded(logit(claim.byRules!), MOST.rules, MOST.rules),
    preference,
    preference * given,
    preference * label,
    label * given,
    hasLabel * given,
    other * hasLabel,
    bounded(rival, MOST.rules, MOST.rules),
    claim.field.multiple ? given : 0,
    hasMention * hasLabel * Math.min(mention, label),
    claim.field.name === owners?.offers || claim.field.name === owners?.asks ? 1 : 0,
    windows,
    windows * label,
    Math.log2(1 + claim.mentions.length),
    typeof claim.value === 'number' ? 1 : 0,
    claim.field.kind === 'derived' ? 1 : 0,
    profile,
    profile * given,
    network.isForeign ? 1 : 0,
    network.isForeign ? given : 0,
  );
}

const bounded = (value: number, least: number, most: number) => Math.min(most, Math.max(-least, value));
const logit = (probability: number) =>
  Math.log(Math.max(probability, 1e-4) / Math.max(1 - probability, 1e-4));

/** The label of the same value of the other owner: needed in place of offered, wanted in place of stated. */
function otherOwner({ kind, field, value }: Claim, owners: Owners | null): string {
  const plain = typeof value === 'object' && value.kind === 'value' ? value.value : value;
  if (typeof plain === 'object' || typeof plain === 'number') return '';
  if (owners !== null && (field.name === owners.offers || field.name === owners.asks))
    return labelKey('value', field.name === owners.offers ? owners.asks : owners.offers, plain);
  return labelKey(kind === 'value' ? 'preference' : 'value', field.name, plain);
}

/** Whether the reading gives the value of the claim. */
export function isGiven({ kind, field, value }: Said, { values, preferences }: Extraction): boolean {
  if (kind === 'value') {
    const fieldValue = values.find((value) => value.field === field.name)?.value;
    return [fieldValue].flat().some((one) => isSame(one, value));
  }
  const given = preferences[field.name];
  if (given === undefined || typeof value !== 'object') return false;
  if (value.kind === 'range')
    return (
      isRange(given) &&
      (['gte', 'gt', 'lte', 'lt'] as const).every((bound) => value[bound] === undefined || bound in given)
    );
  if (value.kind === 'distance') return false;
  const isRefusal = isRange(given) && ('ne' in given || 'nin' in given);
  const named = isRange(given) ? Object.values(given)[0] : given;
  return isRefusal === value.negated && [named].flat().includes(value.value);
}

const isRange = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (a: unknown, b: unknown) =>
  typeof a === 'number' && typeof b === 'number' ? isNear(a, b) : a === b;

/** `added`: log-odds of the claim's field, and what a language model says. */
export function probabilityOf(features: Float64Array, weights: EvidenceWeights, added: number): number {
  let sum = added;
  for (const [at, name] of evidenceNames.entries()) sum += features[at]! * weights[name];
  return sigmoid(sum);
}

/** Names of a claim's effects in the weights of a decision. */
export const effectOf = (domain: string, { kind, field }: Pick<Claim, 'kind' | 'field'>): string =>
  kind === 'value' ? `${domain}.${field.name}` : `${domain}.${field.name} preference`;
