/**
 * Opens a fitted retriever in this thread: encodes histories, generates items, and scores the catalogue.
 *
 * `score`, `embed` and `generate` encode one history at a time. The last bits of ONNX Runtime's results
 * depend on the number of rows, but a result must not depend on its batch. Lists for evaluations are computed
 * for many histories at once.
 *
 * B histories, I items, L levels, D width of a vector.
 */
import { buildCodeTrie } from '../../../semantic-ids/trie/code-trie.ts';
import { type HistoryBatch, NO_ITEM } from '../../evaluation/ranker.ts';
import { type ModelFiles, type OpenModel, UNKNOWN_SCORE } from '../architecture.ts';
import { beamSearch, type FoundItems } from './beam-search.ts';
import { catalogueScorer } from './catalogue-scorer.ts';
import { temper } from './fit-temperature.ts';
import { linkNewItems } from './link-new-items.ts';
import { type RetrieverContent, readFiles, type Unlinked } from './model-files.ts';
import { type NewItemLinks, newItems, noLinks, withNewItems } from './new-items.ts';
import { openNetwork } from './open-network.ts';

type Batch = Pick<HistoryBatch, 'offsets' | 'items'>;

export interface OpenOptions {
  readonly threads: number;
  /** The ranker's name in reports. */
  readonly name?: string;
  /** The width of the beam for lists of the ranker. */
  readonly rankerBeam?: number;
}

/** The default width of the beam for lists of the ranker. */
const RANKER_BEAM = 50;
/** The maximum number of histories that are encoded together for lists. */
const HISTORIES_AT_ONCE = 32;

/** Throws an Error if files are missing or damaged. */
export async function openRetriever(files: ModelFiles, options: OpenOptions): Promise<OpenModel> {
  const content = readFiles(files);
  const { shape, codes, numbers, order, known, unlinked } = content;
  const { width: D, historyLength, sizes } = shape;
  const I = numbers.length;
  const L = sizes.length - 1;
  const trie = buildCodeTrie(
    { codes, levels: L, numbers },
    [...known.keys()].filter((item) => known[item] === 1),
  );
  const { statesOf, decoderOf, close } = await openNetwork(files, content, options);
  const scoreKnown = catalogueScorer(trie, sizes);
  const fresh = newItems(
    known,
    unlinked === null ? content.links : await linksOf(content, unlinked, options),
  );

  return {
    capabilities: ['predict', 'embed', 'generate'],
    maxHistoryItems: historyLength,
    embeddingDimensions: D,
    memoryBytes: 2 * [...files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0),
    ranker: { name: options.name ?? 'generative-retriever', list },
    score,
    embed,
    itemVectors: content.vectors.subarray(0, I * D),
    generate: async (history, { limit, beam }) => {
      const [found] = await search([history], Math.max(limit, beam));
      return Array.from(found!.items.subarray(0, limit), (item, rank) => ({
        item,
        score: found!.scores[rank]! / content.temperature,
        codes: codesOf(item),
      }));
    },
    codesOf,
    ranksByPopularity: (history) => history.length === 0,
    close,
  };

  function codesOf(item: number): readonly number[] {
    return [...codes.subarray(item * L, (item + 1) * L)];
  }

  async function search(histories: readonly Uint32Array[], beam: number): Promise<readonly FoundItems[]> {
    const states = await statesOf(histories);
    const width = Math.min(beam, I);
    const found = await beamSearch(trie, decoderOf(states), histories.length, { width, order });
    return found.map((known) => withNewItems(known, fresh, { width, order }));
  }

  async function score(batch: Batch): Promise<Float32Array> {
    const histories = historiesIn(batch);
    const scores = new Float32Array(histories.length * I);
    for (const [row, history] of histories.entries()) {
      const own = scores.subarray(row * I, (row + 1) * I);
      const byDecoder = await scoreKnown(decoderOf(await statesOf([history])));
      const shared = fresh.shared(
        trie.items,
        Float64Array.from(trie.items, (item) => byDecoder[item]!),
      );
      for (const [at, item] of trie.items.entries()) own[item] = shared.known[at]!;
      for (const [at, item] of fresh.items.entries()) own[item] = Math.max(UNKNOWN_SCORE, shared.fresh[at]!);
      temper(own, content.temperature);
    }
    return scores;
  }

  async function embed(batch: Batch): Promise<Float32Array> {
    const histories = historiesIn(batch);
    const states = new Float32Array(histories.length * D);
    for (const [row, history] of histories.entries()) states.set(await statesOf([history]), row * D);
    return states;
  }

  async function list(batch: HistoryBatch, limit: number, withoutSeen: boolean): Promise<Uint32Array> {
    const histories = historiesIn(batch);
    const lists = new Uint32Array(histories.length * limit).fill(NO_ITEM);
    // Histories of similar length share a batch, which keeps the padding small.
    const sorted = [...histories.keys()].sort((a, b) => histories[a]!.length - histories[b]!.length);
    for (let from = 0; from < sorted.length; from += HISTORIES_AT_ONCE) {
      const rows = sorted.slice(from, from + HISTORIES_AT_ONCE);
      const found = await search(
        rows.map((row) => histories[row]!),
        options.rankerBeam ?? RANKER_BEAM,
      );
      for (const [index, row] of rows.entries()) {
        const seen = withoutSeen ? new Set(histories[row]) : null;
        const kept = found[index]!.items.filter((item) => seen?.has(item) !== true);
        lists.set(kept.subarray(0, limit), row * limit);
      }
    }
    return lists;
  }
}

/** Links for the files of an earlier version. */
function linksOf(
  { known }: RetrieverContent,
  { share, contents }: Unlinked,
  { threads }: OpenOptions,
): Promise<NewItemLinks> | NewItemLinks {
  if (contents === null) return noLinks;
  const numbers = Uint32Array.from(known.keys());
  const [ofNew, ofKnown] = [
    numbers.filter((item) => known[item] === 0),
    numbers.filter((item) => known[item] === 1),
  ];
  const rate = Math.min(1, (share * ofKnown.length) / ((1 - share) * Math.max(1, ofNew.length)));
  const rates = new Float32Array(ofNew.length).fill(rate);
  const { signal } = new AbortController();
  return linkNewItems({ newItems: ofNew, known: ofKnown, rates, contents }, { signal, threads });
}

function historiesIn({ offsets, items }: Batch): readonly Uint32Array[] {
  return Array.from({ length: offsets.length - 1 }, (_, row) =>
    items.subarray(offsets[row]!, offsets[row + 1]!),
  );
}
