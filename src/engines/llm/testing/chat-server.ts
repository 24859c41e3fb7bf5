/** A loopback server for POST /chat/completions, with a scripted model and injected faults. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ChatCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly [option: string]: unknown;
  };
}

/** The answer of the model; `data` is the content between the marks. */
export type ScriptedModel = (data: unknown, call: ChatCall) => unknown;
export type ChatFault = (response: ServerResponse, call: ChatCall) => void;

export interface ChatServerUnderTest {
  /** `http://127.0.0.1:…/v1` */
  readonly url: string;
  readonly calls: readonly ChatCall[];
  /** Each replaces one correct answer. */
  readonly faults: ChatFault[];
  close(): Promise<void>;
}

export async function startChatServer(model: ScriptedModel): Promise<ChatServerUnderTest> {
  const calls: ChatCall[] = [];
  const faults: ChatFault[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const call: ChatCall = { path: request.url!, headers: request.headers, body: JSON.parse(text) };
      calls.push(call);
      const fault = faults.shift();
      if (fault !== undefined) fault(response, call);
      else writeCompletion(response, model(dataOf(call), call));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    faults,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A model that likes all candidates of a question to the judge equally. */
export const likesAllEqually: ScriptedModel = (data) => ({
  verdicts: (data as { readonly candidates: readonly { readonly candidate: number }[] }).candidates.map(
    ({ candidate }) => ({
      candidate,
      seeker_wants: 50,
      candidate_wants: 50,
      reason: 'Because',
      tries_to_instruct: false,
    }),
  ),
});

/** A string is written as it is, any other value as JSON. */
export function writeCompletion(response: ServerResponse, answer: unknown): void {
  const content = typeof answer === 'string' ? answer : JSON.stringify(answer);
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1000, completion_tokens: 100 },
    }),
  );
}

export function chatFault(status: number, message: string, headers: Record<string, string> = {}): ChatFault {
  return (response) => response.writeHead(status, headers).end(JSON.stringify({ error: { message } }));
}

/** The content between the marks of a framed question. */
function dataOf({ body }: ChatCall): unknown {
  const content = body.messages.at(-1)!.content;
  const [, json] = /^<data-[0-9a-f]+>\n(.*)\n<\/data-[0-9a-f]+>/.exec(content)!;
  return JSON.parse(json!);
}
