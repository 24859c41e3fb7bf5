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

/** A definition comes with its first text, and others may be asked about it while that one is read. */
function learn({ definitionId, definition }: ExtractionRequest): void {
  if (definition !== undefined)
    extractors.set(definitionId, compileExtractor(definition, { encoder, resolvePlace, populationOf }));
}

async function answer({
  id,
  definitionId,
  text,
  nowMs,
  known,
  wanted,
}: ExtractionRequest): Promise<ExtractionAnswer> {
  try {
    const extractor = await extractors.get(definitionId)!;
    return { id, extraction: await extractor.extract(text, nowMs, known, wanted) };
  } catch (error) {
    return { id, fault: String((error as Error).message) };
  }
}

parentPort!.on('message', async (requests: readonly ExtractionRequest[]) => {
  for (const request of requests) learn(request);
  const answers: ExtractionAnswer[] = [];
  for (const request of requests) answers.push(await answer(request));
  parentPort!.postMessage(answers);
});
