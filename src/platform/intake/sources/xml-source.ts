/** XML feeds: the items of RSS, the entries of Atom. An element is a column, named without its prefix. */
import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml';
import type { Row } from '../mapping/source-row.ts';
import { sourceAtOnce, wholeText } from './file-text.ts';
import type { NumberedRow, SourceQuestion, SourceReader } from './source-reader.ts';

const MAX_MIB = 64;

export async function xmlSource(question: SourceQuestion): Promise<SourceReader> {
  const whole = await wholeText(question, MAX_MIB);
  const items = itemsIn(parsed(whole.text, question.file.name));
  if (items.length === 0)
    throw new Error(`${question.file.name} has no <item> and no <entry>: it is no feed of RSS or Atom.`);
  return sourceAtOnce(question, whole, numbered(items));
}

/** The parser declares no entities, so that none can expand. */
function parsed(text: string, name: string): XmlElement {
  try {
    return parseXml(text, { ignoreUndefinedEntities: true }).root ?? new XmlElement('');
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new Error(
      `${name}, line ${error.line}, column ${error.column}: it is no XML: ${error.message.split('\n')[0]}`,
    );
  }
}

function itemsIn(element: XmlElement): readonly XmlElement[] {
  return childrenOf(element).flatMap((child) =>
    ['item', 'entry'].includes(localName(child)) ? [child] : itemsIn(child),
  );
}

async function* numbered(items: readonly XmlElement[]): AsyncGenerator<NumberedRow> {
  for (const [at, item] of items.entries()) yield { number: at + 1, row: rowOf(item) };
}

/** An element that comes again is a list. */
function rowOf(item: XmlElement): Row {
  const row: Record<string, unknown> = Object.create(null);
  for (const child of childrenOf(item)) {
    const name = localName(child);
    const value = childrenOf(child).length > 0 ? rowOf(child) : child.text.trim() || child.attributes.href;
    row[name] = name in row ? [row[name], value].flat() : value;
  }
  return { ...row };
}

const childrenOf = (element: XmlElement) => element.children.filter((child) => child instanceof XmlElement);
const localName = ({ name }: XmlElement) => name.replace(/^[^:]*:/, '');
