/** The text of a DOCX as Markdown: headings by their styles, lists, tables. Pictures are left out. */
import mammoth from 'mammoth';
import type { DocumentText } from '../document-text.ts';
import { hasWords } from '../has-words.ts';
import { unreadable } from '../unreadable.ts';
import { markdownOfHtml } from './markdown-of-html.ts';

export async function readDocx(bytes: Uint8Array): Promise<DocumentText> {
  let images = 0;
  const convertImage = mammoth.images.imgElement(async () => {
    images++;
    return { src: '' };
  });
  const { value } = await mammoth
    .convertToHtml({ buffer: Buffer.from(bytes) }, { convertImage, externalFileAccess: false })
    .catch(() => {
      throw unreadable('broken');
    });
  const text = markdownOfHtml(value);
  if (!hasWords(text)) throw unreadable('no_text');
  return { format: 'docx', text, dropped: { ...(images > 0 && { images }) } };
}
