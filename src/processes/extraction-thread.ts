/** The service of the extraction thread: it reads texts, with an encoder and a gazetteer of its own. */
import { EmbeddedTextEncoder } from '../engines/encoders/embedded/embedded-text-encoder.ts';
import { openGazetteer } from '../people/places/gazetteer.ts';
import { compileExtractor } from '../people/reading/compile-extractor.ts';
import type { Extractor } from '../people/reading/extractor.ts';
import type {
  ExtractionAnswer,
  ExtractionMessage,
  ExtractionRequest,
} from '../people/reading/thread/extraction-protocol.ts';
import { errorMessage } from '../platform/threads/error-message.ts';
import { serveCalls } from '../platform/threads/serve-calls.ts';

const encoder = await EmbeddedTextEncoder.open({ inline: true });
const { resolve: resolvePlace, resolveGiven, populationOf, mayBeginPlace } = await openGazetteer();
const extractors = new Map<number, Promise<Extractor>>();

serveCalls<ExtractionRequest, ExtractionAnswer>(async (questions) => {
  for (const question of questions) learn(question);
  const answers: ExtractionAnswer[number][] = [];
  for (const question of questions) answers.push(await answer(question));
  return answers;
});

/** A definition arrives with its first text. Other requests may refer to it while that text is read. */
function learn({ definitionId, definition }: ExtractionMessage): void {
  if (definition !== undefined)
    extractors.set(
      definitionId,
      compileExtractor(definition, { encoder, resolvePlace, resolveGiven, populationOf, mayBeginPlace }),
    );
}

async function answer({
  definitionId,
  text,
  nowMs,
  known,
  options,
}: ExtractionMessage): Promise<ExtractionAnswer[number]> {
  try {
    const extractor = await extractors.get(definitionId)!;
    return { extraction: await extractor.extract(text, nowMs, known, options) };
  } catch (error) {
    return { error: errorMessage(error) };
  }
}
