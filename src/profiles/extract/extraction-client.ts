/**
 * Long texts are read in a thread of their own: 250 KiB take most of a second, and nobody else's request may wait so
 * long. Short ones (nearly all) are read where they come in, which costs less than to send them over. The thread starts
 * with the first long text, is told of a definition once, and takes one text after the other.
 *
 * Who brings in many people has it read short ones, too, as long as it is not behind (`shared`): an import then uses two
 * cores. These go many to a message, since a message costs more than to read one (240 µs of processor time in both threads,
 * where a text of 96 characters takes 60 to 300).
 */
import type { Worker } from 'node:worker_threads';
import type { DomainDefinition } from '../../domains/definition.ts';
import type { FieldValues } from '../../domains/field.ts';
import type { Extraction, Extractor } from './extractor.ts';

/** Short texts a message. */
const TEXTS_A_MESSAGE = 32;
/** Texts that wait for the thread while others are read here: it always has a next message. */
const MOST_SHARED = 4 * TEXTS_A_MESSAGE;
/** UTF-16 units; about 20 ms of work. */
const LONGEST_INLINE = 4096;

export interface ExtractionRequest {
  readonly id: number;
  /** Number of the definition; the definition itself comes with its first text. */
  readonly definitionId: number;
  readonly definition?: DomainDefinition;
  readonly text: string;
  readonly nowMs: number;
  readonly known: FieldValues;
  /** Names of fields; undefined: all. */
  readonly wanted: ReadonlySet<string> | undefined;
}

type Question = Pick<ExtractionRequest, 'text' | 'nowMs' | 'known' | 'wanted'>;

export type ExtractionAnswer =
  | { readonly id: number; readonly extraction: Extraction }
  | { readonly id: number; readonly fault: string };

export interface ExtractionThread {
  /** The same extractor, with long texts read in the thread. */
  offload(definition: DomainDefinition, inline: Extractor): Extractor;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (extraction: Extraction) => void;
  readonly reject: (error: Error) => void;
}

/** `shared`: the thread reads short texts, too. */
export function createExtractionThread(startWorker: () => Worker, { shared = false } = {}): ExtractionThread {
  const waiting = new Map<number, Waiting>();
  const told = new Map<DomainDefinition, number>();
  let worker: Worker | null = null;
  let nextId = 0;
  /** Requests that are not sent yet. */
  let unsent: ExtractionRequest[] = [];

  /** A thread that died takes its texts with it; the next one starts anew. */
  function abandon(error: Error): void {
    worker = null;
    unsent = [];
    told.clear();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function running(): Worker {
    if (worker !== null) return worker;
    const started = startWorker();
    started.on('message', (answers: readonly ExtractionAnswer[]) => {
      for (const answer of answers) settle(answer);
      if (waiting.size === 0) worker?.unref();
    });
    started.on('error', (error) => abandon(error as Error));
    started.on('exit', () => worker === started && abandon(new Error('the extraction thread has ended')));
    worker = started;
    return started;
  }

  function settle(answer: ExtractionAnswer): void {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('fault' in answer) asked?.reject(new Error(answer.fault));
    else asked?.resolve(answer.extraction);
  }

  function ask(definition: DomainDefinition, question: Question): Promise<Extraction> {
    running();
    const id = ++nextId;
    const isNew = !told.has(definition);
    if (isNew) told.set(definition, told.size);
    const definitionId = told.get(definition)!;
    if (unsent.length === 0) setImmediate(send);
    unsent.push({ id, definitionId, ...(isNew ? { definition } : {}), ...question });
    if (unsent.length === TEXTS_A_MESSAGE) send();
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  }

  function send(): void {
    if (unsent.length === 0) return;
    const thread = running();
    thread.ref();
    thread.postMessage(unsent);
    unsent = [];
  }

  return {
    offload: (definition, inline) => ({
      extract: (text, nowMs, known = {}, wanted) => {
        const question = { text, nowMs, known, wanted };
        if (text.length > LONGEST_INLINE) return ask(definition, question);
        const here = () => inline.extract(text, nowMs, known, wanted);
        return shared && waiting.size < MOST_SHARED ? ask(definition, question).catch(here) : here();
      },
    }),
    async close() {
      const last = worker;
      abandon(new Error('the extraction thread is closed'));
      await last?.terminate();
    },
  };
}
