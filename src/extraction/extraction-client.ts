/**
 * The caller's end of the extraction thread. The thread reads long texts, since 250 KiB take most of a second
 * and would block every other request. Short texts (nearly all) are read by the caller, which is cheaper than
 * a message. The thread starts with the first long text, gets each definition once, and reads one text after
 * the other.
 *
 * With `shared` (imports), the thread reads short texts too, as long as its queue is short, so that two cores
 * are used. These go many to a message, since a message costs as much as reading a short text.
 */
import type { DomainDefinition } from '../domains/definition.ts';
import { errorOf } from '../threads/error-message.ts';
import { WorkerClient } from '../threads/worker-client.ts';
import type {
  ExtractionAnswer,
  ExtractionInput,
  ExtractionMessage,
  ExtractionRequest,
} from './extraction-protocol.ts';
import type { Extraction, Extractor } from './extractor.ts';

/** Short texts per message. */
const TEXTS_PER_MESSAGE = 32;
/** The most texts queued for the thread in `shared` mode: it always has a next message. */
const MAX_QUEUED = 4 * TEXTS_PER_MESSAGE;
/** Longer texts go to the thread, UTF-16 units; 4,096 take about 20 ms. */
const MAX_INLINE_CHARACTERS = 4096;

export interface ExtractionClient {
  /** The same extractor, with long texts read in the thread. */
  offload(definition: DomainDefinition, inline: Extractor): Extractor;
  /** Ends the thread at once; pending texts are rejected. */
  close(): Promise<void>;
}

interface PendingText {
  readonly definition: DomainDefinition;
  readonly input: ExtractionInput;
  readonly answer: PromiseWithResolvers<Extraction>;
}

/** `script`: the thread's file. `shared`: the thread reads short texts, too. */
export function createExtractionClient(script: URL, { shared = false } = {}): ExtractionClient {
  const worker = new WorkerClient<ExtractionRequest, ExtractionAnswer>(script, { name: 'extraction' });
  /** Ids of the definitions that the thread has received. */
  const sentIds = new Map<DomainDefinition, number>();
  let lastStart = 0;
  let unsent: PendingText[] = [];
  /** Texts without an answer. */
  let pendingCount = 0;

  function messageOf({ definition, input }: PendingText): ExtractionMessage {
    const known = sentIds.get(definition);
    if (known !== undefined) return { definitionId: known, ...input };
    sentIds.set(definition, sentIds.size);
    return { definitionId: sentIds.size - 1, definition, ...input };
  }

  /** Calls before the first `await`: a definition is sent before another message refers to its id. */
  async function callThread(texts: readonly PendingText[]): Promise<ExtractionAnswer> {
    const running = worker.start();
    if (running !== lastStart) sentIds.clear();
    lastStart = running;
    return worker.call(texts.map(messageOf));
  }

  async function send(): Promise<void> {
    const texts = unsent;
    unsent = [];
    try {
      const answers = await callThread(texts);
      for (const [at, { answer }] of texts.entries()) settle(answer, answers[at]!);
    } catch (error) {
      for (const { answer } of texts) answer.reject(error);
    } finally {
      pendingCount -= texts.length;
    }
  }

  function read(definition: DomainDefinition, input: ExtractionInput): Promise<Extraction> {
    const answer = Promise.withResolvers<Extraction>();
    pendingCount++;
    if (unsent.length === 0) setImmediate(() => unsent.length > 0 && void send());
    unsent.push({ definition, input, answer });
    if (unsent.length === TEXTS_PER_MESSAGE) void send();
    return answer.promise;
  }

  return {
    offload: (definition, inline) => ({
      extract: (text, nowMs, known = {}, wanted) => {
        const input = { text, nowMs, known, wanted };
        if (text.length > MAX_INLINE_CHARACTERS) return read(definition, input);
        const here = () => inline.extract(text, nowMs, known, wanted);
        return shared && pendingCount < MAX_QUEUED ? read(definition, input).catch(here) : here();
      },
    }),
    close: () => worker.close(),
  };
}

function settle(
  { resolve, reject }: PromiseWithResolvers<Extraction>,
  answer: ExtractionAnswer[number],
): void {
  if ('error' in answer) reject(errorOf(answer.error));
  else resolve(answer.extraction);
}
