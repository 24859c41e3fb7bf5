/** Runs the cases of a domain through its extractor and scores them. */
import { join } from 'node:path';
import type { DomainDefinition } from '../../src/domains/definition.ts';
import type { TextEncoder } from '../../src/encoders/text-encoder.ts';
import type { Gazetteer } from '../../src/places/gazetteer.ts';
import { compileExtractor } from '../../src/profiles/extract/compile-extractor.ts';
import { type Part, parts, readCases } from './read-cases.ts';
import { type Scored, scoreCase } from './score.ts';

const folder = join(import.meta.dirname, '..', '..', 'eval', 'extraction');

export interface Evaluation extends Scored {
  readonly part: Part;
  readonly count: number;
}

/** One evaluation a part that the domain has cases for. */
export async function evaluate(
  definition: DomainDefinition,
  encoder: TextEncoder,
  gazetteer: Gazetteer,
): Promise<Evaluation[]> {
  const { resolve: resolvePlace, populationOf } = gazetteer;
  const extractor = await compileExtractor(definition, { encoder, resolvePlace, populationOf });
  const evaluations: Evaluation[] = [];
  for (const part of parts) {
    const cases = readCases(folder, definition.domain, part);
    if (cases === null) continue;
    const scored: Scored = { tallies: new Map(), mistakes: [] };
    for (const given of cases) {
      const extraction = await extractor.extract(given.text, Date.parse(given.now), given.known);
      scoreCase(definition, resolvePlace, given, extraction, scored);
    }
    evaluations.push({ part, count: cases.length, ...scored });
  }
  return evaluations;
}
