import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type DelimitedForm, DelimitedParser } from './delimited-parser.ts';
import { detectDialect } from './dialect.ts';
import { describeFault, readTable, type TableForm, type TableRow } from './read-table.ts';

const comma: DelimitedForm = { delimiter: ',', quote: '"' };

function recordsOf(text: string, size: number, form = comma) {
  const parser = new DelimitedParser(form);
  const records = [];
  for (let at = 0; at < text.length; at += size) records.push(...parser.push(text.slice(at, at + size)));
  return [...records, ...parser.end()];
}

async function tableOf(text: string, form: Partial<TableForm['dialect']> = {}, size = 7) {
  const bytes = Buffer.from(text, 'utf8');
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const dialect = { delimiter: ',', quote: '"', skipLines: 0, ...form } as const;
  const table = readTable(pieces(), { encoding: 'utf-8', dialect });
  const rows: TableRow[] = [];
  for await (const batch of table.rows) rows.push(...batch);
  return { rows, notes: table.notes };
}

const shown = ({ rows }: { readonly rows: readonly TableRow[] }) =>
  rows.map(({ line, cells, fault }) => [line, fault === null ? cells.join('/') : describeFault(fault)]);

describe('records', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ä', '"', ',', '\n', '\r\n', ' '), maxLength: 5 });
  const written = (cells: readonly string[]) =>
    cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(',');

  it('are those of another parser, however the text is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.integer({ min: 1, max: 12 }),
        (rows, lineEnd, size) => {
          const text = rows.map((cells) => `${written(cells)}${lineEnd}`).join('');
          const records = recordsOf(text, size);
          const options = { relax_column_count: true, record_delimiter: lineEnd };
          expect(records.map(({ cells }) => cells)).toEqual(parse(text, options));
          expect(records.every(({ fault }) => fault === undefined)).toBe(true);
          // The lines follow each other without a gap.
          for (const [at, { line, lines }] of records.entries())
            expect(records[at + 1]?.line ?? line + lines).toBe(line + lines);
        },
      ),
    );
  });

  it('of any text are the same however it is cut', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' '), maxLength: 40 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 5 }), fc.constantFrom('"', null), (given, size, quote) => {
        const form = { ...comma, quote, skipLines: size % 3 };
        expect(recordsOf(given, size, form)).toEqual(recordsOf(given, given.length || 1, form));
      }),
      { numRuns: 500 },
    );
  });

  it('without an end are left out, whatever comes, and the rows behind them are read', () => {
    const endless = (middle: string) => `a,b\n1,"${middle}",3\n2,ok\n`;
    const form = { ...comma, longest: 50 };
    for (const size of [1, 7, 64, 4096]) {
      const records = recordsOf(endless(`x\n""y${'z'.repeat(200)}\r\n`), size, form);
      expect(records.at(-1)).toMatchObject({ line: 5, cells: ['2', 'ok'] });
      expect(records[1]).toMatchObject({
        line: 2,
        lines: 3,
        fault: { kind: 'endless', line: 2, column: 1 },
      });
      const open = recordsOf(`a,b\n1,"${'x\n'.repeat(500)}`, size, form);
      expect(open.at(-1)).toMatchObject({ line: 2, lines: 500 });
      expect(open.at(-1)!.fault!.line).toBe(2);
      const plain = recordsOf(`a,b\n${'y'.repeat(300)},2\n3,4`, size, form);
      expect(plain.at(-1)).toMatchObject({ line: 3, cells: ['3', '4'] });
    }
  });
});

