/**
 * Documents a second of processor time by format, and the share of the words of a plain reading that the text
 * keeps. A plain reading takes the pieces of a PDF as they come; it has headers, footers and page numbers too.
 * `npm run bench -- documents [FOLDER]`: documents of one's own; without a folder, made ones of two pages.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { formatOfName, type GivenDocument } from '../src/people/documents/document-formats.ts';
import { readDocumentText } from '../src/people/documents/read-document-text.ts';
import { docxOf, pdfOf } from '../src/people/documents/testing/made-documents.ts';
import { printTable } from './support/measure.ts';

const PASSES = 5;
const limits = { maxPages: 10_000 };

const folder = process.argv[2];
const documents = folder === undefined ? await madeDocuments() : documentsIn(folder);
const rows: string[][] = [];
for (const [format, given] of Map.groupBy(documents, ({ name }) => formatOfName(name) ?? 'none')) {
  const read = await Promise.all(given.map(readOrNull));
  const before = process.cpuUsage();
  for (let pass = 0; pass < PASSES; pass++) for (const document of given) await readOrNull(document);
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6 / PASSES;
  const characters = read.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  const kept = format === 'pdf' ? await shareKept(given, read) : '';
  rows.push([
    ...[format, String(given.length), String(read.filter((text) => text === null).length)],
    ...[(characters / given.length).toFixed(0), (given.length / seconds).toFixed(1), kept],
  ]);
}
printTable(['format', 'documents', 'unread', 'characters', 'a second a core', 'words kept'], rows);

async function readOrNull(document: GivenDocument): Promise<string | null> {
  return readDocumentText(document, limits).then(
    ({ text }) => text,
    () => null,
  );
}

async function shareKept(given: readonly GivenDocument[], read: readonly (string | null)[]): Promise<string> {
  let [all, kept] = [0, 0];
  for (const [at, { bytes }] of given.entries()) {
    const text = read[at];
    if (text == null) continue;
    const pdf = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
    const own = countsOf(text);
    for (const [word, count] of countsOf((await extractText(pdf, { mergePages: true })).text)) {
      all += count;
      kept += Math.min(count, own.get(word) ?? 0);
    }
  }
  return all === 0 ? '' : `${((100 * kept) / all).toFixed(1)} %`;
}

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/\p{L}{2,}/gu))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function documentsIn(path: string): readonly GivenDocument[] {
  const names = readdirSync(path).filter((name) => formatOfName(name) !== null);
  return names.map((name) => ({ bytes: readFileSync(join(path, name)), type: null, name }));
}

async function madeDocuments(): Promise<readonly GivenDocument[]> {
  const sentence = 'I have led a team of four engineers for six years, and built services in Go. ';
  const items = Array.from(
    { length: 40 },
    (_, at) => `${'abcdefghij'[at % 10]}${'klmn'[Math.floor(at / 10)]} ${sentence}`,
  );
  const files = {
    'a.pdf': await pdfOf(items.slice(0, 20).join('\n'), items.slice(20).join('\n')),
    'a.docx': await docxOf({ heading: 'Work', items, rows: [['Skill', 'Years']] }),
    'a.tex': `\\section{Work}\\begin{itemize}${items.map((item) => `\\item ${item}`).join('')}\\end{itemize}`,
    'a.html': `<nav>Home</nav><h1>Work</h1><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`,
    'a.md': `# Work\n\n${items.map((item) => `- ${item}`).join('\n')}`,
  };
  return Object.entries(files).map(([name, bytes]) => ({ bytes: Buffer.from(bytes), type: null, name }));
}
