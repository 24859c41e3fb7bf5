/** Reports misspelt columns before the first row, because they would silently be absent from every row. */
export function requireColumns(
  file: string,
  header: readonly string[],
  columns: ReadonlySet<string> | null,
): void {
  const twice = header.filter((name, at) => header.indexOf(name) !== at);
  if (twice.length > 0) throw new Error(`${file} names the column ${[...new Set(twice)].join(', ')} twice.`);
  const known = new Set(header);
  const missing = [...(columns ?? [])].filter((name) => !known.has(name) && !known.has(name.split('.')[0]!));
  if (missing.length === 0) return;
  throw new Error(
    `${file} has no column ${missing.join(', ')}, which the mapping reads. It has ${header.join(', ')}.`,
  );
}
