/** The columns of a file by its header. */
export interface Columns {
  /** By position; '' where the header has no name. */
  readonly names: readonly string[];
  /** Names that several columns have. */
  readonly twice: readonly string[];
  readonly unnamed: number;
}

export function columnsOf(header: readonly string[]): Columns {
  const names = header.map((name) => name.trim());
  const named = names.filter((name) => name !== '');
  const twice = [...new Set(named.filter((name, at) => named.indexOf(name) !== at))];
  return { names, twice, unnamed: names.length - named.length };
}

/** Cells without a column that hold something: the row cannot be read by its header. */
export function surplusCells(cells: readonly string[], width: number): boolean {
  return cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '');
}
