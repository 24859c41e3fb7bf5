/** `mcp`: tools for assistants over a running service. */
import { readFileSync } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CliActions } from '../cli-actions.ts';
import { collect, positiveNumber } from '../options.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { UsageError } from '../usage-error.ts';

interface McpCommandOptions {
  readonly url: string;
  readonly keyFile?: string;
  readonly timeout: number;
  readonly http?: true;
  readonly host: string;
  readonly port: number;
  readonly tokenFile?: string;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
}

const SECOND_MS = 1000;

export function addMcpCommand(program: Command, actions: CliActions): void {
  program
    .command('mcp')
    .description('serve tools for assistants (Model Context Protocol) over a running service')
    .addOption(
      new Option('--url <address>', 'the running service')
        .env('COUNTERPART_URL')
        .default('http://127.0.0.1:8080')
        .argParser(serviceUrl),
    )
    .option('--key-file <file>', 'file with the API key, where COUNTERPART_API_KEY does not have it')
    .option('--timeout <seconds>', 'longest wait for an answer of the service', positiveNumber, 60)
    .option('--http', 'serve streamable HTTP at /mcp instead of standard input and output')
    .option('--host <address>', 'address to listen on; beyond loopback a token is needed', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0: any free one', port, 8090)
    .option('--token-file <file>', 'file with the bearer token, where COUNTERPART_MCP_TOKEN does not have it')
    .option('--allow-host <name>', 'another name by which HTTP clients may call this server', collect)
    .option('--allow-origin <origin>', 'origin of a web page that may call this server', collect)
    .addHelpText('after', HELP)
    .action((options: McpCommandOptions) =>
      untilInterrupted((signal) => actions.mcp(mcpCommand(options), signal)),
    );
}

const HELP = `
Keys and tokens are read from the environment or from a file, never from the command line, which other
users of the machine can see. Messages for the operator go to standard error.

Examples:
  COUNTERPART_API_KEY=cp_live_… counterpart mcp
  counterpart mcp --http --key-file key.txt`;

function mcpCommand(options: McpCommandOptions): Parameters<CliActions['mcp']>[0] {
  const apiKey = secret('the API key', 'COUNTERPART_API_KEY', '--key-file', options.keyFile);
  if (apiKey === null) {
    throw new UsageError('No API key: set COUNTERPART_API_KEY, or give --key-file with a file that has it.');
  }
  return {
    service: { url: options.url, apiKey, timeoutMs: options.timeout * SECOND_MS },
    http: options.http === true ? httpOptions(options) : null,
  };
}

function httpOptions({ host, port, tokenFile, allowHost = [], allowOrigin = [] }: McpCommandOptions) {
  const token = secret('the token', 'COUNTERPART_MCP_TOKEN', '--token-file', tokenFile);
  if (token === null && !isLoopback(host)) {
    throw new UsageError(
      `On ${host} other machines can call: set COUNTERPART_MCP_TOKEN, or give --token-file, so that callers need a token.`,
    );
  }
  return { host, port, token, allowedHosts: allowHost, allowedOrigins: allowOrigin };
}

/** Null where neither file nor variable has it. Throws UsageError, whose message never has the value. */
function secret(what: string, variable: string, flag: string, file: string | undefined): string | null {
  const value = (file === undefined ? process.env[variable] : readFileSync(file, 'utf8'))?.trim() ?? '';
  if (value === '' && file === undefined) return null;
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  const source = file === undefined ? variable : flag;
  throw new UsageError(`${source}: ${what} must be one line of printable ASCII without spaces.`);
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const version = isIP(host);
  return version === 0 ? host === 'localhost' : loopback.check(host, version === 4 ? 'ipv4' : 'ipv6');
}

/** Without a slash at the end. The message does not quote the value, which may hold a password. */
function serviceUrl(value: string): string {
  const url = URL.parse(value);
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (isPlain && url.search === '' && url.hash === '') return url.href.replace(/\/+$/, '');
  throw new UsageError(
    'The address of the service must be http:// or https:// with host and port, without user, query and fragment.',
  );
}

function port(value: string): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= 65_535) return number;
  throw new InvalidArgumentError('Expected a port from 0 to 65535.');
}
