/** The formats of documents, by media type, by the ending of a name, and by first bytes. */
import type { DocumentFormat } from '../../contract/document.ts';

const byMediaType: Readonly<Record<string, DocumentFormat>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/markdown': 'markdown',
  'application/x-tex': 'latex',
  'text/x-tex': 'latex',
  'application/x-latex': 'latex',
  'application/json': 'json',
  'application/ld+json': 'json',
  'text/plain': 'text',
};

const byEnding: Readonly<Record<string, DocumentFormat>> = {
  pdf: 'pdf',
  docx: 'docx',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  md: 'markdown',
  markdown: 'markdown',
  tex: 'latex',
  json: 'json',
  jsonld: 'json',
  txt: 'text',
  text: 'text',
};

export const documentTypes: readonly string[] = Object.keys(byMediaType);

export interface GivenDocument {
  readonly bytes: Uint8Array;
  /** As in `Content-Type`, with its parameters; null: unknown. */
  readonly type: string | null;
  /** The name of the file; null: unknown. */
  readonly name: string | null;
}

/** Files that are none of the formats, whatever they are called: pictures, archives, RTF, DOC and XLS. */
const otherFormats = [
  '\x89PNG',
  '\xff\xd8\xff',
  'GIF8',
  'RIFF',
  '\x1f\x8b',
  'Rar!',
  '{\\rtf',
  '\xd0\xcf\x11\xe0',
];
/** A ZIP archive that has it is a DOCX. */
const DOCX_PART = 'word/document.xml';

/**
 * First bytes come before the name, since many files are sent with a wrong one; null: none of the formats.
 */
export function formatOfDocument({ bytes, type, name }: GivenDocument): DocumentFormat | null {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const head = all.subarray(0, 1024).toString('latin1');
  if (head.startsWith('PK\x03\x04')) return all.includes(DOCX_PART) ? 'docx' : null;
  if (head.trimStart().startsWith('%PDF-')) return 'pdf';
  if (otherFormats.some((start) => head.startsWith(start))) return null;
  return byMediaType[mediaTypeOf(type)] ?? formatOfName(name);
}

export function formatOfName(name: string | null): DocumentFormat | null {
  return byEnding[/\.([^.]*)$/.exec(name ?? '')?.[1]?.toLowerCase() ?? ''] ?? null;
}

function mediaTypeOf(type: string | null): string {
  return (type ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** The charset of a media type; null: none is given. */
export function charsetOf(type: string | null): string | null {
  return /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type ?? '')?.[1]?.toLowerCase() ?? null;
}
