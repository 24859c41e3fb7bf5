/** The counted words of a workspace, decoded once a version. */
import { LRUCache } from 'lru-cache';
import type { TenantId } from '../../../contract/brands.ts';
import type { StoredWordCounts, WordCountStore } from '../../../platform/storage/word-count-store.ts';
import type { WordCounts } from '../scoring/word-frequencies.ts';
import type { StageModel } from './model-catalog.ts';

/** undefined: none are counted. */
export type ReadWordCounts = (tenant: TenantId, domain: string) => Promise<WordCounts | undefined>;

/** Domains whose words stay in memory; the least recently used is given up first. */
const MOST_DOMAINS = 64;

export function createReadWordCounts(
  store: Pick<WordCountStore, 'wordCounts' | 'wordCountState'>,
): ReadWordCounts {
  const known = new LRUCache<string, WordCounts>({ max: MOST_DOMAINS });
  return async (tenant, domain) => {
    const state = await store.wordCountState(tenant, domain);
    const key = JSON.stringify([tenant, domain]);
    const before = known.get(key);
    if (state === null || before?.version === state.version) return state === null ? undefined : before;
    const stored = await store.wordCounts(tenant, domain);
    if (stored === null) return undefined;
    const counts = wordCountsOf(stored);
    known.set(key, counts);
    return counts;
  };
}

function wordCountsOf({
  version,
  texts,
  words,
  counts,
}: Pick<StoredWordCounts, 'version' | 'texts' | 'words' | 'counts'>): WordCounts {
  const textsWith = new Map<number, number>();
  for (let at = 0; at < counts.length; at += 2) textsWith.set(counts[at]!, counts[at + 1]!);
  return { version, texts, words, textsWith };
}

const modelsWithWords = new WeakMap<StageModel, WeakMap<WordCounts, StageModel>>();

/**
 * The model with the words of the workspace, by which its terms over words weigh. A trained model of a shared tier
 * stays as it is: it was fitted and validated on the shipped list alone. The model with words is made once,
 * because caches elsewhere are keyed by the identity of a model.
 */
export function withWords(model: StageModel, words: WordCounts | undefined): StageModel {
  if (words === undefined || (model.tier !== 'tenant' && model.rankingModel.card.trained_at !== null))
    return model;
  const known = modelsWithWords.get(model) ?? new WeakMap<WordCounts, StageModel>();
  modelsWithWords.set(model, known);
  const made = known.get(words) ?? { ...model, rankingModel: { ...model.rankingModel, words } };
  known.set(words, made);
  return made;
}
