/**
 * The caller's end of the extraction thread. The thread reads long texts, since 250 KiB take most of a second
 * and would block every other request. It starts with the first text that it is given, gets each definition
 * once, and reads one text after the other.
 *
 * Once there are many short texts, it reads these too. The caller's thread is then free for requests, and two
 * cores are used. Short texts go many to a message, since a message costs as much as reading a short text
 * (`short-texts.ts`). The caller reads a short text itself where it would wait: behind a long one, for the
 * thread to prepare a definition, or in a long queue.
 */
import type { DomainDefinition } from '../../../domains/definition.ts';
import { errorOf } from '../../../platform/threads/error-message.ts';
import { WorkerClient } from '../../../platform/threads/worker-client.ts';
import type { Extraction, Extractor } from '../extractor.ts';
import type {
  ExtractionAnswer,
  ExtractionInput,
  ExtractionMessage,
  ExtractionRequest,
  ExtractionThreadData,
} from './extraction-protocol.ts';
import { ShortTexts } from './short-texts.ts';

/** The most texts queued for the thread besides long ones: those of two batches of an import. */
const MAX_QUEUED = 512;
/** Longer texts go to the thread, UTF-16 units; 4,096 take about 20 ms. */
const MAX_INLINE_CHARACTERS = 4096;
/**
 * The number of seconds with many short texts after which the thread reads them. Starting it costs two
 * seconds of a core, just when the code that writes is not compiled yet.
 */
const MANY_SECONDS = 3;
const MANY_A_SECOND = 100;
const SECOND_MS = 1000;
/**
 * The largest heap of the thread. Its data take about 125 MiB for a domain. The larger a heap may be, the
 * later V8 collects garbage. After texts of 10 MB in all the heap had 480 MiB without a limit, and 220 MiB
 * with this one, for the same processor time.
 */
const MAX_HEAP_MIB = 1536;
/**
 * The niceness of the thread beside requests, which have the processor first. Not lower: writes wait for it.
 */
const NICENESS = 5;

export interface ExtractionClient {
  /** The same extractor, with texts read in the thread. */
  offload(definition: DomainDefinition, inline: Extractor): Extractor;
  /** Ends the thread at once; pending texts are rejected. */
  close(): Promise<void>;
}

interface PendingText {
  readonly definition: DomainDefinition;
  readonly input: ExtractionInput;
  readonly answer: PromiseWithResolvers<Extraction>;
}

interface PendingShortText extends PendingText {
  readonly readHere: () => Promise<void>;
}

/** The input that makes the thread prepare a definition. */
const emptyInput: ExtractionInput = { text: '', nowMs: 0, known: {}, options: { wanted: new Set() } };

/** `script`: the thread's file. `readsMany`: there are many texts from the beginning. */
export function createExtractionClient(script: URL, { readsMany = false } = {}): ExtractionClient {
  const data: ExtractionThreadData = { niceness: readsMany ? 0 : NICENESS };
  const worker = new WorkerClient<ExtractionRequest, ExtractionAnswer>(script, {
    name: 'extraction',
    data,
    hasNativeParts: true,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
  });
  const isMany = readsMany ? () => true : countsMany();
  /** Ids of the definitions that the thread has received. */
  const sentIds = new Map<DomainDefinition, number>();
  /** Definitions that the thread has compiled. */
  const ready = new Set<DomainDefinition>();
  let lastStart = 0;
  /** Long texts and definitions that the thread works on. */
  let longCount = 0;
  // It loads while the caller opens the rest.
  if (readsMany) worker.start();

  function messageOf({ definition, input }: PendingText): ExtractionMessage {
    const known = sentIds.get(definition);
    if (known !== undefined) return { definitionId: known, ...input };
    sentIds.set(definition, sentIds.size);
    return { definitionId: sentIds.size - 1, definition, ...input };
  }

  /** Calls before the first `await`: a definition is sent before another message refers to its id. */
  async function callThread(texts: readonly PendingText[]): Promise<ExtractionAnswer> {
    const running = worker.start();
    if (running !== lastStart) {
      sentIds.clear();
      ready.clear();
    }
    lastStart = running;
    return worker.call(texts.map(messageOf));
  }

  async function send(texts: readonly PendingText[]): Promise<void> {
    try {
      const answers = await callThread(texts);
      for (const [at, { answer }] of texts.entries()) settle(answer, answers[at]!);
    } catch (error) {
      for (const { answer } of texts) answer.reject(error);
    }
  }

  const shortTexts = new ShortTexts<PendingShortText>(send);

  function readShort(
    definition: DomainDefinition,
    input: ExtractionInput,
    here: () => Promise<Extraction>,
  ): Promise<Extraction> {
    const answer = Promise.withResolvers<Extraction>();
    const readHere = () => here().then(answer.resolve, answer.reject);
    shortTexts.add({ definition, input, answer, readHere });
    return answer.promise;
  }

  async function readLong(definition: DomainDefinition, input: ExtractionInput): Promise<Extraction> {
    const answer = Promise.withResolvers<Extraction>();
    longCount++;
    void send([{ definition, input, answer }]).finally(() => {
      longCount--;
    });
    return answer.promise;
  }

  /**
   * Whether the thread would begin with a short text soon. Prepares it for the definition where it is not.
   */
  function takesShort(definition: DomainDefinition): boolean {
    if (longCount > 0 || !isMany()) return false;
    if (worker.running === lastStart && ready.has(definition)) return shortTexts.size < MAX_QUEUED;
    readLong(definition, emptyInput).then(
      () => ready.add(definition),
      () => {},
    );
    return false;
  }

  return {
    offload: (definition, inline) => {
      if (readsMany) takesShort(definition);
      return {
        extract: (text, nowMs, known = {}, options = {}) => {
          const input = { text, nowMs, known, options };
          if (text.length > MAX_INLINE_CHARACTERS) return readLong(definition, input);
          const here = () => inline.extract(text, nowMs, known, options);
          return takesShort(definition) ? readShort(definition, input, here).catch(here) : here();
        },
      };
    },
    close: () => worker.close(),
  };
}

/**
 * Counts a text with each call. True from the end of several seconds on that had many texts each, and as long
 * as there are as many.
 */
function countsMany(): () => boolean {
  let since = Number.NEGATIVE_INFINITY;
  let count = 0;
  let secondsInARow = 0;
  return () => {
    const now = performance.now();
    if (now - since >= SECOND_MS) {
      const wasMany = count >= MANY_A_SECOND && now - since < 2 * SECOND_MS;
      secondsInARow = wasMany ? secondsInARow + 1 : 0;
      since = now;
      count = 0;
    }
    count++;
    return secondsInARow >= MANY_SECONDS;
  };
}

function settle(
  { resolve, reject }: PromiseWithResolvers<Extraction>,
  answer: ExtractionAnswer[number],
): void {
  if ('error' in answer) reject(errorOf(answer.error));
  else resolve(answer.extraction);
}
