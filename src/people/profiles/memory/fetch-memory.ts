/**
 * Reads an external memory store: `{items: [{text, at?}]}` as JSON, or plain text. The limits are 5 s, 1 MiB
 * and 3 redirects, each checked like the first address. Private addresses are refused at connect time, by the
 * address that the name resolved to. A DNS answer that changes between check and use thus cannot bypass the
 * check.
 */
import { z } from 'zod';
import { isBlank } from '../../../contract/common.ts';
import { timeFault } from '../../../contract/times.ts';
import type { AllowedAddress } from '../../../platform/outbound/allowed-address.ts';
import { boundedRequest, namedHeader } from '../../../platform/outbound/bounded-request.ts';
import { NetworkFault } from '../../../platform/outbound/network-fault.ts';
import { tryJson } from '../../../platform/outbound/try-json.ts';
import { memoryReference } from './memory-reference.ts';

const TIMEOUT_MS = 5000;
const MAX_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 3;

export interface MemoryAccess {
  readonly allowedHosts: readonly string[];
  /** "Name: value", sent to the first host only; null: none. */
  readonly header: string | null;
}

/**
 * The texts of the memory, in the order given. Throws NetworkFault on any failure, ApiError on a redirect to
 * an address that is not allowed.
 */
export async function fetchMemory(
  reference: AllowedAddress,
  access: MemoryAccess,
): Promise<readonly string[]> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let target = reference;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const sameOrigin = target.url.origin === reference.url.origin;
    const answer = await boundedRequest(target, {
      method: 'GET',
      headers: {
        accept: 'application/json, text/plain',
        ...(sameOrigin ? namedHeader(access.header) : {}),
      },
      signal,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      peer: 'the memory store',
    });
    if (answer.location === null) return parseMemory(answer.body, answer.contentType);
    target = memoryReference(new URL(answer.location, target.url).href, access.allowedHosts);
  }
  throw new NetworkFault(`the memory store sent more than ${MAX_REDIRECTS} redirects`);
}

const MemoryItems = z.object({ items: z.array(z.object({ text: z.string(), at: z.string().optional() })) });

function parseMemory(body: string, contentType: string): readonly string[] {
  if (!/\bjson\b/i.test(contentType)) return [body].filter((text) => !isBlank(text));
  const parsed = MemoryItems.safeParse(tryJson(body));
  if (!parsed.success)
    throw new NetworkFault('the memory store sent JSON of another form than {items: [{text, at?}]}');
  for (const [item, { at }] of parsed.data.items.entries()) {
    // A text that is no time compares false; nothing reads it.
    const fault = at === undefined ? null : timeFault(Date.parse(at));
    if (fault !== null) throw new NetworkFault(`the memory store sent items[${item}].at, which ${fault}`);
  }
  return parsed.data.items.map((item) => item.text).filter((text) => !isBlank(text));
}
