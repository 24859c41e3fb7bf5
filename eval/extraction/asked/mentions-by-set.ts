/**
 * Where a domain's capabilities are named, by set of texts: the sentences that ask or offer, `dev`, and the
 * rounds.
 */
import type { DomainDefinition } from '../../../src/domains/definition.ts';
import { compileExtractor, type ExtractionTools } from '../../../src/people/reading/compile-extractor.ts';
import { casesFolder } from '../evaluate.ts';
import { readCases, rounds } from '../read-cases.ts';
import { readFrames } from './frames.ts';
import { type Mention, mentionsOf } from './mentions.ts';

/** The definition has `extraction.requests`. */
export async function mentionsBySet(
  definition: DomainDefinition,
  tools: ExtractionTools,
): Promise<ReadonlyMap<string, readonly Mention[]>> {
  const requests = definition.extraction!.requests!;
  const extractor = await compileExtractor(definition, tools, { reader: () => null });
  const sets = new Map<string, readonly Mention[]>([
    ['frames', await readFrames(definition.domain, extractor)],
  ]);
  for (const part of ['dev', ...rounds] as const) {
    const cases = readCases(casesFolder, definition.domain, part);
    if (cases !== null) sets.set(part, await mentionsOf(extractor, cases, requests));
  }
  return sets;
}
