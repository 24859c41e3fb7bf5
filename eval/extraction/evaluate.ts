/** Runs the cases of a domain through its extractor and scores them. */
import { bulkhead } from 'cockatiel';
import type { DomainDefinition } from '../../src/domains/definition.ts';
import type { TextEncoder } from '../../src/engines/encoders/text-encoder.ts';
import type { Gazetteer } from '../../src/people/places/gazetteer.ts';
import { compileExtractor, type ExplainingExtractor } from '../../src/people/reading/compile-extractor.ts';
import type { Extractor } from '../../src/people/reading/extractor.ts';
import { type Case, type Part, parts, readCases } from './read-cases.ts';
import { type Stated, statedValues } from './reliability.ts';
import { type Scored, scoreCase } from './score.ts';
import { writeCases } from './synthetic/write-cases.ts';

export const casesFolder = import.meta.dirname;

/** `written`: synthetic texts of wordings that the decision was not fitted on, by another seed. */
const evaluatedParts = [...parts, 'written'] as const;
export type EvaluatedPart = Part | 'written';

export interface Evaluation extends Scored {
  readonly part: EvaluatedPart;
  readonly count: number;
  /** Cases with a mistake; in order. */
  readonly failed: readonly Case[];
  readonly stated: readonly Stated[];
}

const WRITTEN_SEED = 20_261;
const WRITTEN_TEXTS = 150;

/** The domain's rules, as the service has them. */
export function compileRules(
  definition: DomainDefinition,
  encoder: TextEncoder,
  { resolve: resolvePlace, resolveGiven, populationOf, mayBeginPlace }: Gazetteer,
): Promise<ExplainingExtractor> {
  return compileExtractor(definition, { encoder, resolvePlace, resolveGiven, populationOf, mayBeginPlace });
}

interface EvaluateOptions {
  /** Texts that are read at the same time. Default: 1. */
  readonly atOnce?: number;
  /** Default: all. */
  readonly only?: readonly EvaluatedPart[];
}

/** One evaluation a part that the domain has cases for. */
export async function evaluate(
  definition: DomainDefinition,
  extractor: Extractor,
  { resolveGiven: resolvePlace }: Gazetteer,
  { atOnce = 1, only = evaluatedParts }: EvaluateOptions = {},
): Promise<Evaluation[]> {
  const evaluations: Evaluation[] = [];
  const { execute } = bulkheadOf(atOnce);
  for (const part of only) {
    const cases =
      part === 'written'
        ? writeCases(definition.domain, WRITTEN_TEXTS, WRITTEN_SEED, 'test')
        : readCases(casesFolder, definition.domain, part);
    if (cases === null || cases.length === 0) continue;
    const scored: Scored = { tallies: new Map(), mistakes: [] };
    const extractions = await Promise.all(
      cases.map((given) => execute(() => extractor.extract(given.text, Date.parse(given.now), given.known))),
    );
    const failed = cases.filter((given, n) => {
      const before = scored.mistakes.length;
      scoreCase(definition, resolvePlace, given, extractions[n]!, scored);
      return scored.mistakes.length > before;
    });
    const stated = cases.flatMap((given, n) =>
      statedValues(definition, resolvePlace, given, extractions[n]!),
    );
    evaluations.push({ part, count: cases.length, failed, stated, ...scored });
  }
  return evaluations;
}

function bulkheadOf(places: number) {
  const policy = bulkhead(places, Number.MAX_SAFE_INTEGER);
  return { execute: policy.execute.bind(policy) };
}
