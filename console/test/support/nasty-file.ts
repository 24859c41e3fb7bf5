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
  readonly rejected: readonly { readonly line: number; readonly reason: string }[];
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
] as const;
/** The column behind them has no name, and is left out. */
const header = [...columns.map(({ name }) => name), ''];

const wrongAge = (value: string, why: string) => `column Alter: «${value}» ${why}`;

/** Line 2 is the first one under the header. Every 1000th row is wrong in one of several ways. */
export function nastyFile(rows: number): NastyFile {
  const rejected: { line: number; reason: string }[] = [];
  const lineOfRow: number[] = [];
  let line = 2;
  const ids = new Set<string>();
  const lines = [header.map(quoted).join(';')];
  for (let n = 0; n < rows; n++) {
    const cells = good(n);
    const reason = n % 1000 === 999 ? spoil(cells, Math.floor(n / 1000)) : repeats(n, lineOfRow);
    lineOfRow.push(line);
    if (reason === undefined) ids.add(cells[0]!);
    else rejected.push({ line, reason });
    lines.push(cells.map(quoted).join(';'));
    line += 1 + (cells.join('').match(/\r\n|\n/g)?.length ?? 0);
  }
  return {
    text: `\ufeff${lines.join('\r\n')}\r\n`,
    columns,
    ready: rows - rejected.length,
    people: ids.size,
    rejected,
  };
}

/** Row n is left out where it has the id of an earlier one. */
function repeats(n: number, lines: readonly number[]): string | undefined {
  if (n === 0 || n % 5000 !== 0) return undefined;
  const own = lines[n - 1]! + 1;
  return `line ${own} repeats the id of line ${lines[n - 2]}; take one of them out, or say that such rows replace or merge (--repeated)`;
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
      return 'the row gives no user_id';
    case 1:
      cells[1] = '=2+3';
      return wrongAge('=2+3', 'is no number');
    case 2:
      cells[2] = '<b>robot</b>';
      return 'column Sex: «<b>robot</b>» is none of Woman, MAN, woman, man, nonbinary, other';
    case 3:
      cells[0] = 'two\nlines';
      return 'user_id: must not have control characters; was given a string of 9 characters';
    default:
      cells[1] = '1e3';
      return wrongAge('1e3', 'is not between 18 and 120');
  }
}
