/** The parts of a tool. */
import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import type { Answer, ServiceRequest } from '../service-client.ts';

/** Arguments as they came. The service validates them, as it validates a body. */
export type Arguments = Readonly<Record<string, unknown>>;

export type Send = (request: ServiceRequest) => Promise<Answer>;

export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** From the contract; clients are shown it as the arguments. */
  readonly input: z.ZodObject;
  readonly annotations: ToolAnnotations;
  /** Throws `ServiceFault`, or `ApiError` for an argument that is no part of a body. */
  call(send: Send, given: Arguments): Promise<Answer>;
}
