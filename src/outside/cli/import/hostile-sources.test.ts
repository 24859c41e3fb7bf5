/** Files that are no sound XML, YAML or JSON-LD: the error names the file and what is wrong in it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { formatOf } from '../../../platform/intake/sources/source-formats.ts';
import { openSource } from './read-source.ts';

const folder = mkdtempSync(join(tmpdir(), 'counterpart-hostile-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function rowsOf(name: string, text: string) {
  const file = join(folder, name);
  writeFileSync(file, text);
  const rows = [];
  const { rows: read } = await openSource(formatOf(name)!, { file, columns: null, reading: {} });
  for await (const row of read) rows.push('row' in row ? row.row : row.fault);
  return rows;
}

/** Each list has the one before it nine times. */
const aliases = ['a: &a [x]', ...[...'bcdefghi'].map((name, at) => `${name}: &${name} [${nine(at)}]`)];
function nine(at: number): string {
  return Array.from({ length: 9 }, () => `*${'abcdefgh'[at]}`).join(', ');
}

it.each([
  ['bomb.yaml', aliases.join('\n'), /^bomb\.yaml: its aliases cannot be opened/],
  ['open.yaml', 'a: [1, 2', /^open\.yaml, line 1, column \d+: it is no YAML/],
  ['open.xml', '<rss><channel><item><title>x</item>', /^open\.xml, line 1, column \d+: it is no XML/],
  ['page.xml', '<html><body>x</body></html>', /^page\.xml has no <item> and no <entry>/],
])('%s is refused as a whole', async (name, text, message) => {
  await expect(rowsOf(name, text)).rejects.toThrow(message);
});

it('opens no entity of XML', async () => {
  const declared = '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
  const rows = await rowsOf(
    'entity.xml',
    `${declared}<rss><channel><item><title>&b;</title></item></channel></rss>`,
  );
  expect(rows).toEqual([{ title: '&b;' }]);
});

it('names the object of JSON-LD that does not end', async () => {
  const page = '<script type="application/ld+json">{"@type": "JobPosting", "title": "x"</script>';
  expect(await rowsOf('page.html', page)).toEqual([expect.stringContaining('it ends within')]);
});
