/**
 * Opens the reranker of its setting, `cohere:URL` or `tei:URL`. A circuit breaker pauses calls to one that
 * fails repeatedly.
 */
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel';
import { postJson } from '../../platform/outbound/post-json.ts';
import { type RerankProtocol, rerankProtocols } from './rerank-protocols.ts';
import { type Reranker, RerankerUnavailable } from './reranker.ts';

export interface RerankerSettings {
  readonly model: string | null;
  readonly apiKey: string | null;
  /** Consecutive failures that open the circuit, and for how long. */
  readonly breaker?: { readonly failures: number; readonly openMs: number };
}

/** For one try; a match waits less than that. */
const TIMEOUT_MS = 10_000;
const MAX_TRIES = 2;
const FIRST_WAIT_MS = 50;

/** A call ended for a reason that says nothing about the server. */
class CallerGone extends Error {}

export function openReranker(setting: string, { model, apiKey, breaker }: RerankerSettings): Reranker {
  const kind = setting.slice(0, setting.indexOf(':')) as keyof typeof rerankProtocols;
  const protocol: RerankProtocol = rerankProtocols[kind];
  const endpoint = {
    url: rerankUrl(setting.slice(kind.length + 1), protocol),
    ...(apiKey !== null && { apiKey }),
    timeoutMs: TIMEOUT_MS,
    maxTries: MAX_TRIES,
    firstWaitMs: FIRST_WAIT_MS,
    settings: { apiKey: 'COUNTERPART_RERANKER_API_KEY', model: 'COUNTERPART_RERANKER_MODEL' },
  };
  const { failures, openMs } = breaker ?? { failures: 5, openMs: 15_000 };
  const circuit = circuitBreaker(
    handleWhen((error) => !(error instanceof CallerGone)),
    { halfOpenAfter: openMs, breaker: new ConsecutiveBreaker(failures) },
  );

  async function ask(query: string, documents: readonly string[], signal: AbortSignal) {
    try {
      const body = await postJson({ ...endpoint, signal }, protocol.body(query, documents, model));
      return protocol.read(body, documents.length);
    } catch (error) {
      throw isGone(signal) ? new CallerGone() : error;
    }
  }

  return {
    name: model === null ? kind : `${kind}:${model}`,
    async relevance(query, documents, signal) {
      const batches = Array.from({ length: Math.ceil(documents.length / protocol.largestBatch) }, (_, n) =>
        documents.slice(n * protocol.largestBatch, (n + 1) * protocol.largestBatch),
      );
      try {
        const read = await Promise.all(
          batches.map((batch) => circuit.execute(() => ask(query, batch, signal))),
        );
        return read.flat();
      } catch (error) {
        if (isGone(signal)) throw signal.reason;
        throw unavailable(error);
      }
    },
  };
}

/**
 * A caller that runs into its timeout has not left: that is a fault of the server, and the reason of the
 * signal says so.
 */
function isGone(signal: AbortSignal): boolean {
  return signal.aborted && !(signal.reason instanceof RerankerUnavailable);
}

function unavailable(error: unknown): RerankerUnavailable {
  if (error instanceof RerankerUnavailable) return error;
  if (error instanceof BrokenCircuitError) {
    return new RerankerUnavailable(
      'circuit_open',
      'the reranker failed again and again and is left alone for a while',
      error,
    );
  }
  return new RerankerUnavailable('failed', error instanceof Error ? error.message : String(error), error);
}

/** The address with the protocol's path, unless it names one that ends in /rerank. */
function rerankUrl(address: string, { path }: RerankProtocol): string {
  const url = new URL(address);
  const given = url.pathname.replace(/\/+$/, '');
  url.pathname = given.endsWith('/rerank') ? given : `${given}${path}`;
  return url.href;
}
