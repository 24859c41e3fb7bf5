/**
 * Streamable HTTP at `/mcp`. No session is kept: every request gets a server and a transport of its own,
 * which end with it. A call whose client goes away is aborted.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { readMessage } from './read-message.ts';
import { type Admission, refusalOf } from './refuse-foreign.ts';

const PATH = '/mcp';
/** Codes of JSON-RPC. */
const PARSE_ERROR = -32_700;
const SERVER_ERROR = -32_000;

export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  readonly admission: Admission;
}

export interface McpListener {
  readonly url: string;
  close(): Promise<void>;
}

/** Throws where the address is taken or not of this machine. */
export async function serveHttp(open: () => McpServer, options: HttpOptions): Promise<McpListener> {
  const server = createServer((request, response) => {
    answer(open, options.admission, request, response).catch(() => fail(response));
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  return { url: urlOf(server), close: () => close(server) };
}

async function answer(
  open: () => McpServer,
  admission: Admission,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = refusalOf(request, admission);
  if (refusal !== null) return refuse(response, refusal.status, refusal.message);
  if (request.url?.split('?')[0] !== PATH) return refuse(response, 404, `Only ${PATH} is served.`);
  // Without sessions there is no stream to open (GET) and nothing to end (DELETE).
  if (request.method !== 'POST') return refuse(response, 405, 'Only POST is taken.');
  const read = await readMessage(request);
  if ('status' in read)
    return refuse(response, read.status, read.message, read.status === 400 ? PARSE_ERROR : SERVER_ERROR);
  const server = open();
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.once('close', () => void server.close());
  // The SDK declares its optional callbacks without `undefined`.
  await server.connect(transport as Transport);
  await transport.handleRequest(request, response, read.message);
}

function refuse(response: ServerResponse, status: number, message: string, code = SERVER_ERROR): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    connection: 'close',
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(status === 405 && { allow: 'POST' }),
  });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
}

function fail(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else refuse(response, 500, 'The MCP server failed; this is a defect.');
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}${PATH}`;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
