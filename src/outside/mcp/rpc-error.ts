/**
 * An error that the SDK sends as one of JSON-RPC. Its own `McpError` puts a prefix before the message, and
 * the client puts the same one there again.
 */
export function rpcError(code: number, message: string, data?: object): Error {
  return Object.assign(new Error(message), { code, ...(data !== undefined && { data }) });
}
