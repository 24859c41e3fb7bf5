/**
 * Reads a text with HTML in it without its tags and entities. Scripts, styles, navigation and forms are not
 * read. An element of another name is a field: `<city>Ulm</city>` is the line "city: Ulm".
 */
import type { SyntaxNode, SyntaxNodeRef } from '@lezer/common';
import { parser } from '@lezer/html';
import { decodeHTML } from 'entities';
import type { Block, Pair } from './blocks.ts';
import { Canvas } from './canvas.ts';
import { isSkippedElement, nameOfTag, startOfUnclosed } from './page-parts.ts';
import { writeJson } from './read-json.ts';
import { RecordWriter } from './record-writer.ts';

const words = (list: string) => new Set(list.split(' '));
const lineElements = words(
  'p br li ul ol div tr td th table h1 h2 h3 h4 h5 h6 section article header footer dt dd dl main aside figure figcaption blockquote pre hr option title address summary details',
);
const inlineElements = words(
  'a b i u s em strong span font small big sup sub img html head body code center tbody thead tfoot label mark cite q abbr del ins video audio meta link picture source time data kbd samp var wbr base caption col colgroup embed object param fieldset legend input',
);
/** A tag that is not closed nearby is none. UTF-16 units. */
const LONGEST_TAG = 2000;
const LONGEST_FIELD = 400;

export interface PlainText {
  readonly text: string;
  readonly pairs: readonly Pair[];
  readonly blocks: readonly Block[];
  /** Whether it has elements that begin lines. */
  readonly isPage: boolean;
}

export function withoutMarkup(text: string): PlainText {
  if (!/<[a-z!/?]|&(?:[a-z]{2,8}|#\w{2,6});/i.test(text))
    return { text, pairs: [], blocks: [], isPage: false };
  const canvas = new Canvas(text, 'text');
  const writer = new RecordWriter(text, canvas);
  let isPage = false;
  const end = startOfUnclosed(text);
  canvas.blank(end, text.length);
  parser.parse(text.slice(0, end)).iterate({
    enter(node) {
      const { name, from, to } = node;
      if (name === 'Element') return enterElement(node);
      if (name === 'OpenTag' || name === 'CloseTag' || name === 'SelfClosingTag') return writeTag(node);
      if (name === 'EntityReference' || name === 'CharacterReference') writeEntity(from, to);
      else if (name === 'Comment' || name === 'DoctypeDecl' || name === 'ProcessingInst')
        canvas.blank(from, to);
      return true;
    },
  });
  return { text: canvas.toString(), pairs: writer.pairs, blocks: writer.blocks, isPage };

  function enterElement({ node }: SyntaxNodeRef): boolean {
    const tag = node.firstChild;
    if (tag === null || !isTag(tag)) return true;
    const name = nameOfTag(tag, text);
    if (isSkippedElement(tag, name, text)) {
      canvas.blank(node.from, node.to);
      if (name === 'script') writeLinkedData(node, tag);
      return false;
    }
    return !isField(node, tag, name) || writeField(node, tag, name);
  }

  /** JSON-LD of schema.org. */
  function writeLinkedData(node: SyntaxNode, tag: SyntaxNode): void {
    if (!/application\/(?:ld\+)?json/.test(text.slice(tag.from, tag.to))) return;
    const content = tag.nextSibling;
    if (content !== null && content.to <= node.to) writeJson(writer, text, content.from, content.to);
  }

  function isTag(tag: SyntaxNode): boolean {
    return tag.to - tag.from <= LONGEST_TAG && text[tag.to - 1] === '>';
  }

  function writeTag({ node, from, to }: SyntaxNodeRef): boolean {
    if (!isTag(node)) return true;
    canvas.blank(from, to);
    if (lineElements.has(nameOfTag(node, text))) {
      canvas.put(from, '\n');
      isPage = true;
    }
    return false;
  }

  function writeEntity(from: number, to: number): void {
    const entity = text.slice(from, to);
    const sign = entity === '&lt;' || entity === '&gt;' ? ' ' : decodeHTML(entity);
    if (sign.length !== 1) return;
    canvas.blank(from, to);
    canvas.put(from, sign === '\u00a0' ? ' ' : sign);
  }

  /** An element that HTML does not know, with text alone. */
  function isField(node: SyntaxNode, tag: SyntaxNode, name: string): boolean {
    if (
      tag.name !== 'OpenTag' ||
      lineElements.has(name) ||
      inlineElements.has(name) ||
      !/^[a-z][\w:.-]*$/.test(name)
    )
      return false;
    const close = node.lastChild!;
    if (close.name !== 'CloseTag' || close.from - tag.to > LONGEST_FIELD) return false;
    return !text.slice(tag.to, close.from).includes('<');
  }

  function writeField(node: SyntaxNode, tag: SyntaxNode, name: string): false {
    const close = node.lastChild!;
    const start = tag.from + 1;
    canvas.put(tag.from, '\n');
    canvas.put(tag.to - 1, ':');
    canvas.blank(close.from, close.to);
    canvas.put(close.from, '\n');
    writer.leaf([name.slice(name.indexOf(':') + 1)], tag.to, close.from);
    canvas.copy(start, tag.to - 1);
    return false;
  }
}
