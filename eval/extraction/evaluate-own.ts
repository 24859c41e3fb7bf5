/**
 * Runs the texts of a domain without rules through its extractor: `NAME.yaml` and `NAME.texts.yaml` of a
 * folder.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseDefinition } from '../../src/domains/parse-definition.ts';
import { readYaml } from '../../src/domains/read-yaml.ts';
import type { TextEncoder } from '../../src/engines/encoders/text-encoder.ts';
import type { Gazetteer } from '../../src/people/places/gazetteer.ts';
import { compileRules } from './evaluate.ts';
import { Case } from './read-cases.ts';
import { type Stated, statedValues } from './reliability.ts';
import { type Scored, scoreCase, withoutSoftFields } from './score.ts';

const TEXTS = '.texts.yaml';

export const ownFolder = join(import.meta.dirname, 'own');

export interface OwnEvaluation extends Scored {
  readonly stated: readonly Stated[];
  readonly millisecondsToCompile: number;
}

export function ownDomains(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(TEXTS))
    .map((name) => name.slice(0, -TEXTS.length));
}

/** Soft fields keep the whole text, so they are not scored. */
export async function evaluateOwn(
  folder: string,
  name: string,
  encoder: TextEncoder,
  gazetteer: Gazetteer,
): Promise<OwnEvaluation> {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const definition = parseDefinition(read(`${name}.yaml`), `${name}.yaml`);
  const cases = readYaml(read(`${name}${TEXTS}`), z.array(Case), `${name}${TEXTS}`);
  const started = performance.now();
  const extractor = await compileRules(definition, encoder, gazetteer);
  const millisecondsToCompile = performance.now() - started;
  const scored: Scored = { tallies: new Map(), mistakes: [] };
  const stated: Stated[] = [];
  for (const written of cases) {
    const hard = withoutSoftFields(written, definition);
    const given = { ...hard, ignore: [...hard.ignore, 'preferences'] };
    const extraction = await extractor.extract(given.text, Date.parse(given.now), given.known);
    scoreCase(definition, gazetteer.resolve, given, extraction, scored);
    stated.push(...statedValues(definition, gazetteer.resolve, given, extraction));
  }
  return { ...scored, stated, millisecondsToCompile };
}
