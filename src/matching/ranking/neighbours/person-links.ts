/**
 * Weighted links from people to people, as a sparse matrix by rows: person p has links to
 * columns[starts[p]] … columns[starts[p + 1] − 1], ascending, with their values. P people, N links.
 */
export interface PersonLinks {
  /** [P + 1] */
  readonly starts: Uint32Array;
  /** [N] */
  readonly columns: Uint32Array;
  /** [N] */
  readonly values: Float32Array;
}

export interface PersonLink {
  readonly column: number;
  readonly value: number;
}

/** `rows`: the entries of each row, in any order, no column twice. */
export function personLinks(rows: readonly (readonly PersonLink[])[]): PersonLinks {
  const starts = new Uint32Array(rows.length + 1);
  rows.forEach((row, r) => {
    starts[r + 1] = starts[r]! + row.length;
  });
  const entries = rows.flatMap((row) => row.toSorted((a, b) => a.column - b.column));
  return {
    starts,
    columns: Uint32Array.from(entries, ({ column }) => column),
    values: Float32Array.from(entries, ({ value }) => value),
  };
}

/** Rows and columns exchanged; `columns`: how many columns there are. */
export function turnedLinks({ starts, columns: from, values }: PersonLinks, columns: number): PersonLinks {
  const to = new Uint32Array(columns + 1);
  for (const column of from) to[column + 1]! += 1;
  for (let column = 0; column < columns; column++) to[column + 1]! += to[column]!;
  const next = to.slice();
  const turned = { columns: new Uint32Array(from.length), values: new Float32Array(from.length) };
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let at = starts[row]!; at < starts[row + 1]!; at++) {
      const place = next[from[at]!]!++;
      turned.columns[place] = row;
      turned.values[place] = values[at]!;
    }
  }
  return { starts: to, ...turned };
}

/** The links between some people alone: the person at kept[p] gets number p. */
export function linksAmong({ starts, columns, values }: PersonLinks, kept: readonly number[]): PersonLinks {
  const numberOf = new Map(kept.map((person, number) => [person, number]));
  const rows = kept.map((person) => {
    const links: PersonLink[] = [];
    for (let at = starts[person]!; at < starts[person + 1]!; at++) {
      const column = numberOf.get(columns[at]!);
      if (column !== undefined) links.push({ column, value: values[at]! });
    }
    return links;
  });
  return personLinks(rows);
}
