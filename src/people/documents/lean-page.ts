/**
 * A page without what it has for browsers and visitors alone: scripts, styles, menus, forms, comments,
 * pictures, and attributes that say how it looks. The rest is read as any HTML is.
 */
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/html';
import { isSkippedElement, nameOfTag, startOfUnclosed } from '../reading/document/page-parts.ts';
import type { DocumentText } from './document-text.ts';
import { hasWords } from './has-words.ts';
import { unreadable } from './unreadable.ts';

const programs = new Set(['style', 'script', 'noscript', 'template', 'svg', 'canvas']);
/** Attributes that say something of their element. */
const keptAttributes =
  /^(?:class|id|role|type|lang|title|alt|content|datetime|value|name|item\w+|property)$/i;

export function leanPage(page: string): DocumentText {
  let [scripts, menus] = [0, 0];
  let [lean, from] = ['', 0];
  const end = startOfUnclosed(page);
  parser.parse(page.slice(0, end)).iterate({
    enter({ name, from, to, node }) {
      if (name === 'Comment') return drop(from, to);
      if (name === 'Attribute') return keptAttributes.test(keyOf(node)) || drop(from, to);
      const tag = name === 'Element' ? node.firstChild : null;
      if (tag === null) return true;
      const element = nameOfTag(tag, page);
      const isProgram = programs.has(element);
      if (!isProgram && !isSkippedElement(tag, element, page)) return true;
      // JSON-LD says what the page is about.
      if (/application\/ld\+json/i.test(page.slice(tag.from, tag.to))) return true;
      if (isProgram) scripts++;
      else menus++;
      return drop(from, to);
    },
  });
  lean += page.slice(from, end);
  // Pictures within the page.
  const text = lean.replace(/\bdata:[\w/+.-]+;base64,[\w+/=]+/g, '').trim();
  if (!hasWords(text.replace(/<[^<>]*>/g, ' '))) throw unreadable('no_text');
  return { format: 'html', text, dropped: { ...(scripts > 0 && { scripts }), ...(menus > 0 && { menus }) } };

  function keyOf({ firstChild }: SyntaxNode): string {
    return firstChild === null ? '' : page.slice(firstChild.from, firstChild.to);
  }

  function drop(start: number, stop: number): false {
    lean += page.slice(from, start);
    from = stop;
    return false;
  }
}
