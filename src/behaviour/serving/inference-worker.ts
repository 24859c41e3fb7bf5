/**
 * A thread of inference: models that are open in it, asks that wait. While the network runs the thread stands still, and
 * what comes meanwhile for one model is then answered together.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { takeCatalogue, verifyModelFile } from '../adaptation/kept-model.ts';
import type { LoadArchitecture } from '../models/architectures.ts';
import { answerAsks, isShared, type NamedModel, type Outcome } from './answer-asks.ts';
import type { FromInference, ToInference } from './inference-protocol.ts';
import { itemNames } from './item-names.ts';

type AskMessage = Extract<ToInference, { kind: 'ask' }>;

/** Scores of a shared run, all together. */
const SCORES_AT_ONCE = 2_000_000;
const MOST_AT_ONCE = 32;

const port = parentPort!;
const { architectures } = workerData as { readonly architectures: string };
const { loadArchitecture } = (await import(architectures)) as { readonly loadArchitecture: LoadArchitecture };
const open = new Map<number, NamedModel>();
const waiting: ToInference[] = [];
let working = false;

port.on('message', (message: ToInference) => {
  waiting.push(message);
  if (working) return;
  working = true;
  // After the messages that have already arrived.
  setImmediate(workThrough);
});

async function workThrough(): Promise<void> {
  for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) {
    if (message.kind === 'open') await openModel(message);
    else if (message.kind === 'close') await closeModel(message.model);
    else await answer(message);
    await nextTurn();
  }
  working = false;
}

async function openModel({
  model,
  architecture,
  files,
}: Extract<ToInference, { kind: 'open' }>): Promise<void> {
  try {
    for (const file of files) verifyModelFile(file, file.bytes);
    const kept = takeCatalogue(new Map(files.map(({ part, bytes }) => [part, bytes])));
    const opened = await (await loadArchitecture(architecture)).open(kept.files, { threads: 1 });
    const named = { model: opened, names: itemNames(kept.catalogue.item_ids) };
    open.set(model, named);
    tell({ kind: 'opened', model, memoryBytes: opened.memoryBytes + named.names.memoryBytes });
  } catch (error) {
    tell({ kind: 'unopened', model, error: textOf(error) });
  }
}

async function closeModel(number: number): Promise<void> {
  const named = open.get(number);
  open.delete(number);
  await named?.model.close();
}

async function answer(first: AskMessage): Promise<void> {
  const named = open.get(first.model);
  if (named === undefined) {
    tell({ kind: 'fault', id: first.id, error: 'the model is not open in this thread' });
    return;
  }
  const together = [first, ...othersLike(first, named.names.ids.length)];
  const outcomes = await answerAsks(
    named,
    together.map(({ ask }) => ask),
  );
  for (const [which, outcome] of outcomes.entries()) tell(messageOf(together[which]!.id, outcome));
}

/** Takes them out of those that wait. */
function othersLike(first: AskMessage, items: number): readonly AskMessage[] {
  if (!isShared(first.ask)) return [];
  const most = Math.min(MOST_AT_ONCE, Math.max(1, Math.floor(SCORES_AT_ONCE / items))) - 1;
  const others: AskMessage[] = [];
  for (let at = 0; at < waiting.length && others.length < most; ) {
    const message = waiting[at]!;
    // What was asked before a model is closed is answered by it.
    if (message.kind !== 'ask') break;
    if (message.model === first.model && message.ask.kind === first.ask.kind && isShared(message.ask))
      others.push(...(waiting.splice(at, 1) as AskMessage[]));
    else at++;
  }
  return others;
}

function messageOf(id: number, outcome: Outcome): FromInference {
  if ('answer' in outcome) return { kind: 'answer', id, answer: outcome.answer };
  if ('unknown' in outcome) return { kind: 'unknown', id, unknown: outcome.unknown };
  return { kind: 'fault', id, error: textOf(outcome.error) };
}

function tell(message: FromInference): void {
  port.postMessage(message);
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
