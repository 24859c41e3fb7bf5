/** Parts of a page that are no statement of what the page is about: menus, forms, scripts. */
import type { SyntaxNode } from '@lezer/common';

const words = (list: string) => new Set(list.split(' '));
/** Their contents are no statements. */
const skippedElements = words(
  'script style nav footer noscript svg select textarea button template iframe canvas math form dialog map menu',
);
/** Classes, ids and roles of parts that a page has for its reader. */
const skippedClasses = words(
  'cookie cookies consent gdpr navbar nav navigation breadcrumb breadcrumbs sidebar menu footer social share sharing related newsletter pagination contentinfo',
);

/** Parts that end at a mark of their own. Without it the parser takes quadratic time. */
const enclosed = [
  [/<!--/g, '-->'],
  [/<script\b/gi, '</script'],
  [/<style\b/gi, '</style'],
  [/<textarea\b/gi, '</textarea'],
] as const;

/** Where the first of these parts begins that is not closed; the length of the text where all are. */
export function startOfUnclosed(text: string): number {
  const lower = text.toLowerCase();
  const starts = enclosed.map(([begins, end]) => {
    begins.lastIndex = Math.max(0, lower.lastIndexOf(end));
    return begins.exec(text)?.index ?? text.length;
  });
  return Math.min(...starts);
}

/** `tag`: the one that opens the element `name`. */
export function isSkippedElement(tag: SyntaxNode, name: string, text: string): boolean {
  if (skippedElements.has(name)) return true;
  if (tag.name !== 'OpenTag') return false;
  const marks = tag.getChildren('Attribute').flatMap((attribute) => {
    const key = text.slice(attribute.firstChild!.from, attribute.firstChild!.to);
    if (!/^(?:class|id|role)$/.test(key)) return [];
    return text
      .slice(attribute.lastChild!.from, attribute.lastChild!.to)
      .toLowerCase()
      .split(/[\s"'_-]+/);
  });
  return marks.some((mark) => skippedClasses.has(mark));
}

/** In lower case; empty: it has none. */
export function nameOfTag(tag: SyntaxNode, text: string): string {
  const name = tag.getChild('TagName');
  return name === null ? '' : text.slice(name.from, name.to).toLowerCase();
}
