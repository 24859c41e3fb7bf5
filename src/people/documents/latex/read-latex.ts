/** The text of a LaTeX document as Markdown: sections, items, rows of tables. Macros are not expanded. */
import { parse } from '@unified-latex/unified-latex-util-parse';
import type { DocumentText } from '../document-text.ts';
import { hasWords } from '../has-words.ts';
import { unreadable } from '../unreadable.ts';
import { accented, boxMacros, signs, skippedEnvironments, skippedMacros } from './macros.ts';

export function readLatex(source: string): DocumentText {
  const { content } = parse(source);
  const body = content.find((node) => node.type === 'environment' && node.env === 'document') ?? { content };
  const text = tidied(textOf('content' in body ? (body.content as readonly Node[]) : []));
  if (!hasWords(text)) throw unreadable('no_text');
  return { format: 'latex', text, dropped: {} };
}

type Node = ReturnType<typeof parse>['content'][number];
type Macro = Extract<Node, { type: 'macro' }>;

const levels: Readonly<Record<string, number>> = {
  ...{ part: 1, chapter: 1, section: 1, subsection: 2, subsubsection: 3, paragraph: 4, subparagraph: 4 },
};

function textOf(nodes: readonly Node[]): string {
  let text = '';
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]!;
    if (node.type === 'macro') {
      const next = nodes[at + 1];
      if (isAccent(node) && next !== undefined) {
        text += accented(node.content, textOf([next]));
        at++;
        continue;
      }
      const groups = groupsAfter(nodes, at);
      text += textOfMacro(node, groups.groups);
      at = groups.last;
    } else text += textOfNode(node);
  }
  return text;
}

const isAccent = ({ content, args }: Macro) => args === undefined && accented(content, 'a') !== 'a';

function textOfNode(node: Exclude<Node, Macro>): string {
  switch (node.type) {
    case 'string':
      return node.content === '~' ? ' ' : node.content === '&' ? ' | ' : node.content;
    case 'whitespace':
      return ' ';
    case 'parbreak':
      return '\n\n';
    case 'group':
    case 'inlinemath':
      return textOf(node.content);
    case 'environment':
      return skippedEnvironments.has(node.env) ? '\n' : `\n\n${textOf(node.content)}\n\n`;
    default:
      return '';
  }
}

function textOfMacro(macro: Macro, groups: readonly (readonly Node[])[]): string {
  const { content: name, args = [] } = macro;
  const inBraces = args.filter(({ openMark, content }) => openMark !== '[' && content.length > 0);
  const parts = [...inBraces.map(({ content }) => content as readonly Node[]), ...groups];
  if (name === '\\') return '\n';
  // The document's own items too: `\\resumeItem{…}`.
  if (/item$/i.test(name)) {
    const label = args.find(({ openMark }) => openMark === '[');
    const term = label === undefined ? '' : `${textOf(label.content as readonly Node[])} `;
    return `\n- ${term}${parts.map(textOf).join(' ').trim()}`;
  }
  if (skippedMacros.has(name)) return '';
  const level = levels[name] ?? (/section$/i.test(name) ? 1 : undefined);
  if (level !== undefined) return `\n\n${'#'.repeat(level)} ${parts.map(textOf).join(' ').trim()}\n\n`;
  if (signs[name] !== undefined) return signs[name] + parts.map(textOf).join('');
  if (boxMacros.has(name)) return parts.slice(-1).map(textOf).join('');
  // A macro of the document's own with several arguments, as a position of a CV, is a line of cells.
  if (groups.length < 2) return parts.map(textOf).join(' ');
  const cells = parts.map((part) => textOf(part).trim()).filter((cell) => cell !== '');
  return `\n${cells.join(cells.some((cell) => cell.includes('\n')) ? '\n' : ' | ')}\n`;
}

interface Given {
  readonly groups: readonly (readonly Node[])[];
  /** The place of the last one. */
  readonly last: number;
}

/** The arguments of a macro that the parser does not know: the groups behind it. */
function groupsAfter(nodes: readonly Node[], at: number): Given {
  const macro = nodes[at];
  const groups: (readonly Node[])[] = [];
  let last = at;
  if (macro?.type !== 'macro' || macro.args !== undefined || signs[macro.content] !== undefined)
    return { groups, last };
  for (let next = at + 1; next < nodes.length; next++) {
    const node = nodes[next]!;
    if (node.type === 'group') {
      groups.push(node.content);
      last = next;
    } else if (node.type !== 'whitespace') break;
  }
  return { groups, last };
}

function tidied(text: string): string {
  return text
    .replace(/-{2,3}/g, '–')
    .replace(/``|''/g, '"')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/^(?:\| ?)+|(?: ?\|)+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
