/** Standard output: a table or lines for people, one JSON value for programs. */
import Table from 'cli-table3';

export function printLines(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

export function printJson(value: unknown): void {
  printLines(JSON.stringify(value, null, 2));
}

/** Columns with two spaces between them and no frame, which people and other tools can read. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const none = Object.fromEntries(frameParts.map((part) => [part, '']));
  const table = new Table({
    head: [...head],
    chars: { ...none, middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  table.push(...rows.map((row) => [...row]));
  printLines(
    ...table
      .toString()
      .split('\n')
      .map((line) => line.trimEnd()),
  );
}

const frameParts = [
  ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
  ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'],
];
