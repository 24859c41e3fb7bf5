/** A loopback server for both forms of /rerank, with a scripted model and injected faults. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sigmoid } from '../../../platform/numeric/logistic.ts';

interface RerankCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly query: string;
    readonly documents?: readonly string[];
    readonly texts?: readonly string[];
    readonly [option: string]: unknown;
  };
}

/** Log-odds that the document answers the query. */
export type ScriptedRelevance = (query: string, document: string) => number;

export interface RerankServerUnderTest {
  /** `http://127.0.0.1:…` */
  readonly url: string;
  readonly calls: readonly RerankCall[];
  /** Each replaces one correct answer. */
  readonly faults: ((response: ServerResponse, call: RerankCall) => void)[];
  close(): Promise<void>;
}

export async function startRerankServer(relevance: ScriptedRelevance): Promise<RerankServerUnderTest> {
  const calls: RerankCall[] = [];
  const faults: RerankServerUnderTest['faults'] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const call = { path: request.url!, headers: request.headers, body: JSON.parse(text) };
      calls.push(call);
      const fault = faults.shift();
      if (fault !== undefined) fault(response, call);
      else response.end(JSON.stringify(answerTo(call, relevance)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    faults,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Best first, as rerankers return them. */
function answerTo({ body }: RerankCall, relevance: ScriptedRelevance): unknown {
  const logits = (body.documents ?? body.texts ?? []).map((document) => relevance(body.query, document));
  const order = [...logits.keys()].sort((a, b) => logits[b]! - logits[a]!);
  if (body.texts !== undefined) return order.map((index) => ({ index, score: logits[index] }));
  return {
    results: order.map((index) => ({ index, relevance_score: sigmoid(logits[index]!) })),
  };
}
