/**
 * The resources that an assistant may read beside the tools: the schema of each domain of the workspace, and
 * the record of a person. Parts of an address are percent-encoded.
 */
import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import { rpcError } from './rpc-error.ts';
import type { Answer, ServiceClient } from './service-client.ts';
import { ServiceFault } from './service-client.ts';
import { faultOf } from './tools/answer-call.ts';

/** JSON-RPC codes of the MCP specification for a resource that is not there, and for all else. */
const RESOURCE_NOT_FOUND = -32002;
const INTERNAL_ERROR = -32603;

const json = { mimeType: 'application/json' };

export function addResources(server: McpServer, client: ServiceClient): void {
  server.registerResource(
    'schema',
    new ResourceTemplate('counterpart://schemas/{domain}', {
      list: async ({ signal }) => ({ resources: await schemaResources(client, signal) }),
    }),
    {
      title: 'Schema of a domain',
      description: 'Its fields, with kinds, types and allowed values.',
      ...json,
    },
    (uri, { domain }, { signal }) => read(client, uri, `/v1/schema?domain=${encoded(domain)}`, signal),
  );
  server.registerResource(
    'person',
    new ResourceTemplate('counterpart://people/{domain}/{user_id}', { list: undefined }),
    { title: 'Record of a person', description: 'Every value with its provenance.', ...json },
    (uri, { domain, user_id }, { signal }) =>
      read(client, uri, `/v1/users/${encoded(user_id)}?domain=${encoded(domain)}`, signal),
  );
}

async function schemaResources(client: ServiceClient, signal: AbortSignal) {
  const { data } = await sent(client, '/v1/schema', signal);
  return (data as readonly { readonly domain: string; readonly version: string }[]).map(
    ({ domain, version }) => ({
      uri: `counterpart://schemas/${encodeURIComponent(domain)}`,
      name: domain,
      title: `Schema ${version}`,
      ...json,
    }),
  );
}

async function read(
  client: ServiceClient,
  uri: URL,
  path: string,
  signal: AbortSignal,
): Promise<ReadResourceResult> {
  const answer = await sent(client, path, signal);
  return { contents: [{ uri: uri.href, text: JSON.stringify(answer, null, 2), ...json }] };
}

/** Throws an error of JSON-RPC whose data has the form of an error body of the service. */
async function sent(client: ServiceClient, path: string, signal: AbortSignal): Promise<Answer> {
  try {
    return await client.send({ method: 'GET', path }, signal);
  } catch (error) {
    const fault = faultOf(error);
    const missing = error instanceof ServiceFault && error.status === 404;
    const code = missing ? RESOURCE_NOT_FOUND : INTERNAL_ERROR;
    throw rpcError(code, `${fault.error.code}: ${fault.error.message}`, fault);
  }
}

/** The template hands on what stands in the address, which is percent-encoded where it is well-formed. */
function encoded(part: string | string[] | undefined): string {
  const text = String(part);
  try {
    return encodeURIComponent(decodeURIComponent(text));
  } catch {
    return encodeURIComponent(text);
  }
}
