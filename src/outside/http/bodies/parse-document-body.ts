/**
 * A body that has a file: a form (`multipart/form-data`), or the file as it is with the other values in the
 * query. Both become one value, which the operation's schema validates.
 */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { invalidRequest } from '../../../contract/errors.ts';
import { documentTypes, type GivenDocument } from '../../../people/documents/document-formats.ts';

const FORM = 'multipart/form-data';
export const documentBodyTypes: readonly string[] = [FORM, ...documentTypes];
/** Size of a form beside its file, bytes. */
export const FORM_BYTES = 64 * 1024;

/**
 * A file of a request. Its bytes are private, so that nothing that walks through a body walks through them.
 */
class SentDocument {
  readonly #given: GivenDocument;

  constructor(document: GivenDocument) {
    this.#given = document;
  }

  get given(): GivenDocument {
    return this.#given;
  }

  get sha256(): string {
    return createHash('sha256').update(this.#given.bytes).digest('hex');
  }
}

/** The file of a body, which a form may lack. Throws 400. */
export function givenDocument(file: unknown): GivenDocument {
  if (file instanceof SentDocument) return file.given;
  throw invalidRequest([{ path: 'file', message: 'is no file; send it as a part with a file name' }]);
}

export async function parseDocumentBody(request: FastifyRequest): Promise<unknown> {
  const { bodyBytes: bytes } = request;
  if (bytes === null) return undefined;
  request.bodyBytes = null;
  const type = request.headers['content-type'] ?? '';
  const isForm = type.toLowerCase().startsWith(FORM);
  const inQuery = valuesOf(request.query as Readonly<Record<string, unknown>>);
  const sent = isForm ? await partsOf(bytes, type) : { file: new SentDocument({ bytes, type, name: null }) };
  const twice = Object.keys(inQuery).filter((name) => Object.hasOwn(sent, name));
  if (twice.length > 0)
    throw invalidRequest(
      twice.map((path) => ({ path, message: 'is given in the address and in the form; give it once' })),
    );
  const body = { ...inQuery, ...sent };
  // The fingerprint of an idempotency key covers it.
  request.jsonBody = Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, value instanceof SentDocument ? value.sha256 : value]),
  );
  return body;
}

/** Values that a query may have in place of a form. The query's own schema refuses others. */
const VALUES = ['user_id', 'domain', 'source'];

function valuesOf(query: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(VALUES.flatMap((name) => (name in query ? [[name, query[name]]] : [])));
}

async function partsOf(bytes: Uint8Array, type: string): Promise<Record<string, unknown>> {
  const form = await new Response(Uint8Array.from(bytes), { headers: { 'content-type': type } })
    .formData()
    .catch(() => {
      throw invalidRequest([{ path: '', message: 'is no form of multipart/form-data with its boundary' }]);
    });
  const parts: Record<string, unknown> = {};
  for (const [name, value] of form) {
    if (Object.hasOwn(parts, name)) throw invalidRequest([{ path: name, message: 'is given twice' }]);
    parts[name] = typeof value === 'string' ? value : await documentOf(value);
  }
  return parts;
}

async function documentOf(file: File): Promise<SentDocument> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return new SentDocument({ bytes, type: file.type === '' ? null : file.type, name: file.name });
}
