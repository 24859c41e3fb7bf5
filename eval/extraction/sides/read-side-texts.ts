/**
 * The texts by which words of a side are fitted: the sets of the domain, clauses, written texts, and texts of
 * no side.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { DomainDefinition } from '../../../src/domains/definition.ts';
import { readYaml } from '../../../src/domains/read-yaml.ts';
import type { ExplainingExtractor } from '../../../src/people/reading/compile-extractor.ts';
import { sideFeatures } from '../../../src/people/reading/side/side-words.ts';
import { casesFolder } from '../evaluate.ts';
import { type Case, readCases } from '../read-cases.ts';
import { isLeftOut } from '../score.ts';
import { writeCases } from '../synthetic/write-cases.ts';

export interface SideText {
  /** The set that it is of. */
  readonly part: string;
  readonly features: ReadonlySet<string>;
  readonly wordCount: number;
  /** Position of its side; null: of no side. */
  readonly side: number | null;
  readonly weight: number;
}

/** How much a text of a set counts. Strangers' texts count most, texts of other domains least. */
const WEIGHTS = {
  dev: 2,
  round1: 2,
  round2: 2,
  round3: 2,
  round4: 2,
  sides: 2,
  written: 0.7,
  clauses: 0.5,
  neither: 1,
  others: 0.25,
} as const;
const sets = ['dev', 'round1', 'round2', 'round3', 'round4', 'sides'] as const;
const WRITTEN_TEXTS = 400;

export async function readSideTexts(
  definition: DomainDefinition,
  sides: readonly string[],
  extractor: ExplainingExtractor,
  { seed, others }: { readonly seed: number; readonly others: readonly string[] },
): Promise<SideText[]> {
  const field = definition.sides!.field;
  const texts: SideText[] = [];
  const add = async (part: keyof typeof WEIGHTS, text: string, side: number | null) => {
    const { document } = await extractor.explain(text, Date.now());
    const features = sideFeatures(document.words, part !== 'clauses');
    texts.push({ part, features, wordCount: document.words.length, side, weight: WEIGHTS[part] });
  };
  const addCases = async (part: keyof typeof WEIGHTS, cases: readonly Case[]) => {
    for (const given of cases) {
      if (isLeftOut(given, field)) continue;
      const side = sides.indexOf(String(given.fields[field]));
      await add(part, given.text, side < 0 ? null : side);
    }
  };
  for (const part of sets) await addCases(part, readCases(casesFolder, definition.domain, part) ?? []);
  await addCases('written', writeCases(definition.domain, WRITTEN_TEXTS, seed, 'fit'));
  for (const [side, clauses] of Object.entries(readClauses(definition.domain)))
    for (const clause of clauses) await add('clauses', clause, sides.indexOf(side));
  for (const text of readNeither()) await add('neither', text, null);
  for (const text of others) await add('others', text, null);
  return texts;
}

function readClauses(domain: string): Readonly<Record<string, readonly string[]>> {
  const name = `${domain}.clauses.yaml`;
  const path = join(import.meta.dirname, name);
  if (!existsSync(path)) return {};
  return readYaml(readFileSync(path, 'utf8'), z.record(z.string(), z.array(z.string())), name);
}

function readNeither(): readonly string[] {
  const name = 'neither.yaml';
  return readYaml(readFileSync(join(import.meta.dirname, name), 'utf8'), z.array(z.string()), name);
}
