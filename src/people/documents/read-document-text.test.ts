/** The readers of documents, on files as the usual programs write them. */
import { describe, expect, test } from 'vitest';
import { readDocumentText } from './read-document-text.ts';
import { type Draw, docxOf, encryptedPdf, pdfOf, pdfWith } from './testing/made-documents.ts';
import { docxWithXml, wordXml, zipOf } from './testing/zip.ts';

const read = (file: string | Buffer, name: string, type: string | null = null) =>
  readDocumentText({ bytes: Buffer.from(file), type, name }, { maxPages: 200 });
const textOf = async (file: string | Buffer, name: string) => (await read(file, name)).text;
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;

describe('a PDF', () => {
  test('keeps headings, items and tables, and joins hyphenated words', async () => {
    const pdf = await pdfWith((draw: Draw) => {
      draw('Ana Silva', 50, 780, 20);
      draw('Experience', 50, 740, 14);
      draw('I have worked as an engi-', 50, 715);
      draw('neer of bridges for ten years and I like it very much indeed.', 50, 703);
      draw('• Led a team of four', 50, 680);
      draw('• Built a bridge', 50, 668);
      for (const [row, cells] of [
        ['Skill', 'Years', 'Level'],
        ['Go', '4', 'good'],
        ['Rust', '2', 'fair'],
      ].entries())
        for (const [column, cell] of cells.entries()) draw(cell, 50 + 150 * column, 630 - 12 * row);
    });
    const text = await textOf(pdf, 'cv.pdf');
    expect(text).toContain('# Ana Silva');
    expect(text).toContain('## Experience');
    expect(text).toContain('engineer of bridges');
    expect(text).toContain('- Led a team of four\n- Built a bridge');
    expect(text).toContain('| Skill | Years | Level |\n| --- | --- | --- |\n| Go | 4 | good |');
  });

  test('is known by its first bytes, whatever its name and type', async () => {
    expect((await read(await pdfOf('I am a nurse.'), 'me.txt', 'text/plain')).format).toBe('pdf');
  });

  test('with a password says so', async () => {
    await expect(read(await encryptedPdf(), 'cv.pdf')).rejects.toMatchObject({
      details: { reason: 'encrypted' },
    });
  });
});

describe('a DOCX', () => {
  test('keeps headings, items and tables', async () => {
    const docx = await docxOf({ heading: 'Skills', items: ['Go', 'Rust'], rows: [['a', 'b']] });
    expect(await textOf(docx, 'cv.docx')).toBe('# Skills\n\n- Go\n- Rust\n\n| a | b |\n| --- | --- |');
  });

  test('is known by its parts, and another archive is none', async () => {
    expect((await read(docxWithXml(wordXml(run('A nurse'))), 'cv.pdf')).text).toBe('A nurse');
    await expect(read(zipOf({ 'a.txt': 'A nurse' }), 'cv.docx')).rejects.toMatchObject({
      code: 'unsupported_format',
    });
  });

  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`);
  test.each([
    ['entities that multiply', wordXml(run('&l9;'), `<!DOCTYPE a [<!ENTITY l0 "ha">${laughs.join('')}]>`)],
    ['an entity of a file', wordXml(run('&x;'), '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>')],
    ['XML that is none', 'nonsense'],
    ['deep nesting', wordXml('<w:sdt><w:sdtContent>'.repeat(20_000))],
  ])('with %s is broken', async (_, xml) => {
    await expect(read(docxWithXml(xml), 'cv.docx')).rejects.toMatchObject({ details: { reason: 'broken' } });
  });
});

describe('LaTeX', () => {
  test('keeps sections, items, accents and arguments of macros of the document', async () => {
    const source = String.raw`\documentclass{article}\newcommand{\job}[2]{\textbf{#1} at #2}
\begin{document}
\section{Jobs} % a comment
\job{Engineer}{M\"uller \& Co}
\begin{itemize}\item Led a \emph{team} \item 30\% more\end{itemize}
\cventry{2019--2022}{Engineer}{Acme}{Lisbon}{}{}
\textcolor{red}{Hello} \parbox{3cm}{there}
\end{document}`;
    const text = await textOf(source, 'cv.tex');
    expect(text).toContain('# Jobs');
    expect(text).toContain('Engineer | Müller & Co');
    expect(text).toContain('- Led a team');
    expect(text).toContain('\n2019–2022 | Engineer | Acme | Lisbon\n');
    expect(text).toMatch(/^Hello there$/m);
    expect(text).toContain('- 30% more');
    expect(text).not.toContain('comment');
  });
});

describe('a page', () => {
  test('loses scripts, styles, menus and looks, and keeps its linked data', async () => {
    const page = `<!doctype html><head><style>p{color:red}</style><script>let a = 1</script>
<script type="application/ld+json">{"@type":"Person"}</script></head>
<nav><a href="/">Home</a></nav><p style="color:blue" class="about">I am a nurse.</p><footer>Imprint</footer>`;
    const { text, dropped } = await read(page, 'me.html');
    expect(text).toContain('{"@type":"Person"}');
    expect(text).toContain('class="about">I am a nurse.</p>');
    for (const gone of ['color', 'let a', 'Home', 'Imprint']) expect(text).not.toContain(gone);
    expect(dropped).toEqual({ scripts: 2, menus: 2 });
  });

  test('without a word is none', async () => {
    await expect(read('<p> </p>', 'me.html')).rejects.toMatchObject({ details: { reason: 'no_text' } });
  });
});

test.each([
  ['a picture', Buffer.from('\x89PNG\r\n', 'latin1')],
  ['RTF', Buffer.from('{\\rtf1 I am a nurse}')],
  ['DOC', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1', 'latin1')],
])('%s is refused, though it is named a text', async (_, bytes) => {
  await expect(read(bytes, 'me.txt', 'text/plain')).rejects.toMatchObject({ code: 'unsupported_format' });
});

test('a text above the limit of a text is refused', async () => {
  await expect(read('nurse '.repeat(50_000), 'me.txt')).rejects.toMatchObject({ code: 'payload_too_large' });
});
