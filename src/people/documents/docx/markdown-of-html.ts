/** The HTML that a document was converted to, which is well-formed, as Markdown. */
import { parseXml, XmlElement, type XmlNode, XmlText } from '@rgrove/parse-xml';

export function markdownOfHtml(html: string): string {
  const root = parseXml(`<body>${html}</body>`).root;
  const text = root === null ? '' : textOf(root.children, 0);
  return text
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** `depth`: of the list that they are in. */
function textOf(nodes: readonly XmlNode[], depth: number): string {
  return nodes.map((node) => textOfNode(node, depth)).join('');
}

function textOfNode(node: XmlNode, depth: number): string {
  if (node instanceof XmlText) return node.text.replace(/\s+/g, ' ');
  if (!(node instanceof XmlElement)) return '';
  const { name, children } = node;
  const level = /^h([1-6])$/.exec(name)?.[1];
  if (level !== undefined) return `\n\n${'#'.repeat(Number(level))} ${inLine(textOf(children, 0))}\n\n`;
  if (name === 'p') return depth === 0 ? `\n\n${textOf(children, 0)}\n\n` : `${textOf(children, depth)} `;
  if (name === 'br') return '\n';
  if (name === 'ul' || name === 'ol') return `\n${textOf(children, depth + 1)}\n`;
  if (name === 'li') return `${'  '.repeat(depth - 1)}- ${textOf(children, depth).trim()}\n`;
  if (name === 'table') return tableOf(node);
  // A mark of a footnote.
  if (name === 'sup' && node.children.length === 1 && node.text.startsWith('[')) return '';
  return textOf(children, depth);
}

/** The first row has the heads. Tables within cells are text. */
function tableOf(table: XmlElement): string {
  const rows = elementsIn(table, 'tr').map((row) =>
    row.children
      .filter((cell) => cell instanceof XmlElement)
      .map((cell) => inLine(textOf(cell.children, 0)).replaceAll('|', '/')),
  );
  const [first] = rows;
  if (first === undefined) return '';
  // A table of one column is a frame around text.
  if (rows.every((cells) => cells.length === 1)) return `\n\n${rows.map(([cell]) => cell).join('\n\n')}\n\n`;
  const written = rows.map((cells) => `| ${cells.join(' | ')} |`);
  const rule = `|${' --- |'.repeat(first.length)}`;
  return `\n\n${[written[0], rule, ...written.slice(1)].join('\n')}\n\n`;
}

/** The elements of the table itself, and none of tables within it. */
function elementsIn(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.flatMap((child) => {
    if (!(child instanceof XmlElement)) return [];
    if (child.name === name) return [child];
    return child.name === 'thead' || child.name === 'tbody' ? elementsIn(child, name) : [];
  });
}

const inLine = (text: string) => text.replace(/\s+/g, ' ').trim();
