/**
 * Reads an external memory store: `{items: [{text, at?}]}` as JSON, or plain text. 5 s and 1 MiB in all; up to 3
 * redirects, each judged like the first address. Private addresses are refused when the connection is made, by the
 * address that it really goes to, so that a name which changes between check and use gains nothing.
 */
import http from 'node:http';
import https from 'node:https';
import { z } from 'zod';
import { filteringAgent } from '../../outbound/private-address.ts';
import { type MemoryReference, memoryReference } from './memory-reference.ts';

const TIMEOUT_MS = 5000;
const MAX_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 3;

export interface MemoryAccess {
  readonly allowedHosts: readonly string[];
  /** "Name: value", sent to the first host only; null: none. */
  readonly header: string | null;
}

/** Texts of the memory, oldest first as given. Throws where it can't be had; the message holds no secret. */
export async function fetchMemory(
  reference: MemoryReference,
  access: MemoryAccess,
): Promise<readonly string[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let target = reference;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const sameOrigin = target.url.origin === reference.url.origin;
    const answer = await get(target, sameOrigin ? access.header : null, signal);
    if (answer.location === null) return parseMemory(answer.body, answer.contentType);
    target = memoryReference(new URL(answer.location, target.url).href, access.allowedHosts);
  }
  throw new Error(`more than ${MAX_REDIRECTS} redirects`);
}

interface Answer {
  readonly body: string;
  readonly contentType: string;
  readonly location: string | null;
}

function get(
  { url, allowListed }: MemoryReference,
  header: string | null,
  signal: AbortSignal,
): Promise<Answer> {
  const secure = url.protocol === 'https:';
  const agent = filteringAgent(url, { isTrusted: allowListed });
  const colon = header?.indexOf(':') ?? -1;
  const secret =
    header !== null && colon > 0 ? { [header.slice(0, colon).trim()]: header.slice(colon + 1).trim() } : {};
  return new Promise((resolve, reject) => {
    const request = (secure ? https : http).get(
      url,
      { agent, signal, headers: { accept: 'application/json, text/plain', ...secret } },
      (response) => read(response).then(resolve, reject),
    );
    request.on('error', reject);
  });
}

async function read(response: http.IncomingMessage): Promise<Answer> {
  const status = response.statusCode ?? 0;
  if (status >= 300 && status < 400 && response.headers.location) {
    response.destroy();
    return { body: '', contentType: '', location: response.headers.location };
  }
  if (status !== 200) {
    response.destroy();
    throw new Error(`the memory store answered with status ${status}`);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`the memory store sent more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return {
    body: Buffer.concat(chunks).toString('utf8'),
    contentType: response.headers['content-type'] ?? '',
    location: null,
  };
}

const MemoryItems = z.object({ items: z.array(z.object({ text: z.string(), at: z.string().optional() })) });

function parseMemory(body: string, contentType: string): readonly string[] {
  if (!/\bjson\b/i.test(contentType)) return [body].filter((text) => text.trim() !== '');
  const parsed = MemoryItems.safeParse(tryJson(body));
  if (!parsed.success)
    throw new Error('the memory store sent JSON of another form than {items: [{text, at?}]}');
  return parsed.data.items.map((item) => item.text).filter((text) => text.trim() !== '');
}

function tryJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
