/**
 * The evidence that a thing is asked for and not offered: a linear model over the words around it. It is
 * fitted by `eval/extraction-asked.ts` and shipped as `models/extraction-asked/model.json`.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const DomainWords = z.strictObject({
  /** Log-odds of being asked for. */
  bias: z.number(),
  /** By feature. */
  words: z.record(z.string(), z.number()),
});

export const AskedModelFile = z.strictObject({
  /** The command that fitted it; `README.md` beside the file has the figures. */
  card: z.looseObject({ command: z.string() }),
  domains: z.record(z.string(), DomainWords),
});
export type AskedModelFile = z.infer<typeof AskedModelFile>;

export interface AskedWords {
  readonly bias: number;
  readonly words: ReadonlyMap<string, number>;
}

export function askedLogOdds({ bias, words }: AskedWords, features: ReadonlySet<string>): number {
  let sum = bias;
  for (const feature of features) sum += words.get(feature) ?? 0;
  return sum;
}

export const askedWordsOf = ({ bias, words }: z.infer<typeof DomainWords>): AskedWords => ({
  bias,
  words: new Map(Object.entries(words)),
});

export const shippedAskedModelFile = new URL(
  '../../../../models/extraction-asked/model.json',
  import.meta.url,
);

let shipped: AskedModelFile | undefined;

/** null: no words are known of the domain. A test validates the file, which takes longer than parsing it. */
export function shippedAskedWords(domain: string): AskedWords | null {
  shipped ??= JSON.parse(readFileSync(shippedAskedModelFile, 'utf8')) as AskedModelFile;
  return Object.hasOwn(shipped.domains, domain) ? askedWordsOf(shipped.domains[domain]!) : null;
}
