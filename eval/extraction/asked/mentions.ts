/**
 * Values that texts name, with the words around them, and whether the gold has them as offered or as asked
 * for.
 */

import { askedFeatures } from '../../../src/people/reading/asked/asked-features.ts';
import type { ExplainingExtractor } from '../../../src/people/reading/compile-extractor.ts';
import type { Candidate } from '../../../src/people/reading/decision/candidate.ts';
import { explainCases, type ReadCase } from '../decision/labelled-candidates.ts';
import type { Case } from '../read-cases.ts';

export interface Mention {
  readonly features: ReadonlySet<string>;
  readonly isAsked: boolean;
  readonly weight: number;
}

export interface OfferFields {
  readonly offers: string;
  readonly asks: string;
}

export async function mentionsOf(
  extractor: ExplainingExtractor,
  cases: readonly Case[],
  fields: OfferFields,
): Promise<Mention[]> {
  return (await explainCases(extractor, cases)).flatMap((readCase) => mentionsIn(readCase, fields));
}

function mentionsIn({ given, read }: ReadCase, { offers, asks }: OfferFields): Mention[] {
  const goldOf = (name: string) => new Set([given.fields[name] ?? []].flat().map(String));
  const [offered, asked] = [goldOf(offers), goldOf(asks)];
  const isNamed = ({ field, kind, finder }: Candidate) =>
    kind === 'value' && finder !== 'prototype' && (field.name === offers || field.name === asks);
  const found = new Map<string, Mention>();
  for (const candidate of read.candidates) {
    if (!isNamed(candidate) || candidate.kind !== 'value') continue;
    const value = String(candidate.value);
    // The words around a value tell nothing where it is both, or neither.
    if (offered.has(value) === asked.has(value)) continue;
    const { first, last } = candidate.finding;
    found.set(`${value} ${first} ${last}`, {
      features: askedFeatures(read.document, first, last),
      isAsked: asked.has(value),
      weight: 1,
    });
  }
  return [...found.values()];
}
