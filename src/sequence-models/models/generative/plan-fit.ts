/**
 * The parts of a fit that are fixed before its first step: the network's shape, the item features, and the
 * training trie.
 *
 * The training trie only has items with training events: including a new item would teach the decoder low
 * logits for its codes. The trie for generation also has the items that a base model learned; new items stand
 * outside it (`new-items.ts`).
 */
import { buildCodeTrie } from '../../../semantic-ids/trie/code-trie.ts';
import type { Tensor } from '../../../tensor/graph/graph.ts';
import type { FitProblem } from '../architecture.ts';
import { pathsOf } from './item-codes.ts';
import { readFiles } from './model-files.ts';
import { type ItemRows, type RetrieverShape, trainingGraph } from './retriever-graph.ts';
import type { GenerativeSettings } from './settings.ts';
import type { BatchSource } from './training-batch.ts';

export interface Plan {
  readonly shape: RetrieverShape;
  readonly loss: Tensor;
  /** Shapes of the parameters, by name. */
  readonly parameterShapes: ReadonlyMap<string, readonly number[]>;
  readonly rows: ItemRows;
  readonly maker: BatchSource;
  /** Among the items of equal codes [I]. */
  readonly numbers: Uint32Array;
  /** 1: learned from, here or by the base [I]. */
  readonly known: Uint8Array;
}

const [MIN_NUMBERS, MAX_NUMBERS] = [2, 1024];

/** Throws an Error where there are no codes, or the base speaks those of another tokenizer. */
export function planFit(problem: FitProblem<GenerativeSettings>): Plan {
  const { catalogue, train, codes, settings, seed } = problem;
  if (codes === null) throw new Error('a generative retriever needs the codes of its items.');
  const { numbers, ...paths } = pathsOf(codes, catalogue.itemIds);
  const shape = shapeOf(problem, largest(numbers) + 1);
  const I = catalogue.itemIds.length;
  const [known, learned] = [knownToBase(problem), new Set(train.items)];
  for (const item of learned) known[item] = 1;
  const isFirst = new Uint8Array(train.items.length);
  for (let person = 0; person + 1 < train.offsets.length; person++)
    if (train.offsets[person]! < train.items.length) isFirst[train.offsets[person]!] = 1;
  const rows = rowsOf(problem, shape);
  const { loss } = trainingGraph(shape, rows);
  return {
    shape,
    loss,
    parameterShapes: new Map(
      loss.graph.parameters.map((parameter) => [parameter.name, parameter.shape as readonly number[]]),
    ),
    rows,
    numbers,
    known,
    maker: {
      trie: buildCodeTrie({ ...paths, numbers }, learned),
      sizes: shape.sizes,
      itemCount: I,
      unknownRate: shape.ownVectors ? settings.unknownRate : 0,
      seed,
      events: train.items,
      isFirst,
    },
  };
}

/** A base's own shape, so that what it learned fits; else that of the settings. */
function shapeOf({ base, codes, settings, catalogue }: FitProblem<GenerativeSettings>, numbers: number) {
  if (base !== null) {
    const { shape, tokenizerId } = readFiles(base.files);
    if (tokenizerId !== codes!.tokenizerId)
      throw new Error(
        `the base model speaks the codes of tokenizer ${tokenizerId}, not of ${codes!.tokenizerId}; name that one.`,
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

function knownToBase({ base, catalogue }: FitProblem<GenerativeSettings>): Uint8Array {
  if (base === null) return new Uint8Array(catalogue.itemIds.length);
  const { known } = readFiles(base.files);
  const ids = new Set(base.itemIds.filter((_, item) => known[item] === 1));
  return Uint8Array.from(catalogue.itemIds, (id) => Number(ids.has(id)));
}

function largest(numbers: Uint32Array): number {
  return numbers.reduce((most, number) => Math.max(most, number), 0);
}
