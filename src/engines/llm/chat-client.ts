/**
 * A server with an OpenAI-compatible POST /chat/completions (OpenAI, vLLM, llama.cpp, Ollama, …). Servers
 * support different parameters. A parameter that a server refuses by name is left out from then on, so no
 * configuration is needed. The strict schema gives way to JSON mode, then to neither; `max_tokens` to
 * `max_completion_tokens`; `temperature` is dropped.
 */
import { z } from 'zod';
import { type Endpoint, postJson, RefusedByServer } from '../../platform/outbound/post-json.ts';
import { tryJson } from '../../platform/outbound/try-json.ts';
import { frameQuestion, jsonSchemaOf } from './frame-question.ts';
import type { Question, RawAnswer } from './language-model.ts';

export interface ChatServer extends Omit<Endpoint, 'signal'> {
  readonly model: string;
}

interface Dialect {
  readonly structure: 'json_schema' | 'json_object' | 'none';
  readonly lengthKey: 'max_tokens' | 'max_completion_tokens';
  readonly temperature: boolean;
}

const richest: Dialect = { structure: 'json_schema', lengthKey: 'max_tokens', temperature: true };

/** Uses all parameters that the server has not refused yet. */
export function createChatClient(server: ChatServer): (question: Question<unknown>) => Promise<RawAnswer> {
  let dialect = richest;
  return async (question) => {
    const messages = frameQuestion(question);
    for (;;) {
      const asked = dialect;
      try {
        const body = await postJson(
          { ...server, signal: question.signal },
          { model: server.model, messages, stream: false, ...optionsOf(asked, question) },
        );
        return readAnswer(server.url, body);
      } catch (error) {
        const poorer = error instanceof RefusedByServer ? withoutRefused(asked, error) : null;
        if (poorer === null) throw error;
        dialect = poorer;
      }
    }
  };
}

function optionsOf(
  { structure, lengthKey, temperature }: Dialect,
  { form, maxAnswerTokens }: Question<unknown>,
) {
  return {
    [lengthKey]: maxAnswerTokens,
    ...(temperature && { temperature: 0 }),
    ...(structure === 'json_schema' && {
      response_format: {
        type: 'json_schema',
        json_schema: { name: form.name, strict: true, schema: jsonSchemaOf(form.schema) },
      },
    }),
    ...(structure === 'json_object' && { response_format: { type: 'json_object' } }),
  };
}

/** null: the refusal does not concern an optional parameter. */
function withoutRefused(dialect: Dialect, { status, body }: RefusedByServer): Dialect | null {
  if (status !== 400 && status !== 422) return null;
  if (dialect.lengthKey === 'max_tokens' && body.includes('max_completion_tokens')) {
    return { ...dialect, lengthKey: 'max_completion_tokens' };
  }
  if (dialect.temperature && body.includes('temperature')) return { ...dialect, temperature: false };
  if (/response_format|json_schema|json_object|structured|grammar/i.test(body)) {
    if (dialect.structure === 'json_schema') return { ...dialect, structure: 'json_object' };
    if (dialect.structure === 'json_object') return { ...dialect, structure: 'none' };
  }
  return null;
}

const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: z.number().min(0), completion_tokens: z.number().min(0) })
    .nullish()
    .catch(null),
});

function readAnswer(url: string, body: string): RawAnswer {
  const parsed = Completion.safeParse(tryJson(body));
  if (!parsed.success) {
    throw new RefusedByServer(
      `${new URL(url).origin} did not answer as a /chat/completions endpoint does (${body.length} characters)`,
      0,
      body,
    );
  }
  const { choices, usage } = parsed.data;
  return {
    text: choices[0]!.message.content ?? '',
    usage: usage == null ? null : { input: usage.prompt_tokens, output: usage.completion_tokens },
  };
}

/** `address`: the base URL (https://host/v1), or with /chat/completions. */
export function chatUrl(address: string): string {
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith('/chat/completions') ? path : `${path}/chat/completions`;
  return url.href;
}
