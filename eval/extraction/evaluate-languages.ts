/** Runs texts of other languages than English through the shipped domains: `languages/CODE.yaml`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readYaml } from '../../src/domains/read-yaml.ts';
import { shippedVersions } from '../../src/domains/shipped-domains.ts';
import type { TextEncoder } from '../../src/engines/encoders/text-encoder.ts';
import type { Gazetteer } from '../../src/people/places/gazetteer.ts';
import { compileRules } from './evaluate.ts';
import { Case } from './read-cases.ts';
import { type Scored, scoreCase } from './score.ts';

const folder = join(import.meta.dirname, 'languages');
const CaseOfDomain = Case.extend({ domain: z.string() });

export interface LanguageEvaluation extends Scored {
  readonly language: string;
  readonly domain: string;
  readonly count: number;
}

export function readLanguageCases() {
  return readdirSync(folder).map((file) => ({
    language: file.replace('.yaml', ''),
    cases: readYaml(readFileSync(join(folder, file), 'utf8'), z.array(CaseOfDomain), file),
  }));
}

/** One evaluation a language and domain. */
export async function evaluateLanguages(
  encoder: TextEncoder,
  gazetteer: Gazetteer,
): Promise<LanguageEvaluation[]> {
  const texts = readLanguageCases();
  const evaluations: LanguageEvaluation[] = [];
  for (const version of shippedVersions()) {
    if (!texts.some(({ cases }) => cases.some(({ domain }) => domain === version.domain))) continue;
    const definition = version.read();
    const extractor = await compileRules(definition, encoder, gazetteer);
    for (const { language, cases } of texts) {
      const own = cases.filter(({ domain }) => domain === version.domain);
      const scored: Scored = { tallies: new Map(), mistakes: [] };
      for (const given of own) {
        const extraction = await extractor.extract(given.text, Date.parse(given.now), given.known);
        scoreCase(definition, gazetteer.resolve, given, extraction, scored);
      }
      evaluations.push({ language, domain: version.domain, count: own.length, ...scored });
    }
  }
  return evaluations;
}
