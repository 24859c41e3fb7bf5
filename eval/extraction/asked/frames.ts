/** Sentences that ask for something or offer it, with a place for what they name: "who does {}?" */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import type { DomainDefinition } from '../../../src/domains/definition.ts';
import { askedFeatures } from '../../../src/people/reading/asked/asked-features.ts';
import type { ExplainingExtractor } from '../../../src/people/reading/compile-extractor.ts';
import type { Mention } from './mentions.ts';

const Frames = z.strictObject({
  /** Fillers of the place; the words around it alone are fitted on. */
  things: z.array(z.string()).min(1),
  asked: z.array(z.string()).min(1),
  offered: z.array(z.string()).min(1),
});

/** A frame has one author, a text of a round many: it counts less. */
const WEIGHT = 0.5;

export async function readFrames(domain: string, extractor: ExplainingExtractor): Promise<Mention[]> {
  const file = new URL(`${domain}.frames.yaml`, import.meta.url);
  if (!existsSync(file)) return [];
  const { things, asked, offered } = Frames.parse(parse(readFileSync(file, 'utf8')));
  const mentions: Mention[] = [];
  for (const [isAsked, frames] of [
    [true, asked],
    [false, offered],
  ] as const) {
    for (const [at, frame] of frames.entries()) {
      const mention = await mentionIn(extractor, frame, things[at % things.length]!);
      mentions.push({ features: mention, isAsked, weight: WEIGHT });
    }
  }
  return mentions;
}

/**
 * A sentence of a frame around a value of the fields of offers and needs, in turn; which of both names it.
 */
export interface FramedText {
  readonly text: string;
  readonly value: string;
  readonly isAsked: boolean;
}

export function framedTexts({ domain, fields }: DomainDefinition, offers: string): FramedText[] {
  const file = new URL(`${domain}.frames.yaml`, import.meta.url);
  if (!existsSync(file)) return [];
  const { asked, offered } = Frames.parse(parse(readFileSync(file, 'utf8')));
  const { values = [], value_labels = {} } = fields.find(({ name }) => name === offers)!;
  return [
    ...asked.map((frame) => [frame, true] as const),
    ...offered.map((frame) => [frame, false] as const),
  ].map(([frame, isAsked], at) => {
    const value = values[at % values.length]!;
    return { text: frame.replace('{}', value_labels[value] ?? value.replaceAll('_', ' ')), value, isAsked };
  });
}

async function mentionIn(extractor: ExplainingExtractor, frame: string, thing: string) {
  const start = frame.indexOf('{}');
  if (start < 0) throw new Error(`the frame «${frame}» has no {}`);
  const { document } = await extractor.explain(frame.replace('{}', thing), 0);
  const first = document.words.findIndex(({ end }) => end > start);
  const end = document.words.findIndex((word) => word.start >= start + thing.length);
  return askedFeatures(document, first, end < 0 ? document.words.length : end);
}
