/** The text of a PDF in the order in which it is read, as Markdown. */
import { getDocumentProxy } from 'unpdf';
import type { DocumentLimits, DocumentText } from '../document-text.ts';
import { hasWords } from '../has-words.ts';
import { unreadable } from '../unreadable.ts';
import { joinRuns } from './join-runs.ts';
import { linesOfPage } from './lines-of-page.ts';
import { markdownOfLines } from './markdown-of-lines.ts';
import type { Line, Piece } from './text-pieces.ts';
import { withoutRepeatedLines } from './without-repeated-lines.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

export async function readPdf(bytes: Uint8Array, { maxPages }: DocumentLimits): Promise<DocumentText> {
  const pdf = await opened(bytes);
  const { numPages: pages } = pdf;
  if (pages > maxPages) throw unreadable('too_many_pages', `It has ${pages}; at most ${maxPages} are read.`);
  const lines: (readonly Line[])[] = [];
  for (let number = 1; number <= pages; number++)
    lines.push(linesOfPage(joinRuns(await piecesOf(pdf, number))));
  const withoutText = lines.filter((page) => page.length === 0).length;
  const kept = withoutRepeatedLines(lines);
  const text = markdownOfLines(kept.pages.flat());
  if (!hasWords(text)) throw unreadable('no_text');
  return {
    ...{ format: 'pdf', text, pages },
    dropped: {
      ...(kept.dropped > 0 && { repeated_lines: kept.dropped }),
      ...(withoutText > 0 && { pages_without_text: withoutText }),
    },
  };
}

/** Levels of messages of the library: none. */
const SILENT = 0;

async function opened(bytes: Uint8Array): Promise<Pdf> {
  try {
    // It refuses a Buffer.
    return await getDocumentProxy(Uint8Array.from(bytes), { isEvalSupported: false, verbosity: SILENT });
  } catch (error) {
    throw unreadable(error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken');
  }
}

/** Text that stands upright. */
async function piecesOf(pdf: Pdf, number: number): Promise<readonly Piece[]> {
  const page = await pdf.getPage(number);
  const { transform: view } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const pieces: Piece[] = [];
  for (const item of items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const [a, b, c, d, x, y] = multiplied(view, item.transform);
    const size = Math.hypot(c, d);
    const isUpright = a > 0 && Math.abs(b) < 0.1 * a;
    if (isUpright && size > 0)
      pieces.push({ text: clean(item.str), x, y: -y, width: item.width, size, font: item.fontName });
  }
  page.cleanup();
  return pieces;
}

type Matrix = readonly [number, number, number, number, number, number];

function multiplied(m: readonly number[], n: readonly number[]): Matrix {
  const [a, b, c, d, e, f] = m as unknown as Matrix;
  const [g, h, i, j, k, l] = n as unknown as Matrix;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** A soft hyphen on a page is a hyphen: fonts give its name to the sign. */
function clean(text: string): string {
  return text
    .replace(/[\u00ad\u2010\u2011]/g, '-')
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '')
    .replaceAll('\u00a0', ' ');
}
