/** The guess of a mapping for a source, by its first rows. */
import type { SourceReader } from '../sources/source-reader.ts';
import { FACT_ROWS, FactsOfColumns } from './column-facts.ts';

/** Rows that could not be read are left out. */
export async function factsOfSource({ rows }: SourceReader): Promise<FactsOfColumns> {
  const facts = new FactsOfColumns();
  for await (const row of rows) {
    if ('row' in row) facts.add(row.row);
    if (facts.rows >= FACT_ROWS) break;
  }
  return facts;
}
