/** Several sources read one after another as one. Each is opened when its turn comes. */
import type { RowSource } from '../make-snapshot.ts';
import type { RowBatch } from '../rows/dataset-row.ts';

export interface NamedSource<Row> {
  /** Name in messages. */
  readonly name: string;
  readonly open: () => Promise<RowSource<Row>>;
}

export function severalSources<Row>(sources: readonly NamedSource<Row>[]): RowSource<Row> {
  const opened: RowSource<Row>[] = [];
  const batches = async function* (): AsyncGenerator<RowBatch<Row>> {
    for (const [file, source] of sources.entries()) {
      const current = await source.open();
      opened.push(current);
      for await (const batch of current.batches) yield { ...batch, file };
    }
  };
  const before = () => Math.max(0, opened.length - 1);
  return {
    batches: batches(),
    progress: () => (before() + (opened.at(-1)?.progress() ?? 0)) / sources.length,
    describe: (file, line) => `${sources[file]!.name}, ${opened[file]!.describe(0, line)}`,
  };
}
