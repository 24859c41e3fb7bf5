/**
 * Asks the operator's enrichment endpoint about a person: POST `{user_id, domain, text, fields}`, answered
 * with `{fields, text?}`. The limits are 5 s and 1 MiB, without redirects or retries, since the caller waits.
 * A failure costs the caller only the values that the endpoint would have added.
 */
import { z } from 'zod';
import { MAX_TEXT_BYTES } from '../../../contract/common.ts';
import { allowedAddress } from '../../../platform/outbound/allowed-address.ts';
import { boundedRequest, namedHeader } from '../../../platform/outbound/bounded-request.ts';
import { NetworkFault } from '../../../platform/outbound/network-fault.ts';
import { tryJson } from '../../../platform/outbound/try-json.ts';

const TIMEOUT_MS = 5000;
const MAX_BYTES = 1024 * 1024;
const PEER = 'the enrichment endpoint';

export interface EnrichmentAccess {
  readonly url: string;
  /** "Name: value"; a secret. null: none. */
  readonly header: string | null;
  readonly allowedHosts: readonly string[];
}

export interface EnrichmentQuestion {
  readonly user_id: string;
  readonly domain: string;
  readonly text: string;
  /** The client's fields, as given. */
  readonly fields: Readonly<Record<string, unknown>>;
}

const Enrichment = z.object({
  fields: z.record(z.string(), z.unknown()).default({}),
  text: z.string().default(''),
});
type Enrichment = z.infer<typeof Enrichment>;

/** Throws NetworkFault on any failure. Its message contains neither the header nor data of the person. */
export async function askEnrichment(
  access: EnrichmentAccess,
  question: EnrichmentQuestion,
): Promise<Enrichment> {
  const address = allowedAddress(access.url, access.allowedHosts);
  if (typeof address === 'string') throw new NetworkFault(`its address is not taken: ${address}`);
  const answer = await boundedRequest(address, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      ...namedHeader(access.header),
    },
    body: JSON.stringify(question),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    peer: PEER,
  });
  if (answer.location !== null) throw new NetworkFault(`${PEER} redirects elsewhere, and is not followed`);
  return readEnrichment(answer.body);
}

function readEnrichment(body: string): Enrichment {
  const parsed = Enrichment.safeParse(tryJson(body, wellFormed));
  if (!parsed.success) throw new NetworkFault(`${PEER} sent something else than {fields: {…}, text?: "…"}`);
  if (Buffer.byteLength(parsed.data.text) > MAX_TEXT_BYTES) {
    throw new NetworkFault(`${PEER} sent a text of more than ${MAX_TEXT_BYTES} bytes`);
  }
  return parsed.data;
}

/** Removes the characters that no text of a request may have: lone surrogates and U+0000. */
function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : value;
}
