/**
 * Reads the structure of a document before its words: what is a record, a table, a heading, prose, code, and
 * what is not read at all. Formats are read by their parsers. Their result is as long as the document, so
 * that offsets hold: every step replaces UTF-16 units by as many others.
 */
import type { ReadDocument } from './blocks.ts';
import { withoutEmbeddedCode } from './embedded-code.ts';
import { labelledLines } from './labelled-lines.ts';
import { readLatex } from './read-latex.ts';
import { readMarkdown } from './read-markdown.ts';
import { readPlain } from './read-plain.ts';
import { readRecord } from './read-record.ts';
import { withoutEmptyBoxes } from './tick-boxes.ts';
import { withoutAddresses } from './without-addresses.ts';
import { withoutMarkup } from './without-markup.ts';

export function readDocument(text: string): ReadDocument {
  const record = readRecord(text);
  if (record !== null) {
    // Leaves of prose may have tags of their own.
    const { text: plain } = withoutMarkup(record.readable);
    return { ...record, readable: withoutAddresses(withoutEmbeddedCode(plain)) };
  }
  const latex = readLatex(text);
  if (latex !== null) return { format: 'latex', ...latex, readable: withoutAddresses(latex.readable) };
  const markup = withoutMarkup(text);
  const plain = withoutEmptyBoxes(markup.text);
  const markdown = readMarkdown(plain);
  const { pairs, blocks, cells, readable } = markdown ?? readPlain(plain);
  return {
    format: markdown !== null ? 'markdown' : markup.isPage || markup.pairs.length > 0 ? 'html' : 'plain',
    blocks: [...markup.blocks, ...blocks],
    pairs: [...markup.pairs, ...pairs, ...labelledLines(readable, blocks)],
    cells,
    readable: withoutAddresses(withoutEmbeddedCode(readable)),
  };
}
