/**
 * The settings of a sequential recommender. A setting that the request omits follows from the shape of the
 * data alone, by the same rule for every dataset.
 */
import { apiError } from '../../../../contract/errors.ts';
import { SequentialSettings as WireSettings } from '../../../../contract/sequential-settings.ts';
import type { DataShape, ModelFiles } from '../architecture.ts';
import { type RecommenderContent, readFiles } from './model-files.ts';
import type { NetworkShape } from './recommender-graph.ts';
import type { GapMode } from './time-gaps.ts';

export interface SequentialSettings {
  readonly width: number;
  readonly blocks: number;
  readonly heads: number;
  readonly historyLength: number;
  readonly dropout: number;
  readonly itemVectorDropout: number;
  readonly learningRate: number;
  readonly weightDecay: number;
  readonly batchEvents: number;
  readonly epochs: number;
  readonly patience: number;
  readonly negatives: number;
  readonly itemTexts: boolean;
  readonly itemFeatures: boolean;
  readonly timeGaps: 'none' | GapMode;
  /** Names of features of events, and `hour` and `weekday`. */
  readonly contextFeatures: readonly string[];
  readonly outputVectors: 'shared' | 'own';
  readonly blend: boolean;
}

interface Choice<Value> {
  readonly value: Value;
  /** For the model's card; null: the value does not depend on the data. */
  readonly reason: string | null;
}

/** With more items the softmax is over sampled negatives. */
const MAX_ITEMS_OF_FULL_SOFTMAX = 50_000;

/**
 * `base`: the files of the base model, whose network is kept. Throws a ZodError if `given` does not match
 * `contract/sequential-settings.ts`, and 400 `invalid_request` if settings contradict one another or the
 * base.
 */
export function completeSettings(given: unknown, shape: DataShape, base: ModelFiles | null = null) {
  const requested = WireSettings.parse(given);
  const content = base === null ? null : readFiles(base);
  const network = content?.shape ?? null;
  const reasons =
    network === null
      ? []
      : ['Width, blocks, heads, the longest history, features and times are those of the base model.'];
  const choose = <Value>(requestedValue: Value | undefined, choice: Choice<Value>): Value => {
    if (requestedValue !== undefined) return requestedValue;
    if (choice.reason !== null) reasons.push(choice.reason);
    return choice.value;
  };
  const historyLength = choose(
    requested.history_length,
    ofBase(network?.historyLength) ?? historyLengthFor(shape),
  );
  const settings: SequentialSettings = {
    width: choose(requested.width, ofBase(network?.width) ?? { value: 64, reason: null }),
    blocks: choose(requested.blocks, ofBase(network?.blocks) ?? blocksFor(shape)),
    heads: choose(requested.heads, ofBase(network?.heads) ?? { value: 1, reason: null }),
    historyLength,
    dropout: choose(requested.dropout, dropoutFor(shape)),
    itemVectorDropout: requested.item_vector_dropout ?? 0,
    learningRate: requested.learning_rate ?? 2e-3,
    weightDecay: requested.weight_decay ?? 0,
    batchEvents: choose(requested.batch_events, batchEventsFor(shape, historyLength)),
    epochs: requested.epochs ?? 100,
    patience: requested.patience ?? 5,
    negatives: choose(requested.negatives, negativesFor(shape)),
    itemTexts: requested.item_texts ?? shape.hasTexts,
    itemFeatures: choose(
      requested.item_features,
      ofBase(content === null ? undefined : content.features !== null) ?? featuresFor(shape),
    ),
    timeGaps: choose(undefined, gapsFor(requested.time_gaps ?? network?.gaps ?? 'none', shape)),
    contextFeatures: choose(
      requested.context_features,
      ofBase(content === null ? undefined : contextNames(content)) ?? contextsFor(shape),
    ),
    outputVectors: requested.output_vectors ?? 'shared',
    blend: requested.blend ?? true,
  };
  assertConsistent(settings, network);
  return { settings, reasons };
}

function contextNames({ context }: RecommenderContent): readonly string[] {
  return context?.features.map(({ name }) => name) ?? [];
}

