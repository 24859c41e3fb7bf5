/** A document by its format. Throws 422 `unreadable_document` and `unsupported_format`. */
import { MAX_TEXT_BYTES } from '../../contract/common.ts';
import { type DocumentFormat, documentFormats } from '../../contract/document.ts';
import { ApiError, apiError } from '../../contract/errors.ts';
import { decodeDocument } from './decode-document.ts';
import { charsetOf, formatOfDocument, type GivenDocument } from './document-formats.ts';
import type { DocumentLimits, DocumentText } from './document-text.ts';
import { unreadable } from './unreadable.ts';

export async function readDocumentText(
  document: GivenDocument,
  limits: DocumentLimits,
): Promise<DocumentText> {
  if (document.bytes.length === 0) throw unreadable('no_text');
  const format = formatOfDocument(document);
  if (format === null)
    throw apiError(
      'unsupported_format',
      `Neither its Content-Type, its name nor its first bytes say that the document is one of ${documentFormats.join(', ')}.`,
      { supported: documentFormats },
    );
  try {
    const read = await readers[format](document, limits);
    refuseLongText(read.text);
    return read;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    // Errors of the libraries: deep nesting, damaged parts.
    throw unreadable('broken');
  }
}

/** Before it leaves the process, so that the service never holds it. */
function refuseLongText(text: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_TEXT_BYTES)
    throw apiError(
      'payload_too_large',
      `The document has ${bytes} bytes of text; at most ${MAX_TEXT_BYTES} are taken. Send it in parts.`,
      { bytes, limit: MAX_TEXT_BYTES },
    );
}

type Reader = (given: GivenDocument, limits: DocumentLimits) => DocumentText | Promise<DocumentText>;

const decoded = ({ bytes, type }: GivenDocument) => decodeDocument(bytes, charsetOf(type));
const asText =
  (format: DocumentFormat): Reader =>
  (document) => ({ format, text: decoded(document), dropped: {} });

/** The libraries are loaded with their first document. */
const readers: Readonly<Record<DocumentFormat, Reader>> = {
  pdf: async ({ bytes }, limits) => (await import('./pdf/read-pdf.ts')).readPdf(bytes, limits),
  docx: async ({ bytes }) => (await import('./docx/read-docx.ts')).readDocx(bytes),
  latex: async (document) => (await import('./latex/read-latex.ts')).readLatex(decoded(document)),
  html: async (document) => (await import('./lean-page.ts')).leanPage(decoded(document)),
  markdown: asText('markdown'),
  json: asText('json'),
  text: asText('text'),
};
