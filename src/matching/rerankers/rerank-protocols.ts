/**
 * The two request forms of rerankers.
 *
 *   cohere  POST /v2/rerank {model, query, documents, top_n} -> {results: [{index, relevance_score: 0..1}]}
 *           (Cohere, Jina, vLLM, Infinity)
 *   tei     POST /rerank {query, texts, raw_scores} -> [{index, score}]
 *           (text-embeddings-inference, llama.cpp)
 *
 * The second gives raw scores, the model's own log-odds, and a sigmoid makes them relevance. Servers without
 * `raw_scores` (llama.cpp) give raw scores anyway.
 */
import { z } from 'zod';
import { sigmoid } from '../../platform/numeric/logistic.ts';
import { readScores } from './read-scores.ts';

export interface RerankProtocol {
  /** Appended where the address does not end in /rerank. */
  readonly path: string;
  /** Documents in one call; TEI takes 32 by default and refuses more. */
  readonly largestBatch: number;
  body(query: string, documents: readonly string[], model: string | null): unknown;
  /** Relevance in (0, 1). Throws `RerankerUnavailable`. */
  read(body: string, documents: number): readonly number[];
}

const Index = z.int().min(0);

const CohereAnswer = z
  .object({ results: z.array(z.object({ index: Index, relevance_score: z.number().min(0).max(1) })) })
  .transform(({ results }) => results.map(({ index, relevance_score: score }) => ({ index, score })));

const TeiAnswer = z.array(z.object({ index: Index, score: z.number() }));

/** Beyond it a sigmoid is 0 or 1 to the last digit, and has no log-odds. */
const LARGEST_LOGIT = 30;

export const rerankProtocols = {
  cohere: {
    path: '/v2/rerank',
    largestBatch: 1000,
    body: (query, documents, model) => ({
      ...(model !== null && { model }),
      query,
      documents,
      top_n: documents.length,
    }),
    read: (body, documents) => readScores(body, CohereAnswer, documents),
  },
  tei: {
    path: '/rerank',
    largestBatch: 32,
    body: (query, documents, model) => ({
      ...(model !== null && { model }),
      query,
      texts: documents,
      raw_scores: true,
      truncate: true,
    }),
    read: (body, documents) => readScores(body, TeiAnswer, documents).map(relevanceOf),
  },
} as const satisfies Readonly<Record<string, RerankProtocol>>;

function relevanceOf(logit: number): number {
  return sigmoid(Math.max(-LARGEST_LOGIT, Math.min(LARGEST_LOGIT, logit)));
}