describe('a quote', () => {
  test.each<[string, string, Partial<TableForm['dialect']>, unknown[], number]>([
    [
      'of inches within a text is a quote',
      'id,t\n1,24" wide\n2,ok\n',
      {},
      [
        [2, '1/24" wide'],
        [3, '2/ok'],
      ],
      0,
    ],
    ['that is doubled', 'id,t\n1,"24"" wide"\n', {}, [[2, '1/24" wide']], 0],
    ['of the other kind', "id,t\n1,'a,b'\n", { quote: "'" }, [[2, '1/a,b']], 0],
    ['with a blank behind it', 'id,t\n"1" ,"a"  \n', {}, [[2, '1/a']], 0],
    [
      'around cells of several lines',
      'id,t\n1,"a\nb"\n2,c\n',
      {},
      [
        [2, '1/a\nb'],
        [4, '2/c'],
      ],
      0,
    ],
    [
      'that is never closed names its line, and counts what it took',
      'id,t,n\n1,a,x\n2,"b,y\n3,c,z\n4,d,w\n',
      {},
      [
        [2, '1/a/x'],
        [
          3,
          'the quote that opens in line 3, cell 2, is not closed; it took 2 more lines with it, which are not read',
        ],
      ],
      2,
    ],
    [
      'that opens in a later line of its row',
      'id,t,u\n1,"a\nb","c\n2,d,e',
      {},
      [
        [
          2,
          'the quote that opens in line 3, cell 3, is not closed; it took 2 more lines with it, which are not read',
        ],
      ],
      2,
    ],
    [
      'that is not doubled',
      'id,t\n1,"x "y" z"\n2,ok\n',
      {},
      [
        [2, 'within the quotes that open in line 2, cell 2, a quote is not doubled'],
        [3, '2/ok'],
      ],
      0,
    ],
    [
      'that swallows the next rows up to another one',
      'id,t\n1,"Star lamp\n2,"Moon" lamp\n3,"x"\n4,ok\n',
      {},
      [
        [
          2,
          'within the quotes that open in line 2, cell 2, a quote is not doubled; it took 2 more lines with it, which are not read',
        ],
        [5, '4/ok'],
      ],
      2,
    ],
    [
      'is a letter where nothing is quoted',
      'id\tt\tp\n1\t"Moon" lamp, 7" tall\t19\n2\t"Little\t25\n3\t"c"\t1\n',
      { delimiter: '\t', quote: null },
      [
        [2, '1/"Moon" lamp, 7" tall/19'],
        [3, '2/"Little/25'],
        [4, '3/"c"/1'],
      ],
      0,
    ],
  ])('%s', async (_, text, form, rows, swallowed) => {
    const table = await tableOf(text, form);
    expect(shown(table)).toEqual(rows);
    expect(table.notes.swallowedLines).toBe(swallowed);
  });

  test('that is kept as a letter is counted', async () => {
    const { notes } = await tableOf('a\tb\n"x"\t"y" z\n', { delimiter: '\t', quote: null });
    expect(notes.keptQuotes).toBe(1);
  });
});

describe('headers and rows', () => {
  test('of other lengths: short ones are read, long ones are refused where they have a value', async () => {
    const { rows, notes } = await tableOf('id,age,,\n1,30,,\n2\n\n,,,\n3,31,x,\n4,32,,,y\n5,33,,,,\n');
    expect(rows.map(({ number, row, line, fault }) => [number, row, line, fault?.kind])).toEqual([
      [1, 2, 2, undefined],
      [2, 3, 3, undefined],
      [3, 6, 6, undefined],
      [4, 7, 7, 'surplus'],
      [5, 8, 8, undefined],
    ]);
    expect(notes).toMatchObject({ shortRows: 1, unnamedCells: 1, emptyRows: 2 });
    expect(notes.columns).toMatchObject({ names: ['id', 'age', '', ''], unnamed: 2, twice: [] });
  });

  test('with bytes that do not decode are refused, and nothing else', async () => {
    const bytes = Buffer.concat([
      Buffer.from('id,t\n1,Köln\n2,K'),
      Buffer.of(0xf6),
      Buffer.from('ln\n3,é\n'),
    ]);
    const dialect = { delimiter: ',', quote: '"', skipLines: 0 } as const;
    async function* pieces() {
      yield* [bytes];
    }
    const table = readTable(pieces(), { encoding: 'utf-8', dialect });
    const rows: TableRow[] = [];
    for await (const batch of table.rows) rows.push(...batch);
    expect(shown({ rows })).toEqual([
      [2, '1/Köln'],
      [3, 'has the byte 0xF6, which is not UTF-8 there'],
      [4, '3/é'],
    ]);
  });

  test('a file without any row of a header', async () => {
    await expect(tableOf('\n \n')).rejects.toThrow('has no header');
    await expect(tableOf('id,"a\n1,2\n')).rejects.toThrow('line 1, cell 2');
  });
});

