/**
 * `counterpart mcp`: over standard streams until the client closes them, or over HTTP until it is stopped.
 */
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createMcpServer } from './create-mcp-server.ts';
import { serveHttp } from './http/serve-http.ts';
import { createServiceClient, type ServiceAddress } from './service-client.ts';

export interface McpOptions {
  readonly service: ServiceAddress;
  readonly version: string;
  /** Null: standard streams. */
  readonly http: {
    readonly host: string;
    readonly port: number;
    readonly token: string | null;
    readonly allowedHosts: readonly string[];
    readonly allowedOrigins: readonly string[];
  } | null;
}

/** `notice`: lines for the operator. Resolves at the end. */
export async function runMcp(
  { service, version, http }: McpOptions,
  notice: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const open = () => createMcpServer(createServiceClient(service), version);
  if (http === null) return overStreams(open(), signal);
  const listener = await serveHttp(open, {
    host: http.host,
    port: http.port,
    admission: {
      hosts: new Set(['localhost', '127.0.0.1', '[::1]', ...[http.host, ...http.allowedHosts].map(inUrl)]),
      origins: new Set(http.allowedOrigins),
      token: http.token,
    },
  });
  notice(`MCP on ${listener.url}, for the service at ${service.url}`);
  if (!signal.aborted) await once(signal, 'abort');
  await listener.close();
}

async function overStreams(server: ReturnType<typeof createMcpServer>, signal: AbortSignal): Promise<void> {
  const ended = Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close'), aborted(signal)]);
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

function inUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host.toLowerCase();
}
