/** Evaluation cases of extraction, as `eval/extraction/README.md` describes them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readYaml } from '../../src/domains/read-yaml.ts';

const Values = z.record(z.string(), z.unknown());

export const Case = z.strictObject({
  text: z.string(),
  fields: Values.default({}),
  derived: Values.default({}),
  preferences: Values.default({}),
  known: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .default({}),
  now: z.string().default('2026-06-01'),
  ignore: z.array(z.string()).default([]),
  only: z.array(z.string()).min(1).optional(),
  known_failure: z.string().optional(),
});
export type Case = z.infer<typeof Case>;

/** Texts of writers who knew the schema alone, a round after another. */
export const rounds = [
  'round1',
  'round2',
  'round3',
  'round4',
  'round5',
  'round6',
  'round7',
  'round8',
  'round9',
  'round10',
  'round11',
  'round12',
  'round13',
  'round14',
  'round15',
  'round16',
  'round17',
  'round18',
  'round19',
  'round20',
] as const;

export const parts = [
  'dev',
  'heldout',
  'blind',
  'probes',
  'fresh',
  ...rounds,
  'sides',
  'sides-heldout',
] as const;
export type Part = (typeof parts)[number];
/** `train`: texts for the fit of the network, which are not scored. */
export type CaseSet = Part | 'train';

/** null where the domain has no such file. */
export function readCases(folder: string, domain: string, part: CaseSet): readonly Case[] | null {
  const name = `${domain}.${part}.yaml`;
  const path = join(folder, name);
  return existsSync(path) ? readYaml(readFileSync(path, 'utf8'), z.array(Case), name) : null;
}
