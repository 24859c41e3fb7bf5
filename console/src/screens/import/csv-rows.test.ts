import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvRows, guessDelimiter, UnreadableFile } from './csv-rows.ts';

async function rowsOf(text: string, size: number, delimiter = ',') {
  async function* pieces() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const rows: (readonly string[])[] = [];
  for await (const some of csvRows(pieces(), delimiter)) rows.push(...some.map(({ cells }) => cells));
  return rows;
}

describe('rows of a CSV text', () => {
  const texts = [
    'a,b\n1,2\n',
    'a,b\n1,2',
    'a,b\n"x, ""y""\n\nz",2\n,\n"",""\n',
    '"a""","b"\n"1","2"\n\n"3",4',
    '=1+1,"@x"\na"b,c"\n',
    '"one cell"',
    'é,😀\n"😀\n😀",é\n',
  ];
  it('are the same however the text is cut', async () => {
    for (const text of texts) {
      const whole = Papa.parse<string[]>(text, { delimiter: ',', newline: '\n' }).data;
      const expected = text.endsWith('\n') ? whole.slice(0, -1) : whole;
      for (const size of [1, 2, 3, 7, 1000]) expect(await rowsOf(text, size)).toEqual(expected);
    }
  });

  it('are marked where quotes are not doubled', async () => {
    async function* text() {
      yield 'a,b\n1,"x "y" z"\n2,ok\n';
    }
    const marked: boolean[] = [];
    for await (const some of csvRows(text(), ',')) marked.push(...some.map(({ isBroken }) => isBroken));
    expect(marked).toEqual([false, true, false]);
  });

  it('end with an error where a quote is never closed', async () => {
    const text = `a,b\n1,"${'x'.repeat(8_100_000)}`;
    await expect(rowsOf(text, 1_000_000)).rejects.toThrow(UnreadableFile);
  });
});

it('finds the delimiter', () => {
  expect(guessDelimiter('id;age;text\n1;2;"a, b, c"\n2;3;"d, e"\n')).toBe(';');
  expect(guessDelimiter('id\tage\n1\t2\n')).toBe('\t');
  expect(guessDelimiter('id,age\n1,2\n')).toBe(',');
  expect(guessDelimiter('id\n1\n')).toBe(',');
});
