/** `counterpart import` of documents: each file is one person. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { docxOf, pdfOf, pdfWith } from '../../src/people/documents/testing/made-documents.ts';
import { jsonOf, runHere } from './testing/run-cli.ts';

let data: string;
let cvs: string;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'cli-documents-'));
  cvs = mkdtempSync(join(tmpdir(), 'cvs-'));
  await jsonOf(runHere(data, 'tenants', 'create', 'acme', '--email', 'a@example.com', '--json'));
  const about = 'I am a 31 year old woman from Lisbon.';
  for (const [name, content] of [
    ['ana.pdf', await pdfOf(about)],
    ['bea.docx', await docxOf({ heading: 'About', items: [about], rows: [['a', 'b']] })],
    ['cleo.md', `# About\n\n${about}`],
    ['scan.pdf', await pdfWith(() => {})],
  ] as const)
    writeFileSync(join(cvs, name), content);
}, 60_000);
afterAll(() => {
  for (const folder of [data, cvs]) rmSync(folder, { recursive: true, force: true });
});

const importing = ['import', '--tenant', 'acme', '--domain', 'dating'];

test('a folder of documents becomes people; what cannot be read is rejected', {
  timeout: 120_000,
}, async () => {
  const done = await jsonOf<{ rejects_file: string }>(runHere(data, ...importing, cvs, '--json'));
  expect(done).toMatchObject({
    ...{ finished: true, imported: 3, rejected: 1 },
    formats: { pdf: 1, docx: 1, markdown: 1 },
  });
  expect(readFileSync(done.rejects_file, 'utf8')).toContain('has no text');
  expect(existsSync(join(data, 'artifacts'))).toBe(false);
  const out = join(data, 'out.ndjson');
  await runHere(data, 'export-users', '--tenant', 'acme', '--domain', 'dating', '--out', out);
  const people = readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(people.map((each) => each.user_id).sort()).toEqual(['ana', 'bea', 'cleo']);
});

test('keeps the bytes of documents, once each, where the workspace says so', {
  timeout: 60_000,
}, async () => {
  await jsonOf(runHere(data, 'tenants', 'set', 'acme', '--keep-documents', 'on', '--json'));
  for (const repeat of [[], ['--repeated', 'merge']])
    await jsonOf(runHere(data, ...importing, join(cvs, 'cleo.md'), ...repeat, '--json'));
  const entries = readdirSync(join(data, 'artifacts'), { recursive: true, withFileTypes: true });
  const kept = entries.filter((entry) => entry.isFile() && entry.name === 'original');
  const bytes = kept.map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
  expect(bytes).toEqual([readFileSync(join(cvs, 'cleo.md'))]);
});

test('a share of rejects above the limit ends with 3', { timeout: 60_000 }, async () => {
  const { code } = await runHere(data, ...importing, join(cvs, 'scan.pdf'), '--max-rejected', '0.1');
  expect(code).toBe(3);
});

test.each([
  [/no document/, ['cv.pdf', 'people.csv']],
  [/one file of rows/, ['a.csv', 'b.csv']],
  [/for files of rows: --form/, ['cv.pdf', '--form', 'json-resume']],
])('a wrong call is refused: %s', async (message, args) => {
  writeFileSync(join(cvs, 'cv.pdf'), '');
  writeFileSync(join(cvs, 'people.csv'), '');
  const { code, stderr } = await runHere(
    data,
    ...importing,
    ...args.map((each) => (each.endsWith('.pdf') || each.endsWith('.csv') ? join(cvs, each) : each)),
  );
  expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
});
