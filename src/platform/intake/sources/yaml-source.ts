/** YAML: one object, a list of them, or several documents. */
import { type Document, LineCounter, parseAllDocuments } from 'yaml';
import { isRow } from '../mapping/source-row.ts';
import { sourceAtOnce, wholeText } from './file-text.ts';
import type { NumberedRow, SourceQuestion, SourceReader } from './source-reader.ts';

const MAX_MIB = 16;
/** Aliases of a document may be opened so many times, against bombs. */
const MAX_ALIASES = 1000;

export async function yamlSource(question: SourceQuestion): Promise<SourceReader> {
  const whole = await wholeText(question, MAX_MIB);
  return sourceAtOnce(question, whole, numbered(valuesIn(whole.text, question.file.name)));
}

function valuesIn(text: string, name: string): readonly unknown[] {
  const lineCounter = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter, prettyErrors: false, merge: true });
  return [documents].flat().flatMap((document) => {
    const [fault] = document.errors ?? [];
    if (fault === undefined) return opened(document, name);
    const { line, col } = lineCounter.linePos(fault.pos[0]);
    throw new Error(`${name}, line ${line}, column ${col}: it is no YAML: ${fault.message}`);
  });
}

function opened(document: Document, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new Error(`${name}: its aliases cannot be opened: ${error.message}`);
  }
}

async function* numbered(values: readonly unknown[]): AsyncGenerator<NumberedRow> {
  for (const [at, value] of values.entries()) {
    const number = at + 1;
    yield isRow(value) ? { number, row: value } : { number, fault: 'the value is no object', text: value };
  }
}
