/**
 * The worker threads that read segments: one pool for all indexes of the process. A query goes to one of them
 * for each few items, the least busy first. Each claims items until none remain, so a thread that is slow or
 * starts late takes fewer. An aborted query ends after the items in progress.
 */
import { Worker } from 'node:worker_threads';
import { inSpan } from '../../../../platform/tracing/current-tracer.ts';
import { newSharedThreshold } from '../pruning/shared-threshold.ts';
import { OpenSegment } from '../query/block-reader.ts';
import type { PreparedProgram } from '../query/program-runner.ts';
import { runQuery } from '../query/run-query.ts';
import {
  type AttachedSegment,
  type QueryPart,
  type SegmentTask,
  type SharedQuery,
  STOPPED,
  type WorkerAnswer,
  type WorkerRequest,
} from './query-protocol.ts';

const script = new URL('./query-worker.ts', import.meta.url);
/** For fewer blocks another thread costs more, in messages and in tables of its own, than it saves. */
const BLOCKS_A_THREAD = 4;
/**
 * Up to so many blocks are read on the calling thread, in less than a millisecond. Messages to another thread
 * would take longer. Rules alone cost far less than a scorecard or cosines.
 */
const BLOCKS_READ_HERE = { selection: 8, best: 8, nearest: 1 } as const;
/** Where few rows of a block are scored, the blocks of a whole segment take less than the messages. */
const SPARSE_BLOCKS_READ_HERE = 64;

/** A segment of a query, without the parts that differ between workers. */
export interface SegmentRequest extends Omit<SegmentTask, 'key' | 'scratch'> {
  readonly attached: AttachedSegment;
  readonly scratchFor: (worker: number | 'main') => SegmentTask['scratch'];
}

export class QueryWorkers {
  readonly #threads: (Thread | null)[];
  /** Segments that the calling thread has open. */
  readonly #opened = new Map<number, OpenSegment>();
  /** A match may still query a released index: its segments are detached when they are collected. */
  readonly #collected = new FinalizationRegistry<number>((key) => this.detach(key));
  #closed = false;

  constructor(threads: number) {
    this.#threads = Array.from({ length: Math.max(1, threads) }, () => null);
  }

  /**
   * `prepared`: the query's program, where it is read on the calling thread; other threads prepare it
   * themselves. Rejects with the signal's reason once it is aborted, and where a thread failed.
   */
  run(
    query: Omit<SharedQuery, 'next' | 'threshold'>,
    prepared: PreparedProgram,
    segments: readonly SegmentRequest[],
    signal?: AbortSignal,
  ): Promise<readonly QueryPart[]> {
    const attributes = () => ({ 'counterpart.index.blocks': blocksIn(query.items) });
    return inSpan(
      () => ({ name: 'threads index query', attributes: attributes() }),
      () => this.#run(query, prepared, segments, signal),
    );
  }

