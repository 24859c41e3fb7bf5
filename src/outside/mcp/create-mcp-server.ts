/**
 * One MCP server over a client of the service. The SDK's own registration of tools validates arguments itself
 * and answers without a code. Here the service validates, so an error has its code, message and request id.
 */
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { addResources } from './resources.ts';
import { rpcError } from './rpc-error.ts';
import type { ServiceClient } from './service-client.ts';
import { answerCall } from './tools/answer-call.ts';
import { inputSchemaOf } from './tools/input-schema.ts';
import { tools } from './tools/list-tools.ts';
import { refuseRounded } from './tools/refuse-rounded.ts';

const INSTRUCTIONS =
  'Counterpart matches people, jobs, agents or products within a domain. Read counterpart://schemas/{domain} for the fields of a domain. Store each side with upsert_person, ask match for candidates, explain for the reasons of a pair, and report what became of it with feedback. predict ranks the next items of a behavioural model. Errors have a code, a message and a request_id for the operator.';

const listed = tools.map(({ name, title, description, input, annotations }) => ({
  name,
  title,
  description,
  inputSchema: inputSchemaOf(input),
  annotations,
}));

export function createMcpServer(client: ServiceClient, version: string): McpServer {
  const server = new McpServer(
    { name: 'counterpart', title: 'Counterpart', version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
  server.server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) throw rpcError(ErrorCode.InvalidParams, unknownTool(params.name));
    const args = params.arguments ?? {};
    return answerCall(refuseRounded(args, () => tool.call((request) => client.send(request, signal), args)));
  });
  addResources(server, client);
  return server;
}

function unknownTool(name: string): string {
  const known = tools.map((tool) => tool.name).join(', ');
  return `There is no tool «${name.slice(0, 100)}»; the tools are ${known}.`;
}
