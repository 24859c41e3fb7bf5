/**
 * The inference thread: open models and a queue of requests. A model blocks the thread while it computes.
 * Queries for the same model that have arrived in the meantime are then answered together.
 */
import { workerData } from 'node:worker_threads';
import type { Call } from '../../../platform/threads/receive-calls.ts';
import { serveQueue } from '../../../platform/threads/serve-queue.ts';
import { takeCatalogue, verifyModelFile } from '../adaptation/kept-model.ts';
import type { LoadArchitecture } from '../models/architectures.ts';
import { answerQueries, isShared, queriesAtOnce } from './answer-queries.ts';
import type { InferenceAnswer, InferenceRequest, InferenceSetup } from './inference-protocol.ts';
import { type NamedModel, nameModel } from './named-model.ts';

type Of<Kind extends InferenceRequest['kind']> = Extract<InferenceRequest, { kind: Kind }>;
type AnyCall = Call<InferenceRequest, InferenceAnswer>;
type QueryCall = AnyCall & { readonly request: Of<'query'> };

const { architectures } = workerData as InferenceSetup;
const { loadArchitecture } = (await import(architectures)) as { readonly loadArchitecture: LoadArchitecture };
const open = new Map<number, NamedModel>();

serveQueue<InferenceRequest, InferenceAnswer>(async (waiting) => {
  const call = waiting.shift()!;
  const { request, resolve, reject } = call;
  switch (request.kind) {
    case 'open':
      return openModel(request).then(resolve, reject);
    case 'close':
      return closeModel(request.model).then(resolve, reject);
    case 'query':
      return answer({ ...call, request }, waiting);
    default:
      return request satisfies never;
  }
});

/** Verifies and opens the model; returns its memory in bytes. */
async function openModel({ model, modelId, architecture, files }: Of<'open'>): Promise<number> {
  try {
    for (const file of files) verifyModelFile(file, file.bytes);
    const kept = takeCatalogue(new Map(files.map(({ part, bytes }) => [part, bytes])));
    const opened = await (await loadArchitecture(architecture)).open(kept.files, { threads: 1 });
    const named = nameModel(modelId, opened, kept);
    open.set(model, named);
    return opened.memoryBytes + named.names.memoryBytes + named.filters.memoryBytes;
  } catch (cause) {
    throw new Error(`a model could not be opened: ${(cause as Error).message}`, { cause });
  }
}

async function closeModel(number: number): Promise<undefined> {
  const named = open.get(number);
  open.delete(number);
  await named?.model.close();
}

async function answer(first: QueryCall, waiting: AnyCall[]): Promise<void> {
  const named = open.get(first.request.model);
  if (named === undefined) return first.reject(new Error('the model is not open in this thread'));
  const together = [first, ...takeShared(first, waiting, named.names.ids.length)];
  const results = await answerQueries(
    named,
    together.map(({ request }) => request.query),
  );
  for (const [which, result] of results.entries()) {
    if ('answer' in result) together[which]!.resolve(result.answer);
    else together[which]!.reject(result.error);
  }
}

/** Removes from the queue the queries that can share a call with the first, and returns them. */
function takeShared(
  { request: { model, query } }: QueryCall,
  waiting: AnyCall[],
  items: number,
): readonly QueryCall[] {
  if (!isShared(query)) return [];
  const most = queriesAtOnce(items) - 1;
  const others: QueryCall[] = [];
  for (let at = 0; at < waiting.length && others.length < most; ) {
    const { request } = waiting[at]!;
    // A query is never moved ahead of an `open` or `close` that was sent before it.
    if (request.kind !== 'query') break;
    if (request.model === model && request.query.kind === query.kind && isShared(request.query))
      others.push(...(waiting.splice(at, 1) as QueryCall[]));
    else at++;
  }
  return others;
}