  async #run(
    query: Omit<SharedQuery, 'next' | 'threshold'>,
    prepared: PreparedProgram,
    segments: readonly SegmentRequest[],
    signal?: AbortSignal,
  ): Promise<readonly QueryPart[]> {
    signal?.throwIfAborted();
    if (this.#closed) throw new Error('the workers of the index were closed');
    const shared = {
      ...query,
      next: new Int32Array(new SharedArrayBuffer(4)),
      threshold: newSharedThreshold(),
    };
    const blocks = blocksIn(query.items);
    const most = query.isSparse ? SPARSE_BLOCKS_READ_HERE : BLOCKS_READ_HERE[query.program.answer.kind];
    if (blocks <= most) return [this.#runHere(shared, prepared, segments)];
    const stop = () => {
      Atomics.store(shared.next, 0, STOPPED);
    };
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const pending = this.#idlest(blocks / BLOCKS_A_THREAD).map((at) =>
        this.#thread(at).query(shared, segments),
      );
      const parts = await Promise.all(pending);
      signal?.throwIfAborted();
      return parts;
    } catch (error) {
      stop();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  /** Makes the threads release the segment once `owner` is collected here. */
  watch(owner: object, key: number): void {
    this.#collected.register(owner, key);
  }

  /** The segment gets no further queries, or none soon. */
  detach(key: number): void {
    this.#opened.delete(key);
    for (const thread of this.#threads) thread?.detach(key);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#threads.map((thread) => thread?.close()));
  }

  #runHere(query: SharedQuery, prepared: PreparedProgram, requests: readonly SegmentRequest[]): QueryPart {
    const tasks = requests.map(({ attached, scratchFor, ...task }) => {
      if (!this.#opened.has(attached.key)) this.#opened.set(attached.key, new OpenSegment(attached));
      return { ...task, key: attached.key, scratch: scratchFor('main') };
    });
    return runQuery(query, tasks, (key) => this.#opened.get(key)!, prepared);
  }

  /**
   * The least busy of the ready threads, at most so many. Where more could work, another one is started for
   * later queries. No query waits for a start, a tenth of a second and more, if a thread runs already.
   */
  #idlest(threads: number): readonly number[] {
    const wanted = Math.max(1, Math.min(Math.floor(threads), this.#threads.length));
    const load = (at: number) => this.#threads[at]?.load ?? 0;
    const ready = [...this.#threads.keys()].filter((at) => this.#threads[at]?.isReady);
    const order = ready.sort((a, b) => load(a) - load(b)).slice(0, wanted);
    const another = this.#threads.findIndex((thread) => !thread?.isReady);
    if (another >= 0 && (order.length < wanted || load(order[0]!) > 0)) this.#thread(another);
    return order.length > 0 ? order : [another];
  }

  #thread(at: number): Thread {
    const running = this.#threads[at];
    if (running != null && !running.hasEnded) return running;
    const started = new Thread(at);
    this.#threads[at] = started;
    return started;
  }
}

function blocksIn(items: Uint32Array): number {
  let blocks = 0;
  for (let at = 0; at < items.length; at += 3) blocks += items[at + 2]! - items[at + 1]!;
  return blocks;
}

class Thread {
  readonly #position: number;
  readonly #worker = new Worker(script, { name: 'index query' });
  readonly #pending = new Map<number, PromiseWithResolvers<QueryPart>>();
  readonly #known = new Set<number>();
  #next = 0;
  #isReady = false;
  #ended: Error | undefined;

  constructor(position: number) {
    this.#position = position;
    this.#worker.unref();
    this.#worker.on('message', (answer: WorkerAnswer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('a thread of the index ended')));
  }

  get load(): number {
    return this.#pending.size;
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** It has loaded its code. */
  get isReady(): boolean {
    return this.#isReady && !this.hasEnded;
  }

  query(query: SharedQuery, requests: readonly SegmentRequest[]): Promise<QueryPart> {
    const id = this.#next++;
    const pending = Promise.withResolvers<QueryPart>();
    const segments = requests.map(({ attached, scratchFor, ...task }) => {
      if (!this.#known.has(attached.key)) this.#send({ kind: 'attach', segment: attached });
      this.#known.add(attached.key);
      return { ...task, key: attached.key, scratch: scratchFor(this.#position) };
    });
    this.#pending.set(id, pending);
    this.#worker.ref();
    this.#send({ kind: 'query', id, query, segments });
    return pending.promise;
  }

  detach(key: number): void {
    if (this.#known.delete(key)) this.#send({ kind: 'detach', key });
  }

  async close(): Promise<void> {
    this.#end(new Error('the workers of the index were closed'));
    await this.#worker.terminate();
  }

  #send(request: WorkerRequest): void {
    this.#worker.postMessage(request);
  }

  #settle(answer: WorkerAnswer): void {
    if ('isReady' in answer) {
      this.#isReady = true;
      return;
    }
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (this.#pending.size === 0) this.#worker.unref();
    if ('part' in answer) pending?.resolve(answer.part);
    else pending?.reject(new Error(`a query of the index failed: ${answer.error}`));
  }

  #end(reason: Error): void {
    this.#ended ??= reason;
    for (const pending of this.#pending.values()) pending.reject(reason);
    this.#pending.clear();
  }
}
