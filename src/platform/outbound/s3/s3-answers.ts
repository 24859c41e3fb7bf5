/** Reads the XML answers of S3. */
import { parseXml, XmlElement } from '@rgrove/parse-xml';

/** An element with its children, by name. */
export interface XmlNode {
  readonly name: string;
  /** Text of the first child of that name; '' where there is none. */
  text(child: string): string;
  all(child: string): readonly XmlNode[];
}

/** Null where the text is no XML. */
export function readXml(text: string): XmlNode | null {
  try {
    const { root } = parseXml(text);
    return root === null ? null : nodeOf(root);
  } catch {
    return null;
  }
}

/** The code of an error; '' where the body is no error of S3. */
export function errorCodeOf(body: string): string {
  const root = body === '' ? null : readXml(body);
  const code = root?.name === 'Error' ? root.text('Code') : '';
  return /^[A-Za-z0-9.]{1,80}$/.test(code) ? code : '';
}

export function escapeXml(text: string): string {
  return text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function nodeOf(element: XmlElement): XmlNode {
  const named = (name: string) =>
    element.children.filter(
      (child): child is XmlElement => child instanceof XmlElement && child.name === name,
    );
  return {
    name: element.name,
    text: (child) => named(child)[0]?.text ?? '',
    all: (child) => named(child).map(nodeOf),
  };
}
