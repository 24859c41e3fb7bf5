/**
 * Reads records that are written as code: `AgentCard(name='…', skills=[…])`, an object of TypeScript. The
 * grammar of Python reads the literals of both.
 */
import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';
import type { DocumentParts, Path } from './blocks.ts';
import { isDeep } from './nesting.ts';
import { RecordWriter } from './record-writer.ts';

/** A call with a named argument, or an assigned object, at the beginning of a line. */
const beginsRecord =
  /^(?:export )?(?:const |let |var )?[A-Za-z_][\w.: ]{0,60}(?:=\s*)?(?:[A-Za-z_][\w.]{0,60})?[({]\s*(?:$|\n|\w+\s*[=:])/m;
const FEWEST_LEAVES = 3;
/** The share of the text that is values of names. */
const LEAST_READ = 0.1;

/** null: the text is no such record. */
export function readCode(text: string): DocumentParts | null {
  if (!beginsRecord.test(text.slice(0, 2000)) || isDeep(text)) return null;
  const writer = new RecordWriter(text);
  writeCode(writer, text);
  const { pairs, blocks, canvas } = writer;
  const keyed = pairs.filter(({ path }) =>
    /^[A-Za-z_]\w*$/.test(String(path.findLast((step) => typeof step === 'string'))),
  );
  const read = keyed.reduce((sum, { start, end }) => sum + end - start, 0);
  if (keyed.length < FEWEST_LEAVES || read < LEAST_READ * text.length) return null;
  return { pairs, blocks, cells: [], readable: canvas.toString() };
}

interface Frame {
  readonly kind: 'call' | 'object' | 'list';
  readonly path: Path;
  index: number;
  key: string | null;
}

const kinds: Readonly<Record<string, Frame['kind']>> = {
  ArgList: 'call',
  DictionaryExpression: 'object',
  ArrayExpression: 'list',
  TupleExpression: 'list',
};

function writeCode(writer: RecordWriter, text: string): void {
  const frames: Frame[] = [];
  const pathHere = (): Path => {
    const frame = frames.at(-1);
    if (frame === undefined) return [];
    if (frame.kind === 'list') return [...frame.path, frame.index];
    return frame.key === null ? frame.path : [...frame.path, frame.key];
  };
  const keyAt = ({ from, to }: SyntaxNode) => {
    const isQuoted = /["']/.test(text[from]!);
    const [start, end] = isQuoted ? [from + 1, to - 1] : [from, to];
    frames.at(-1)!.key = text.slice(start, end);
    writer.key(start, end, isQuoted ? from : startOfLine(text, from));
  };
  parser.parse(text).iterate({
    enter(node): boolean {
      const { name, from, to } = node;
      const kind = kinds[name];
      const frame = frames.at(-1);
      if (kind !== undefined) {
        frames.push({ kind, path: pathHere(), index: 0, key: null });
        if (kind === 'call') writeClass(node.node.prevSibling);
        return true;
      }
      if (frame === undefined) return true;
      if (name === ',') {
        if (frame.kind === 'list') writer.between(from, 0);
        else frame.key = null;
        frame.index++;
      } else if (isKey(node, frame)) keyAt(node.node);
      else if (name === 'AssignOp' || name === ':') writer.canvas.put(from, ':');
      else if (name === 'String' || name === 'FormatString') {
        writeString(from, to);
        return false;
      } else if (name === 'Number' || name === 'Boolean' || /^(?:true|false)$/.test(text.slice(from, to)))
        leafAt(from, to);
      return true;
    },
    leave({ name }) {
      if (kinds[name] !== undefined) frames.pop();
    },
  });

  /** The class of a call says what the record is. */
  function writeClass(callee: SyntaxNode | null): void {
    if (callee?.name === 'VariableName')
      writer.leaf([...frames.at(-1)!.path, '@type'], callee.from, callee.to);
  }

  function leafAt(from: number, to: number): void {
    const frame = frames.at(-1)!;
    if (frame.kind === 'list' || frame.key !== null) writer.leaf(pathHere(), from, to);
  }

  function writeString(from: number, to: number): void {
    const quote = /^[a-z]{0,2}("""|'''|"|')/i.exec(text.slice(from, from + 5));
    if (quote === null) return;
    const closing = text.slice(to - quote[1]!.length, to) === quote[1] ? quote[1].length : 0;
    leafAt(from + quote[0].length, Math.max(from + quote[0].length, to - closing));
  }
}

/** A name before "=" in a call, or before ":" in an object. */
function isKey(node: { readonly name: string; readonly node: SyntaxNode }, { kind, key }: Frame): boolean {
  if (kind === 'list' || key !== null) return false;
  if (node.name !== 'VariableName' && node.name !== 'String') return false;
  const next = node.node.nextSibling?.name;
  return kind === 'call' ? next === 'AssignOp' : next === ':';
}

/** The last unit of the white space before `at`. */
function startOfLine(text: string, at: number): number | null {
  return at > 0 && /\s/.test(text[at - 1]!) ? at - 1 : null;
}
