import { type Columns, columnsOf } from '../columns.ts';

/** Reports misspelt columns before the first row, because they would silently be absent from every row. */
export function requireColumns(
  where: string,
  { names, twice }: Columns,
  columns: ReadonlySet<string> | null,
): void {
  const isRead = (name: string) => columns === null || [...columns].some((each) => isPathIn(each, name));
  const ambiguous = twice.filter(isRead);
  if (ambiguous.length > 0)
    throw new Error(
      `${where} the header names the column ${ambiguous.join(', ')} twice; rename one of them.`,
    );
  const missing = [...(columns ?? [])].filter((name) => !names.some((known) => isPathIn(name, known)));
  if (missing.length === 0) return;
  const known = names.filter((name) => name !== '').join(', ');
  throw new Error(
    `${where} there is no column ${missing.join(', ')}, which the mapping reads. The header has ${known}. Where the header stands in another line, say --skip-lines; where the columns are cut wrongly, --delimiter.`,
  );
}

function isPathIn(path: string, column: string): boolean {
  return path === column || path.split('.')[0] === column;
}

/** As `requireColumns`, for a format that has names and no lines. */
export function requireNames(
  file: string,
  names: readonly string[],
  columns: ReadonlySet<string> | null,
): void {
  requireColumns(`${file}:`, columnsOf(names), columns);
}
