/**
 * Kinds of comparison, which all domains share whatever their fields are. One multiplier a kind scales the
 * terms of that kind in the general scorecard (`general-scorecard.ts`); 1 leaves them unchanged. Multipliers
 * are at least 0, so that curves keep their direction.
 */
import { Scorecard, type Term } from '../../../domains/scorecard.ts';

export const generalKinds = [
  'distance',
  'overlap',
  'same',
  'difference',
  'ratio',
  'recency',
  'text',
  'sentences',
] as const;
export type GeneralKind = (typeof generalKinds)[number];

/** Each at least 0. */
export type Multipliers = Readonly<Record<GeneralKind, number>>;

const LARGEST_WEIGHT = 10;
const LARGEST_INTERCEPT = 10;

/** Reads the multipliers from the `scorecard` part of a general model's card. */
export function multipliersOf({
  figures,
}: {
  readonly figures: Readonly<Record<string, number>>;
}): Multipliers {
  return Object.fromEntries(generalKinds.map((kind) => [kind, figures[kind] ?? 1])) as Multipliers;
}

/** Throws for a term that no general scorecard has. */
export function kindOf({ compare, name }: Term): GeneralKind {
  const kind = generalKinds.find((generalKind) => generalKind === compare);
  if (kind === undefined)
    throw new Error(`the general scorecard has no «${compare}» terms, but ${name} is one`);
  return kind;
}

export function multiplied(scorecard: Scorecard, multipliers: Multipliers, intercept: number): Scorecard {
  const { terms, head, cross_encoder } = scorecard;
  const { sentences } = cross_encoder;
  const times = (weight: number, kind: GeneralKind) =>
    Math.round(Math.min(LARGEST_WEIGHT, weight * multipliers[kind]) * 1e6) / 1e6;
  const both = (
    evidence: { readonly weight: number; readonly weight_against: number },
    kind: 'text' | 'sentences',
  ) => ({
    weight: times(evidence.weight, kind),
    weight_against: times(evidence.weight_against, kind),
  });
  return Scorecard.parse({
    intercept: Math.min(LARGEST_INTERCEPT, Math.max(-LARGEST_INTERCEPT, intercept)),
    terms: terms.map((term) => ({ ...term, weight: times(term.weight, kindOf(term)) })),
    head: { ...head, ...both(head, 'text') },
    cross_encoder: { sentences: { ...sentences, ...both(sentences, 'sentences') } },
  });
}
