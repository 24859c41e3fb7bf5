/** A part of the composition root: the thread that reads long texts, with an encoder and a gazetteer of its own. */
import { parentPort } from 'node:worker_threads';
import { EmbeddedTextEncoder } from './encoders/embedded/embedded-text-encoder.ts';
import { openGazetteer } from './places/gazetteer.ts';
import { compileExtractor } from './profiles/extract/compile-extractor.ts';
import type { Extractor } from './profiles/extract/extractor.ts';
import type { ExtractionAnswer, ExtractionRequest } from './profiles/extract/offload-extraction.ts';

const encoder = await EmbeddedTextEncoder.open({ inline: true });
const { resolve: resolvePlace, populationOf } = await openGazetteer();
const extractors = new Map<number, Promise<Extractor>>();

async function answer({
  id,
  definitionId,
  definition,
  text,
  nowMs,
  known,
}: ExtractionRequest): Promise<ExtractionAnswer> {
  if (definition !== undefined)
    extractors.set(definitionId, compileExtractor(definition, { encoder, resolvePlace, populationOf }));
  try {
    const extractor = await extractors.get(definitionId)!;
    return { id, extraction: await extractor.extract(text, nowMs, known) };
  } catch (error) {
    return { id, fault: String((error as Error).message) };
  }
}

parentPort!.on('message', async (request: ExtractionRequest) =>
  parentPort!.postMessage(await answer(request)),
);
