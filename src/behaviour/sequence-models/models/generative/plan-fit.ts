/**
 * The parts of a fit that are fixed before its first step: the network's shape, the item features, and the
 * training trie.
 *
 * The training trie has only items with training events. With a new item in it, the decoder would learn low
 * logits for the item's codes. The trie for generation also has the items that the base model learned. New
 * items are in neither (`new-items.ts`).
 *
 * I items, L levels.
 */

import type { Tensor } from '../../../../engines/tensor/graph/graph.ts';
import { buildCodeTrie } from '../../../semantic-ids/trie/code-trie.ts';
import type { FitProblem } from '../architecture.ts';
import { NO_ROW } from '../sequential/learned-items.ts';
import { rejectionRows } from '../sequential/rejection-rows.ts';
import { basketTargets } from '../training/target-events.ts';
import { pathsOf } from './item-codes.ts';
import { readFiles } from './model-files.ts';
import { type ItemRows, type RetrieverShape, trainingGraph } from './retriever-graph.ts';
import type { GenerativeSettings } from './settings.ts';
import type { BatchSource } from './training-batch.ts';

export interface Plan {
  readonly shape: RetrieverShape;
  readonly loss: Tensor;
  /** The shapes of the parameters, by name. */
  readonly parameterShapes: ReadonlyMap<string, readonly number[]>;
  readonly rows: ItemRows;
  readonly source: BatchSource;
  /** The number of each item among items with equal codes [I]. */
  readonly numbers: Uint32Array;
  /** 1: the item was learned, here or by the base model; 0: it is new [I]. */
  readonly known: Uint8Array;
}

/** Bounds of the size of the last step, which distinguishes items with equal codes. */
const [MIN_NUMBERS, MAX_NUMBERS] = [2, 1024];

/** Throws an Error if there are no codes, or if the base model has the codes of another tokenizer. */
export function planFit(problem: FitProblem<GenerativeSettings>): Plan {
  const { catalogue, train, codes, settings, seed } = problem;
  if (codes === null) throw new Error('a generative retriever needs the codes of its items.');
  const { numbers, ...paths } = pathsOf(codes, catalogue.itemIds);
  const shape = shapeOf(problem, maxOf(numbers) + 1);
  const I = catalogue.itemIds.length;
  const [known, learned] = [knownToBase(problem), new Set(train.items)];
  for (const item of learned) known[item] = 1;
  const isFirst = new Uint8Array(train.items.length);
  for (let person = 0; person + 1 < train.offsets.length; person++)
    if (train.offsets[person]! < train.items.length) isFirst[train.offsets[person]!] = 1;
  const rows = rowsOf(problem, shape);
  const rejections = rejectionRows(train, rowsOfLearned(learned, I));
  const { loss } = trainingGraph(shape, rows, rejections && { trieItems: learned.size });
  return {
    shape,
    loss,
    parameterShapes: new Map(
      loss.graph.parameters.map((parameter) => [parameter.name, parameter.shape as readonly number[]]),
    ),
    rows,
    numbers,
    known,
    source: {
      trie: buildCodeTrie({ ...paths, numbers }, learned),
      sizes: shape.sizes,
      itemCount: I,
      unknownRate: shape.ownVectors ? settings.unknownRate : 0,
      seed,
      events: train.items,
      isFirst,
      weights: train.weights,
      baskets: basketTargets(train),
      rejections,
    },
  };
}

/**
 * The shape of the base model if there is one, so that its parameters fit; else the shape of the settings.
 */
function shapeOf({ base, codes, settings, catalogue }: FitProblem<GenerativeSettings>, numbers: number) {
  if (base !== null) {
    const { shape, tokenizerId } = readFiles(base.files);
    if (tokenizerId !== codes!.tokenizerId)
      throw new Error(
        `the base model uses the codes of tokenizer ${tokenizerId}, not of ${codes!.tokenizerId}; name that one.`,
      );
    return { ...shape, dropoutRate: settings.dropout };
  }
  const lastSize = Math.max(MIN_NUMBERS, Math.min(MAX_NUMBERS, 2 ** Math.ceil(Math.log2(numbers))));
  return {
    width: settings.width,
    heads: settings.heads,
    blocks: settings.blocks,
    decoderWidth: settings.decoderWidth,
    historyLength: settings.historyLength,
    dropoutRate: settings.dropout,
    sizes: [...codes!.layout.sizes, lastSize],
    ownVectors: settings.itemVectors,
    textWidth: settings.itemTexts ? (catalogue.textVectors?.width ?? 0) : 0,
  } satisfies RetrieverShape;
}

function rowsOf({ codes, catalogue }: FitProblem<GenerativeSettings>, shape: RetrieverShape): ItemRows {
  const I = catalogue.itemIds.length;
  const L = shape.sizes.length - 1;
  const byLevel = Array.from({ length: L }, (_, level) => {
    const ofItems = new Int32Array(I + 1).fill(shape.sizes[level]!);
    for (let item = 0; item < I; item++) ofItems[item] = codes!.codes[item * L + level]!;
    return ofItems;
  });
  if (shape.textWidth === 0) return { codes: byLevel, texts: null };
  const texts = new Float32Array((I + 1) * shape.textWidth);
  texts.set(catalogue.textVectors?.values ?? []);
  return { codes: byLevel, texts };
}

/** The items of the training trie have their own number, the others none [I]. */
function rowsOfLearned(learned: ReadonlySet<number>, I: number): Uint32Array {
  return Uint32Array.from({ length: I }, (_, item) => (learned.has(item) ? item : NO_ROW));
}

function knownToBase({ base, catalogue }: FitProblem<GenerativeSettings>): Uint8Array {
  if (base === null) return new Uint8Array(catalogue.itemIds.length);
  const { known } = readFiles(base.files);
  const ids = new Set(base.itemIds.filter((_, item) => known[item] === 1));
  return Uint8Array.from(catalogue.itemIds, (id) => Number(ids.has(id)));
}

function maxOf(numbers: Uint32Array): number {
  return numbers.reduce((max, number) => Math.max(max, number), 0);
}
