/**
 * A CSV file with everything that goes wrong in files: byte order mark, semicolons, quotes, attacks, wrong
 * types.
 */
import { ATTACK } from './people.ts';

const quoted = (cell: string) => (/[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

interface NastyFile {
  readonly text: string;
  /** Names of columns, and the targets that the page should guess. */
  readonly columns: readonly { readonly name: string; readonly becomes: string }[];
  /** Rows that can be imported, and the number of their people. */
  readonly ready: number;
  readonly people: number;
  readonly rejected: readonly { readonly row: number; readonly reason: string }[];
}

const columns = [
  { name: 'Kunden-Nr', becomes: 'id' },
  { name: 'Alter', becomes: 'field:age' },
  { name: 'Sex', becomes: 'field:gender' },
  { name: 'Wohnort', becomes: 'field:location' },
  { name: 'About me', becomes: 'text' },
  { name: ATTACK, becomes: 'ignore' },
  { name: '=cmd|"/c calc"!A1', becomes: 'ignore' },
  { name: 'pref age min', becomes: 'preference:gte:age' },
  { name: '', becomes: 'ignore' },
] as const;

const wrongAge = (value: string) => `age: «${value}» is not a whole number from 18 to 120`;

/** Row 2 is the first one under the header. Every 1000th row is wrong in one of several ways. */
export function nastyFile(rows: number): NastyFile {
  const rejected: { row: number; reason: string }[] = [];
  const ids = new Set<string>();
  const lines = [columns.map(({ name }) => quoted(name)).join(';')];
  for (let n = 0; n < rows; n++) {
    const cells = good(n);
    const reason = n % 1000 === 999 ? spoil(cells, Math.floor(n / 1000)) : repeats(n);
    if (reason === undefined) ids.add(cells[0]!);
    else rejected.push({ row: n + 2, reason });
    lines.push(cells.map(quoted).join(';'));
  }
  return {
    text: `\ufeff${lines.join('\r\n')}\r\n`,
    columns,
    ready: rows - rejected.length,
    people: ids.size,
    rejected,
  };
}

/** Row n + 2 is left out where it has the id of an earlier one. */
function repeats(n: number): string | undefined {
  if (n === 0 || n % 5000 !== 0) return undefined;
  return `row ${(n + 2).toLocaleString('en')} has the id of row ${n.toLocaleString('en')}`;
}

function good(n: number): string[] {
  // Every 5000th row repeats the id of the last good row before.
  const id = n > 0 && n % 5000 === 0 ? n - 1 - (n % 1000 === 0 ? 1 : 0) : n;
  const text = n % 100 === 1 ? `I say "hello; you",\r\nand\n${ATTACK}` : '';
  return [
    `p-${id}`,
    String(25 + (n % 50)),
    n % 2 === 0 ? 'Woman' : ' MAN ',
    'Lisbon, Portugal',
    text,
    ATTACK,
    '=1+1',
    '25',
    '-2+3',
  ];
}

function spoil(cells: string[], n: number): string {
  switch (n % 5) {
    case 0:
      cells[0] = '';
      return 'the row has no id';
    case 1:
      cells[1] = '=2+3';
      return wrongAge('=2+3');
    case 2:
      cells[2] = '<b>robot</b>';
      return 'gender: «<b>robot</b>» is not one of woman, man, nonbinary, other';
    case 3:
      cells[0] = 'two\nlines';
      return 'the id must have 1 to 256 characters, without control characters such as line ends';
    default:
      cells[1] = '1e3';
      return wrongAge('1e3');
  }
}
