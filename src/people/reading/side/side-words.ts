/**
 * The evidence of a text's words for its side: a linear model over words and pairs of neighbours ("own van",
 * "you will"). It weighs every side against texts of no side, so that a letter to the support desk stays
 * without one. It is fitted by `eval/extraction-sides.ts` and shipped as
 * `models/extraction-sides/model.json`.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { registerWord, wordId } from '../phrases/word-ids.ts';
import { hasDigit } from '../words/letters.ts';
import type { Word } from '../words/read-text.ts';

const DomainWords = z.strictObject({
  sides: z.array(z.string()).min(2),
  /** By side: log-odds against no side. */
  bias: z.array(z.number()),
  /** By feature, then by side. */
  words: z.record(z.string(), z.array(z.number())),
});
export type DomainWords = z.infer<typeof DomainWords>;

export const SideModelFile = z.strictObject({
  /** The command that fitted it; `README.md` beside the file has the figures. */
  card: z.looseObject({ command: z.string() }),
  domains: z.record(z.string(), DomainWords),
});
export type SideModelFile = z.infer<typeof SideModelFile>;

/** By domain: words that are known of its texts. */
export type SideModel = Pick<ReadonlyMap<string, SideWords>, 'get'>;

export interface SideWords {
  /** By side of `sides`: log-odds against no side. */
  logOdds(words: readonly SideWord[]): Float64Array;
  readonly sides: readonly string[];
}

/** `id`: that of the form among all known words. */
type SideWord = Pick<Word, 'form'> & Partial<Pick<Word, 'id'>>;

interface Feature {
  /** By side. */
  readonly odds: readonly number[];
  /** The number of the last text that had it. */
  text: number;
}

/** The minimum of counted features: two words alone are weak evidence. */
const LEAST_FEATURES = 4;

/**
 * Each word and each pair of neighbours once, with `#` for digits. `whole`: the text's first word is one
 * more.
 */
export function sideFeatures(words: readonly Pick<Word, 'form'>[], whole = true): Set<string> {
  const features = new Set<string>();
  let before: string | undefined;
  for (const word of words) {
    const form = formOf(word);
    features.add(form);
    if (before !== undefined) features.add(pairOf(before, form));
    else if (whole) features.add(pairOf(BEGINNING, form));
    before = form;
  }
  return features;
}

const BEGINNING = '^';
const formOf = ({ form }: Pick<Word, 'form'>) => (hasDigit(form) ? form.replace(/\d+/g, '#') : form);
const pairOf = (first: string, second: string) => `${first} ${second}`;

/** The value of each feature: a long text is no stronger evidence than its words agree. */
export const weightOfFeature = (wordCount: number): number =>
  1 / Math.sqrt(Math.max(LEAST_FEATURES, 2 * wordCount));

/** The words of a domain are indexed on the first use: few processes read texts of all domains. */
export function sideModelOf({ domains }: Pick<SideModelFile, 'domains'>): SideModel {
  const words = new Map<string, SideWords>();
  return {
    get: (domain) => {
      if (!words.has(domain) && Object.hasOwn(domains, domain))
        words.set(domain, sideWordsOf(domains[domain]!));
      return words.get(domain);
    },
  };
}

/** The words of pairs have numbers, so that no pair of a text needs a string of its own. */
function sideWordsOf({ sides, bias, words }: DomainWords): SideWords {
  const single: (Feature | undefined)[] = [];
  const positions = new Map<string, number>();
  const pairs = new Map<number, Feature>();
  const features = Object.entries(words).map(
    ([feature, odds]) => [feature.split(' '), { odds, text: 0 }] as const,
  );
  for (const [[first, second], feature] of features) {
    for (const word of [first!, second]) {
      if (word !== undefined && !positions.has(word)) positions.set(word, positions.size);
    }
    if (second === undefined) single[positions.get(first!)!] = feature;
  }
  const keyOf = (first: number, second: number) => first * positions.size + second;
  for (const [[first, second], feature] of features)
    if (second !== undefined) pairs.set(keyOf(positions.get(first!)!, positions.get(second)!), feature);
  const mayHave = presenceOf([...pairs.keys()]);

  let texts = 0;
  const positionOfId = positionsById(positions);
  const positionOf = ({ form, id = wordId(form) }: SideWord): number | undefined => {
    if (hasDigit(form)) return positions.get(formOf({ form }));
    const position = positionOfId[id];
    return position === undefined || position < 0 ? undefined : position;
  };
  const logOdds = (text: readonly SideWord[]) => {
    texts++;
    const sums = new Float64Array(sides.length);
    /** Each feature counts once a text. */
    const add = (feature: Feature | undefined) => {
      if (feature === undefined || feature.text === texts) return;
      feature.text = texts;
      for (let side = 0; side < sums.length; side++) sums[side]! += feature.odds[side]!;
    };
    let before = positions.get(BEGINNING);
    for (const word of text) {
      const at = positionOf(word);
      if (at !== undefined) {
        add(single[at]);
        const key = before === undefined ? -1 : keyOf(before, at);
        if (key >= 0 && mayHave(key)) add(pairs.get(key));
      }
      before = at;
    }
    const scale = weightOfFeature(text.length);
    return sums.map((sum, side) => bias[side]! + sum * scale);
  };
  return { sides, logOdds };
}

/**
 * By id of a word: its position; -1: none. An array, since a look-up by text would miss the cache several
 * times.
 */
function positionsById(positions: ReadonlyMap<string, number>): Int32Array {
  for (const word of positions.keys()) registerWord(word);
  const known = [...positions].map(([word, position]) => [wordId(word), position] as const);
  const byId = new Int32Array(Math.max(0, ...known.map(([id]) => id)) + 1).fill(-1);
  for (const [id, position] of known) byId[id] = position;
  return byId;
}

const PRESENCE_BITS = 17;

/** A bit set of hashes: one look-up rejects most pairs that the model does not know. */
function presenceOf(keys: readonly number[]): (key: number) => boolean {
  const bits = new Uint8Array(2 ** (PRESENCE_BITS - 3));
  const hashOf = (key: number) => Math.imul(key, 0x9e3779b1) >>> (32 - PRESENCE_BITS);
  for (const key of keys) bits[hashOf(key) >> 3]! |= 1 << (hashOf(key) & 7);
  return (key) => (bits[hashOf(key) >> 3]! & (1 << (hashOf(key) & 7))) !== 0;
}

let shipped: SideModel | undefined;

/**
 * Reads the shipped model on the first call and keeps it. A test validates the file, which takes longer than
 * parsing it.
 */
export function shippedSideModel(): SideModel {
  shipped ??= sideModelOf(JSON.parse(readFileSync(shippedSideModelFile, 'utf8')) as SideModelFile);
  return shipped;
}

export const shippedSideModelFile = new URL(
  '../../../../models/extraction-sides/model.json',
  import.meta.url,
);
