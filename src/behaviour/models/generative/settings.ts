/**
 * Settings of a generative retriever, and what is chosen where the request leaves them open: from the shape of the data
 * alone, by one rule for all data sets.
 */
import { GenerativeSettings as WireSettings } from '../../../contract/generative-settings.ts';
import type { DataShape } from '../architecture.ts';

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
  readonly learningRate: number;
  readonly weightDecay: number;
  readonly batchEvents: number;
  readonly epochs: number;
  readonly patience: number;
}

/** Throws a ZodError where the given ones are not those of `contract/generative-settings.ts`, and a RangeError. */
export function completeSettings(given: unknown, shape: DataShape) {
  const asked = WireSettings.parse(given);
  const reasons: string[] = [];
  const chosen = <Value>(own: Value | undefined, { value, reason }: Choice<Value>): Value => {
    if (own !== undefined) return own;
    reasons.push(reason);
    return value;
  };
  const width = asked.width ?? 96;
  const settings: GenerativeSettings = {
    width,
    blocks: chosen(asked.blocks, blocksFor(shape)),
    heads: asked.heads ?? 2,
    decoderWidth: asked.decoder_width ?? 2 * width,
    historyLength: chosen(asked.history_length, historyLengthFor(shape)),
    dropout: chosen(asked.dropout, dropoutFor(shape)),
    itemVectors: asked.item_vectors ?? true,
    unknownRate: asked.unknown_rate ?? 0.1,
    itemTexts: (asked.item_texts ?? false) && shape.hasTexts,
    learningRate: asked.learning_rate ?? 2e-3,
    weightDecay: asked.weight_decay ?? 0,
    batchEvents: asked.batch_events ?? 1024,
    epochs: asked.epochs ?? 60,
    patience: asked.patience ?? 4,
  };
  if (settings.width % settings.heads !== 0)
    throw new RangeError(`width ${settings.width} is no multiple of heads (${settings.heads}).`);
  return { settings, reasons };
}

interface Choice<Value> {
  readonly value: Value;
  readonly reason: string;
}

function historyLengthFor({ longLength }: DataShape): Choice<number> {
  const value = Math.max(10, Math.min(200, Math.ceil(longLength / 10) * 10));
  return {
    value,
    reason: `Histories are read up to ${value} items: 95 % have no more than ${Math.round(longLength)} events, and 200 is the most.`,
  };
}

function blocksFor({ events, people }: DataShape): Choice<number> {
  const long = events / Math.max(1, people) >= 30;
  return long
    ? { value: 2, reason: 'Two blocks: histories are long, 30 events and more on average.' }
    : { value: 1, reason: 'One block: histories are short, below 30 events on average.' };
}

function dropoutFor({ events, items }: DataShape): Choice<number> {
  const dense = events / Math.max(1, items) >= 100;
  return dense
    ? { value: 0.1, reason: 'Dropout 0.1: 100 events an item and more.' }
    : { value: 0.2, reason: 'Dropout 0.2: less than 100 events an item.' };
}
