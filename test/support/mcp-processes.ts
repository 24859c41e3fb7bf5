/** `counterpart mcp` as its users have it: a process of its own, and the SDK's own client. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ownEnvironment } from '../running-service.ts';

const main = join(import.meta.dirname, '../../src/main.ts');

export type TransportName = 'stdio' | 'http';

export interface ConnectedMcp {
  readonly client: Client;
  /** The output of the process for the operator so far. */
  output(): string;
  close(): Promise<void>;
}

/** Arguments after `mcp`, and what the environment has beside the usual. */
export interface McpSettings {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export async function connectMcp(name: TransportName, settings: McpSettings): Promise<ConnectedMcp> {
  return name === 'stdio' ? overStreams(settings) : overHttp(settings);
}

async function overStreams({ args, env }: McpSettings): Promise<ConnectedMcp> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, 'mcp', ...args],
    env: { ...(ownEnvironment as Record<string, string>), ...env },
    stderr: 'pipe',
  });
  let output = '';
  transport.stderr!.on('data', (piece) => {
    output += String(piece);
  });
  const client = await connected(transport);
  return { client, output: () => output, close: () => client.close() };
}

async function overHttp(settings: McpSettings): Promise<ConnectedMcp> {
  const server = await startMcpHttp(settings);
  const client = await connected(new StreamableHTTPClientTransport(new URL(server.url)) as Transport);
  return {
    client,
    output: server.output,
    close: async () => {
      await client.close();
      await server.stop();
    },
  };
}

async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  return client;
}

export interface McpHttpProcess {
  readonly url: string;
  readonly process: ChildProcess;
  output(): string;
  /** The exit code after SIGTERM. */
  stop(): Promise<number | null>;
}

/** On a free port. */
export async function startMcpHttp({ args, env }: McpSettings): Promise<McpHttpProcess> {
  const child = spawn(process.execPath, [main, 'mcp', '--http', '--port', '0', ...args], {
    env: { ...ownEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (piece: string) => {
        output += piece;
        const found = /MCP on (\S+),/.exec(output)?.[1];
        if (found !== undefined) resolve(found);
      });
    ended.then(([code]) => reject(new Error(`mcp ended with ${code}: ${output}`)), reject);
  });
  return {
    url,
    process: child,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}
