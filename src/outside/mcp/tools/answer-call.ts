/** A tool's answer or error, as MCP carries it: text for models, the same as data for programs. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { ApiError } from '../../../contract/errors.ts';
import { type Answer, ServiceFault } from '../service-client.ts';

/** The form of an error body of the service; `request_id` is null where no request was sent. */
export interface Fault extends Record<string, unknown> {
  readonly error: { readonly code: string; readonly message: string; readonly details: object };
  readonly request_id: string | null;
}

export async function answerCall(working: Promise<Answer>): Promise<CallToolResult> {
  try {
    const answer = await working;
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
  } catch (error) {
    const fault = faultOf(error);
    return { isError: true, content: [{ type: 'text', text: faultText(fault) }], structuredContent: fault };
  }
}

/** Rethrows an error that is no fault of the call: an abort, or a defect of this program. */
export function faultOf(error: unknown): Fault {
  const isService = error instanceof ServiceFault;
  if (!isService && !(error instanceof ApiError)) throw error;
  const { code, message, details } = error;
  return { error: { code, message, details }, request_id: isService ? error.requestId : null };
}

/** `user_not_found: There is no … (request_id req_4f1c)`, with the details in a second line. */
function faultText({ error: { code, message, details }, request_id }: Fault): string {
  const first = `${code}: ${message}${request_id === null ? '' : ` (request_id ${request_id})`}`;
  return Object.keys(details).length === 0 ? first : `${first}\ndetails: ${JSON.stringify(details)}`;
}
