/**
 * Long texts are read in a thread of their own: 250 KiB take most of a second, and nobody else's request may wait so
 * long. Short ones (nearly all) are read where they come in, which costs less than to send them over. The thread starts
 * with the first long text, is told of a definition once, and takes one text after the other.
 *
 * Who brings in many people has it read short ones, too, as long as it is not behind (`shared`): an import then uses two
 * cores.
 */
import type { Worker } from 'node:worker_threads';
import type { DomainDefinition } from '../../domains/definition.ts';
import type { FieldValues } from '../../domains/field.ts';
import type { Extraction, Extractor } from './extractor.ts';

/** Texts that wait for the thread while others are read here: it always has a next one, and nobody waits long for it. */
const MOST_SHARED = 3;
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
}

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

  /** A thread that died takes its texts with it; the next one starts anew. */
  function abandon(error: Error): void {
    worker = null;
    told.clear();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function running(): Worker {
    if (worker !== null) return worker;
    const started = startWorker();
    started.on('message', (answer: ExtractionAnswer) => settle(answer));
    started.on('error', (error) => abandon(error as Error));
    started.on('exit', () => worker === started && abandon(new Error('the extraction thread has ended')));
    worker = started;
    return started;
  }

  function settle(answer: ExtractionAnswer): void {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) worker?.unref();
    if ('fault' in answer) asked?.reject(new Error(answer.fault));
    else asked?.resolve(answer.extraction);
  }

  function send(
    definition: DomainDefinition,
    text: string,
    nowMs: number,
    known: FieldValues,
  ): Promise<Extraction> {
    const thread = running();
    const id = ++nextId;
    const isNew = !told.has(definition);
    if (isNew) told.set(definition, told.size);
    const request: ExtractionRequest = {
      id,
      definitionId: told.get(definition)!,
      ...(isNew ? { definition } : {}),
      text,
      nowMs,
      known,
    };
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      thread.ref();
      thread.postMessage(request);
    });
  }

  return {
    offload: (definition, inline) => ({
      extract: (text, nowMs, known = {}) => {
        if (text.length > LONGEST_INLINE) return send(definition, text, nowMs, known);
        const here = () => inline.extract(text, nowMs, known);
        return shared && waiting.size < MOST_SHARED
          ? send(definition, text, nowMs, known).catch(here)
          : here();
      },
    }),
    async close() {
      const last = worker;
      abandon(new Error('the extraction thread is closed'));
      await last?.terminate();
    },
  };
}
