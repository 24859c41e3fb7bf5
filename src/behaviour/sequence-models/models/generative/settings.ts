/**
 * The settings of a generative retriever. A setting that the request omits follows from the shape of the data
 * alone, by the same rule for every dataset.
 */
import { apiError } from '../../../../contract/errors.ts';
import { GenerativeSettings as WireSettings } from '../../../../contract/generative-settings.ts';
import type { DataShape, ModelFiles } from '../architecture.ts';
import { readFiles } from './model-files.ts';
import type { RetrieverShape } from './retriever-graph.ts';

export interface GenerativeSettings {
  readonly width: number;
  readonly blocks: number;
  readonly heads: number;
  readonly decoderWidth: number;
  readonly historyLength: number;
  readonly dropout: number;
  readonly itemVectors: boolean;
  readonly unknownRate: number;
  readonly itemTexts: boolean;
  /** 0..0.3; null: measured. */
  readonly newItemShare: number | null;
  readonly learningRate: number;
  readonly weightDecay: number;
  readonly batchEvents: number;
  readonly epochs: number;
  readonly patience: number;
}

/**
 * `base`: the files of the base model, whose network is kept. Throws a ZodError if `given` does not match
 * `contract/generative-settings.ts`, and 400 `invalid_request` if settings contradict one another or the
 * base.
 */
export function completeSettings(given: unknown, shape: DataShape, base: ModelFiles | null = null) {
  const requested = WireSettings.parse(given);
  const network = base === null ? null : networkOf(readFiles(base).shape);
  const reasons = network === null ? [] : ['The network is that of the base model.'];
  const choose = <Value>(requestedValue: Value | undefined, choice: Choice<Value>, ofBase?: Value): Value => {
    if (requestedValue !== undefined) return requestedValue;
    if (ofBase !== undefined) return ofBase;
    if (choice.reason !== null) reasons.push(choice.reason);
    return choice.value;
  };
  const width = choose(requested.width, { value: 96, reason: null }, network?.width);
  const settings: GenerativeSettings = {
    width,
    blocks: choose(requested.blocks, blocksFor(shape), network?.blocks),
    heads: choose(requested.heads, { value: 2, reason: null }, network?.heads),
    decoderWidth: choose(requested.decoder_width, { value: 2 * width, reason: null }, network?.decoderWidth),
    historyLength: choose(requested.history_length, historyLengthFor(shape), network?.historyLength),
    dropout: choose(requested.dropout, dropoutFor(shape)),
    itemVectors: choose(requested.item_vectors, { value: true, reason: null }, network?.itemVectors),
    unknownRate: requested.unknown_rate ?? 0.1,
    itemTexts: choose(requested.item_texts, { value: false, reason: null }, network?.itemTexts),
    newItemShare: requested.new_item_share ?? null,
    learningRate: requested.learning_rate ?? 2e-3,
    weightDecay: requested.weight_decay ?? 0,
    batchEvents: requested.batch_events ?? 1024,
    epochs: requested.epochs ?? 60,
    patience: requested.patience ?? 4,
  };
  assertConsistent(settings, network, shape);
  return { settings, reasons };
}

interface Choice<Value> {
  readonly value: Value;
  /** For the model's card; null: the value does not depend on the data. */
  readonly reason: string | null;
}

type Network = Pick<
  GenerativeSettings,
  'width' | 'blocks' | 'heads' | 'decoderWidth' | 'historyLength' | 'itemVectors' | 'itemTexts'
>;

function networkOf(shape: RetrieverShape): Network {
  const { width, blocks, heads, decoderWidth, historyLength, ownVectors, textWidth } = shape;
  return {
    width,
    blocks,
    heads,
    decoderWidth,
    historyLength,
    itemVectors: ownVectors,
    itemTexts: textWidth > 0,
  };
}

function assertConsistent(settings: GenerativeSettings, base: Network | null, { hasTexts }: DataShape): void {
  if (settings.width % settings.heads !== 0)
    throw apiError(
      'invalid_request',
      `width is ${settings.width} and heads ${settings.heads}; width must be a multiple of heads.`,
    );
  if (settings.itemTexts && !hasTexts)
    throw apiError(
      'invalid_request',
      'item_texts is true, but no item of the dataset has a text; leave it out.',
    );
  for (const [name, has] of Object.entries(base ?? {})) {
    const value = settings[name as keyof Network];
    if (has !== value)
      throw apiError(
        'invalid_request',
        `The base model has ${name} ${has}, asked for is ${value}; leave it out, or train from scratch.`,
      );
  }
}

function historyLengthFor({ longLength }: DataShape): Choice<number> {
  const value = Math.max(10, Math.min(200, Math.ceil(longLength / 10) * 10));
  return {
    value,
    reason: `Histories are read up to ${value} items: 95 % have no more than ${Math.round(longLength)} events, and 200 is the most.`,
  };
}

function blocksFor({ events, people }: DataShape): Choice<number> {
  const isLong = events / Math.max(1, people) >= 30;
  return isLong
    ? { value: 2, reason: 'Two blocks: histories are long, 30 events and more on average.' }
    : { value: 1, reason: 'One block: histories are short, below 30 events on average.' };
}

function dropoutFor({ events, items }: DataShape): Choice<number> {
  const isDense = events / Math.max(1, items) >= 100;
  return isDense
    ? { value: 0.1, reason: 'Dropout 0.1: 100 events an item and more.' }
    : { value: 0.2, reason: 'Dropout 0.2: less than 100 events an item.' };
}
