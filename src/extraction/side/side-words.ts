/**
 * What the words of a text say of its side: a linear model over words and pairs of neighbours ("own van", "you will").
 * It weighs every side against texts of no side, so that a letter to the support desk stays without one. It is fitted
 * by `eval/extraction-sides.ts` and shipped as `models/extraction-sides/model.json`.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { hasDigit } from '../letters.ts';
import type { Word } from '../read-text.ts';

const DomainWords = z.strictObject({
  sides: z.array(z.string()).min(2),
  /** By side: log-odds against no side. */
  bias: z.array(z.number()),
  /** By feature, then by side. */
  words: z.record(z.string(), z.array(z.number())),
});
export type DomainWords = z.infer<typeof DomainWords>;

export const SideModelFile = z.strictObject({
  /** How it was fitted; `README.md` beside the file has the figures. */
  card: z.looseObject({ command: z.string() }),
  domains: z.record(z.string(), DomainWords),
});
export type SideModelFile = z.infer<typeof SideModelFile>;

/** By domain: words that are known of its texts. */
export type SideModel = ReadonlyMap<string, SideWords>;

export interface SideWords {
  /** By side of `sides`: log-odds against no side. */
  logOdds(words: readonly Pick<Word, 'form'>[]): Float64Array;
  readonly sides: readonly string[];
}

/** Fewer features count as so many: two words alone are weak evidence. */
const LEAST_FEATURES = 4;

/** Each word and each pair of neighbours once, with `#` for digits. `whole`: the text's first word is one more. */
export function sideFeatures(words: readonly Pick<Word, 'form'>[], whole = true): Set<string> {
  const features = new Set<string>();
  let before: string | undefined;
  for (const { form } of words) {
    const word = hasDigit(form) ? form.replace(/\d+/g, '#') : form;
    features.add(word);
    if (before !== undefined) features.add(`${before} ${word}`);
    else if (whole) features.add(`^ ${word}`);
    before = word;
  }
  return features;
}

/** The value of each feature: a long text is no stronger evidence than its words agree. */
export const weightOfFeature = (count: number): number => 1 / Math.sqrt(Math.max(LEAST_FEATURES, count));

export function sideModelOf({ domains }: Pick<SideModelFile, 'domains'>): SideModel {
  return new Map(Object.entries(domains).map(([domain, words]) => [domain, sideWordsOf(words)]));
}

function sideWordsOf({ sides, bias, words }: DomainWords): SideWords {
  const weights = new Map(Object.entries(words));
  const logOdds = (text: readonly Pick<Word, 'form'>[]) => {
    const features = sideFeatures(text);
    const sums = new Float64Array(sides.length);
    for (const feature of features) {
      const known = weights.get(feature);
      if (known !== undefined) for (let side = 0; side < sums.length; side++) sums[side]! += known[side]!;
    }
    const scale = weightOfFeature(features.size);
    return sums.map((sum, side) => bias[side]! + sum * scale);
  };
  return { sides, logOdds };
}

let shipped: SideModel | undefined;

/** Reads the shipped model on the first call and keeps it. */
export function shippedSideModel(): SideModel {
  shipped ??= sideModelOf(SideModelFile.parse(JSON.parse(readFileSync(shippedSideModelFile, 'utf8'))));
  return shipped;
}

export const shippedSideModelFile = new URL('../../../models/extraction-sides/model.json', import.meta.url);
