/**
 * Fetches and encodes images within bounds of time and size, from public hosts and from the sources that the
 * operator allows for imports. Each image is decoded alone, so that a faulty one does not affect the others.
 */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { ApiError } from '../../../contract/errors.ts';
import { type ImageEncoder, UnreadableImageError } from '../../../engines/encoders/image-encoder.ts';
import type { EncoderIdentity } from '../../../engines/encoders/text-encoder.ts';
import { type AllowedAddress, allowedAddress } from '../../../platform/outbound/allowed-address.ts';
import { boundedBytes } from '../../../platform/outbound/bounded-request.ts';
import { faultInWords, NetworkFault } from '../../../platform/outbound/network-fault.ts';
import {
  type SourceSettings,
  validateSource,
  validateWebAddress,
} from '../../datasets/sources/validate-source.ts';

type ImageRead =
  | { readonly vector: Float32Array; readonly sha256: string }
  /** A message that follows the item's id. */
  | { readonly fault: string };

export interface ImageReader {
  readonly identity: EncoderIdentity;
  /** In the order of the addresses. Throws only `signal.reason`. */
  read(urls: readonly string[], signal?: AbortSignal): Promise<readonly ImageRead[]>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 10 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const MAX_CONCURRENT = 8;

export function createImageReader(encoder: ImageEncoder, sources: SourceSettings): ImageReader {
  const readOne = async (url: string, signal?: AbortSignal): Promise<ImageRead> => {
    try {
      const bytes = await imageBytes(url, sources, signal);
      const [vector] = await encoder.encode([bytes]);
      return { vector: vector!, sha256: createHash('sha256').update(bytes).digest('hex') };
    } catch (error) {
      signal?.throwIfAborted();
      return { fault: faultOf(url, error) };
    }
  };
  return {
    identity: encoder.identity,
    read: async (urls, signal) => {
      const read: ImageRead[] = [];
      let next = 0;
      const readRemaining = async () => {
        while (next < urls.length) {
          const at = next++;
          read[at] = await readOne(urls[at]!, signal);
        }
      };
      await Promise.all(Array.from({ length: MAX_CONCURRENT }, readRemaining));
      return read;
    },
    close: () => encoder.close(),
  };
}

function faultOf(url: string, error: unknown): string {
  const subject = `image_url «${url.slice(0, 200)}»`;
  if (error instanceof UnreadableImageError) return `${subject} ${error.message}`;
  const issue = error instanceof ApiError && 'issues' in error.details ? error.details.issues[0] : undefined;
  return `${subject} cannot be read: ${issue?.message ?? faultInWords(error)}`;
}

async function imageBytes(url: string, sources: SourceSettings, signal?: AbortSignal): Promise<Uint8Array> {
  if (/^file:/i.test(url)) return fileBytes(url, sources);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const ending = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  let address = addressOf(url, sources);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const { body, location } = await boundedBytes(address, {
      method: 'GET',
      headers: { accept: 'image/*' },
      signal: ending,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      peer: 'the host',
    });
    if (location === null) return body;
    address = addressOf(new URL(location, address.url).href, sources);
  }
  throw new NetworkFault(`it redirected more than ${MAX_REDIRECTS} times`);
}

async function fileBytes(url: string, sources: SourceSettings): Promise<Uint8Array> {
  const validated = await validateSource(url, sources);
  if (validated.kind !== 'file') throw new NetworkFault('it is no file: address');
  const { size } = await stat(validated.path);
  if (size > MAX_BYTES) throw new NetworkFault(`it has more than ${MAX_BYTES} bytes`);
  return readFile(validated.path);
}

/** An address that the operator allows for imports may be private; any other must be public. */
function addressOf(url: string, sources: SourceSettings): AllowedAddress {
  if (isAllowedForImports(url, sources)) return { url: new URL(url), allowListed: true };
  const address = allowedAddress(url, []);
  if (typeof address === 'string') throw new NetworkFault(address);
  return address;
}

function isAllowedForImports(url: string, sources: SourceSettings): boolean {
  try {
    validateWebAddress(url, sources);
    return true;
  } catch {
    return false;
  }
}