describe('how a file is written', () => {
  const german = 'Nr;Name;Preis\n1;Lampe;12,50\n2;Bett;1.299,00\n';
  test.each<[string, string, object, readonly string[]]>([
    [
      'commas',
      'id,age,text\n1,2,"a; b; c"\n2,3,"d"\n',
      { delimiter: ',', decimal: 'point', skipLines: 0 },
      ['id', 'age', 'text'],
    ],
    [
      'a German spreadsheet',
      german,
      { delimiter: ';', decimal: 'comma', quote: '"' },
      ['Nr', 'Name', 'Preis'],
    ],
    ['tabs', 'id\tname, first\n1\ta, b\n', { delimiter: '\t', quote: null }, ['id', 'name, first']],
    ['bars', 'id|a,b|c\n1|2,3|4\n', { delimiter: '|' }, ['id', 'a,b', 'c']],
    ['one column', 'id\n1\n2\n', { delimiter: ',' }, ['id']],
    ['one row', 'id;age', { delimiter: ';' }, ['id', 'age']],
    [
      'semicolons around decimal points',
      'id;lat\n1;52.52\n2;48.1\n',
      { delimiter: ';', decimal: 'point' },
      ['id', 'lat'],
    ],
    [
      'semicolons around numbers that say nothing',
      'id;n\n1;1.234\n',
      { delimiter: ';', decimal: 'comma' },
      ['id', 'n'],
    ],
    [
      'quoted decimal commas between commas',
      'id,p\n1,"12,5"\n',
      { delimiter: ',', decimal: 'comma' },
      ['id', 'p'],
    ],
    ['thousands between commas', 'id,p\n1,"1,200"\n', { delimiter: ',', decimal: 'point' }, ['id', 'p']],
    [
      'what the first line declares',
      `sep=;\r\n${german}`,
      { delimiter: ';', skipLines: 1 },
      ['Nr', 'Name', 'Preis'],
    ],
    [
      'a title before the header',
      `Umsatz, gesamt\n\n${german}`,
      { delimiter: ';', skipLines: 2 },
      ['Nr', 'Name', 'Preis'],
    ],
    [
      'titles that a spreadsheet filled up',
      'Kunden;;;;;\nStand;01.02.2024;;;;\n;;;;;\nNr;Vor;Nach;Ort;PLZ;Tel\n1;A;B;C;1;2\n2;A;B;C;1;2\n',
      { delimiter: ';', skipLines: 3 },
      ['Nr', 'Vor', 'Nach', 'Ort', 'PLZ', 'Tel'],
    ],
    [
      'a statement of a bank, with remarks of several cells',
      'Kontoauszug;;;;\nVon;01.03.2025;bis;31.03.2025;\nTag;Wert;Zweck;Name;Betrag\n02.03.2025;02.03.2025;Kauf;Laden;-45,20\n03.03.2025;03.03.2025;Lohn;Firma;3.250,00\n',
      { delimiter: ';', decimal: 'comma', skipLines: 2 },
      ['Tag', 'Wert', 'Zweck', 'Name', 'Betrag'],
    ],
    [
      'quoted remarks and empty quotes before the header',
      '"Konto";"DE00"\n""\n"Stand vom 26.09.2026:";"4.093,32 €"\n""\n"Datum";"Wert";"Status";"Von";"An";"Zweck";"Art"\n"1.9.26";"1.9.26";"ok";"A";"B";"x";"y"\n',
      { delimiter: ';', skipLines: 4 },
      ['Datum', 'Wert', 'Status', 'Von', 'An', 'Zweck', 'Art'],
    ],
    [
      'remarks behind signs',
      '## Export\n## Firma: A, B\nDatum;Art;Soll;Ist\n01.01.2025;Tag;0,00;0,50\n;SUMME;8,00;8,50\n',
      { delimiter: ';', decimal: 'comma', skipLines: 2 },
      ['Datum', 'Art', 'Soll', 'Ist'],
    ],
    [
      'a header with a sign less than its rows, and texts with commas',
      'a;b;c;d\n1;x, y, z;2;3;4\n2;x, y, z;2;3;4\n3;x, y, z;2;3;4\n',
      { delimiter: ';', skipLines: 0 },
      ['a', 'b', 'c', 'd'],
    ],
    [
      'years as names',
      'land;2023;2024\nA;1;2\nB;3;4\n',
      { delimiter: ';', skipLines: 0 },
      ['land', '2023', '2024'],
    ],
    [
      'everything in quotes behind a declared sign',
      '"sep=;"\n"Nume";"Email"\n"A, B";"a@b"\n',
      { delimiter: ';', skipLines: 1 },
      ['Nume', 'Email'],
    ],
    [
      'short rows',
      'id,age,gender,location,about,note\n1,31,woman,Porto,Hikes.\n',
      { delimiter: ',', skipLines: 0 },
      ['id', 'age', 'gender', 'location', 'about', 'note'],
    ],
  ])('%s', (_, text, dialect, header) => {
    const found = detectDialect(text, true);
    expect(found.dialect).toMatchObject(dialect);
    expect(found.header).toEqual(header);
  });

  test('what is given stands, and known names find the header', () => {
    const given = { delimiter: ',', decimal: 'point', quote: null, skipLines: 0 } as const;
    expect(detectDialect(german, true, given).dialect).toEqual(given);
    const text = 'name,note\nsee below,\nid,age\n1,2\n3,4\n';
    expect(detectDialect(text, true, {}, new Set(['age'])).dialect.skipLines).toBe(2);
    expect(detectDialect(text, true, { skipLines: 3 }).header).toEqual(['1', '2']);
  });
});
