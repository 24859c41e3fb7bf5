import { VisuallyHidden } from '@mantine/core';

export interface TableOfChart {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Props extends TableOfChart {
  readonly caption: string;
}

/** The numbers of a chart, for screen readers alone. */
export function ChartTable({ caption, columns, rows }: Props) {
  return (
    <VisuallyHidden>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity and keep their order
            <tr key={at}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as the rows
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
