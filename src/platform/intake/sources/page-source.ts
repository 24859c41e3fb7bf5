/**
 * The records of a web page: its JSON-LD. Other text of a page is a document, and no list of records. The text of
 * a script is raw up to its end tag, so that no parser of the page is needed.
 */
import { sourceAtOnce, wholeText } from './file-text.ts';
import { faultyJson, jsonRow } from './json-row.ts';
import { jsonValues } from './json-values.ts';
import type { NumberedRow, SourceQuestion, SourceReader } from './source-reader.ts';

const MAX_MIB = 64;

export async function pageSource(question: SourceQuestion): Promise<SourceReader> {
  const whole = await wholeText(question, MAX_MIB);
  return sourceAtOnce(question, whole, readScripts(whole.text));
}

async function* readScripts(page: string): AsyncGenerator<NumberedRow> {
  let number = 0;
  for (const { text, line } of scriptsOf(page)) {
    for await (const value of jsonValues(once(text))) {
      const at = { number: ++number, line: line + value.line - 1 };
      yield value.fault === undefined
        ? jsonRow({ ...at, what: 'JSON-LD' }, value.text)
        : faultyJson(at, value.fault.replace('the file', 'the JSON-LD'), value.text);
    }
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

const opening = /<!--|<script\b[^>]{0,500}>/gi;
const isJsonLd = /\btype\s*=\s*["']?application\/ld\+json\b/i;

/** The JSON-LD of a page, without the marks that hide it from old browsers. */
function* scriptsOf(page: string): Generator<{ readonly text: string; readonly line: number }> {
  const lower = page.toLowerCase();
  let [counted, line] = [0, 1];
  opening.lastIndex = 0;
  for (let found = opening.exec(page); found !== null; found = opening.exec(page)) {
    const start = opening.lastIndex;
    const end = lower.indexOf(found[0] === '<!--' ? '-->' : '</script', start);
    if (end < 0) return;
    if (isJsonLd.test(found[0])) {
      line += page.slice(counted, start).split('\n').length - 1;
      counted = start;
      const text = page
        .slice(start, end)
        .replaceAll(/(?:\/\/|\/\*)?\s*(?:<!\[CDATA\[|\]\]>|<!--|-->)\s*(?:\*\/)?/g, '');
      yield { text, line };
    }
    opening.lastIndex = end;
  }
}
