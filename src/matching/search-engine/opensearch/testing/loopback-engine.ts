/**
 * A server for tests of settings, which answers as one node of OpenSearch would. It has one index, in which
 * all searches count 5,000 people on one shard and find none.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface EngineRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const PEOPLE = 5000;

export async function startLoopbackEngine({ name = 'index', meta = {} as object, isSilent = false } = {}) {
  const requests: EngineRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const body = await text(request);
    requests.push({ method, url, headers, body });
    if (isSilent) return;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answerTo(url, body)));
  });
  const answerTo = (url: string, body: string): object => {
    if (url.includes('_mapping')) return { [name]: { mappings: { _meta: { counterpart: meta } } } };
    if (url.includes('_alias')) return { [name]: { aliases: {} } };
    if (url.includes('_stats')) return { indices: {} };
    if (!url.includes('_msearch')) return counted(0);
    const searches = body.trim().split('\n').length / 2;
    return { responses: Array.from({ length: searches }, () => ({ status: 200, ...counted(PEOPLE) })) };
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const counted = (value: number) => ({
  ...{ timed_out: false, _shards: { total: 1, successful: 1, skipped: 0, failed: 0 } },
  hits: { total: { value, relation: 'eq' }, hits: [] },
});