function ofBase<Value>(value: Value | undefined): Choice<Value> | undefined {
  return value === undefined ? undefined : { value, reason: null };
}

function assertConsistent(settings: SequentialSettings, base: NetworkShape | null): void {
  const { width, heads, blocks, historyLength } = settings;
  if (width % heads !== 0)
    throw apiError(
      'invalid_request',
      `width is ${width} and heads ${heads}; width must be a multiple of heads.`,
    );
  const given = { width, heads, blocks, historyLength };
  for (const [name, value] of Object.entries(given)) {
    const has = base?.[name as keyof typeof given] ?? value;
    if (has !== value)
      throw apiError(
        'invalid_request',
        `The base model has ${name} ${has}, asked for is ${value}; leave it out, or train from scratch.`,
      );
  }
}

function historyLengthFor({ longLength }: DataShape): Choice<number> {
  const value = Math.max(50, Math.min(200, Math.ceil(longLength / 10) * 10));
  return {
    value,
    reason: `Histories are read up to ${value} items: 95 % have no more than ${Math.round(longLength)} events; 50 at least, 200 at most.`,
  };
}

function blocksFor({ events, people }: DataShape): Choice<number> {
  const isLong = events / Math.max(1, people) >= 30;
  return isLong
    ? { value: 2, reason: 'Two blocks: histories are long, 30 events and more on average.' }
    : { value: 1, reason: 'One block: histories are short, below 30 events on average.' };
}

/**
 * At least ten full windows, so that a step is not biased to few people. A small dataset has fewer, since its
 * epochs would otherwise have too few steps.
 */
function batchEventsFor(
  { events, learnedEvents = events }: DataShape,
  historyLength: number,
): Choice<number> {
  const usual = Math.max(1024, 10 * historyLength);
  const value = Math.min(usual, Math.max(64, Math.floor(learnedEvents / 50)));
  return {
    value,
    reason:
      value === usual
        ? `A step learns from ${value} events: 1,024, or ten full histories where that is more.`
        : `A step learns from ${value} events: a fiftieth of what there is, 64 at least.`,
  };
}

function dropoutFor({ events, items }: DataShape): Choice<number> {
  const isDense = events / Math.max(1, items) >= 100;
  return isDense
    ? { value: 0.1, reason: 'Dropout 0.1: 100 events an item and more.' }
    : { value: 0.2, reason: 'Dropout 0.2: less than 100 events an item.' };
}

function negativesFor({ items }: DataShape): Choice<number> {
  return items <= MAX_ITEMS_OF_FULL_SOFTMAX
    ? { value: 0, reason: `Softmax over all items: there are at most ${MAX_ITEMS_OF_FULL_SOFTMAX}.` }
    : {
        value: 2048,
        reason: `Softmax over 2,048 drawn items: there are more than ${MAX_ITEMS_OF_FULL_SOFTMAX}.`,
      };
}

function featuresFor({ hasFeatures }: DataShape): Choice<boolean> {
  return hasFeatures
    ? { value: true, reason: 'Features of items are read: the dataset declares them.' }
    : { value: false, reason: null };
}

function contextsFor({ contextFeatures = [] }: DataShape): Choice<readonly string[]> {
  return contextFeatures.length === 0
    ? { value: [], reason: null }
    : {
        value: contextFeatures,
        reason: `The context of a prediction is read: the dataset declares ${contextFeatures.join(', ')} of events.`,
      };
}

/** Times are read only if they are asked for: they gained too little (docs/benchmarks/sequence-models.md). */
function gapsFor(wanted: 'none' | GapMode, { hasGaps }: DataShape): Choice<'none' | GapMode> {
  if (wanted === 'none') return { value: wanted, reason: null };
  if (hasGaps === false)
    return { value: 'none', reason: 'Times are not read: they do not differ, or only give an order.' };
  const until = 'In the evaluation the moment of a prediction is the time of its target.';
  return { value: wanted, reason: wanted === 'until_now' ? until : null };
}
