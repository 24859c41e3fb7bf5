import { describe, expect, it } from 'vitest';
import { targetOfKey } from './column-target.ts';
import { fileRows } from './file-rows.ts';
import { PersonRows } from './row-to-person.ts';
import { type Chosen, sniffFile } from './sniff-file.ts';
import { dating } from './testing/dating.ts';

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const fileOf = (content: string | Uint8Array) => new File([content as BlobPart], 'people.csv');

/** Ids that are sent, and reasons of the rows that are not. */
async function read(content: string | Uint8Array, chosen: Chosen = {}) {
  const file = fileOf(content);
  const sniffed = (await sniffFile(file, chosen))!;
  const { layout } = sniffed;
  const targets = layout.columns.map((name) =>
    targetOfKey(name === 'id' ? 'id' : name === 'age' ? 'field:age' : 'ignore'),
  );
  const people = new PersonRows({ schema: dating, layout, targets });
  const [ids, reasons]: [string[], [number, string][]] = [[], []];
  for await (const rows of fileRows(file, layout))
    for (const row of rows) {
      const mapped = people.next(row);
      if ('body' in mapped) ids.push(mapped.body.user_id);
      else reasons.push([row.row, mapped.reason]);
    }
  return { ...sniffed, ids, reasons, repeated: people.repeated };
}

describe('a file', () => {
  it('is decoded by all of its bytes, not by its beginning', async () => {
    const { layout, ids } = await read(latin(`id,text\n${'1,plain\n'.repeat(40_000)}2,M\xfcnchen\n`), {
      repeated: 'replace',
    });
    expect(layout.encoding).toBe('windows-1252');
    expect(ids.at(-1)).toBe('2');
  });

  it('has rows with bytes that a chosen encoding does not have', async () => {
    const { reasons, ids } = await read(latin('id,text\n1,M\xfcnchen\n2,Bonn\n'), { encoding: 'utf-8' });
    expect(ids).toEqual(['2']);
    expect(reasons).toEqual([[2, 'it has bytes that are not UTF-8']]);
  });

  it('of a spreadsheet has a title, semicolons, decimal commas and nameless columns', async () => {
    const found = await read('Kunden;;;\r\n\r\nid;age;preis;\r\n1;31;12,50;\r\n2\r\n3;x;1,5;;9\r\n');
    expect(found.leftOut).toEqual(['Kunden;;;', '']);
    expect(found.layout.dialect).toEqual({ delimiter: ';', quote: '"', skipLines: 2, decimal: 'comma' });
    expect(found.ids).toEqual(['1', '2']);
    expect(found.reasons).toEqual([[6, 'the row has 5 cells and the header 4']]);
  });

  it('of tabs keeps quotes; in others a quote that is not closed names its line', async () => {
    expect((await read('id\ttext\n1\t"Moon" lamp, 7" tall\n2\t"x\n')).ids).toEqual(['1', '2']);
    const { reasons } = await read('id,text\n1,a\n2,"b\n3,c\n4,d\n');
    expect(reasons).toEqual([
      [3, 'the quote that opens in line 3 is not closed; it took 2 more lines with it, which are not read'],
    ]);
  });

  it('has ids that come again: the later rows are left out, or replace the person', async () => {
    const text = 'id,age\n1,31\n2,32\n1,33\n';
    expect(await read(text)).toMatchObject({
      ids: ['1', '2'],
      reasons: [[4, 'row 4 has the id of row 2']],
      repeated: 1,
    });
    expect(await read(text, { repeated: 'replace' })).toMatchObject({
      ids: ['1', '2', '1'],
      reasons: [],
      repeated: 1,
    });
  });
});
