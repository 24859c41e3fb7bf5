/** Reads the declaration at the head of a source, which must be known before the first row is written. */
import { type DatasetFeatures, declaresFeatures } from '../../../contract/dataset-features.ts';
import type { RowSource } from '../make-snapshot.ts';
import type { RowBatch, RowOrFault } from '../rows/dataset-row.ts';

export interface DeclaredSource {
  readonly features: DatasetFeatures;
  readonly source: RowSource;
}

/** `given`: declared by the request; it wins over the declaration of the source. */
export async function takeDeclaration(source: RowSource, given: DatasetFeatures): Promise<DeclaredSource> {
  if (declaresFeatures(given)) return { features: given, source };
  const batches = source.batches[Symbol.asyncIterator]();
  const head: RowBatch<RowOrFault>[] = [];
  // Chunks of blank lines have no rows.
  while (head.every(({ rows }) => rows.length === 0)) {
    const next = await batches.next();
    if (next.done === true) break;
    head.push(next.value);
  }
  const first = head.at(-1)?.rows[0];
  return {
    features: first?.type === 'features' ? first.features : given,
    source: { ...source, batches: joined(head, batches) },
  };
}

async function* joined<Batch>(head: readonly Batch[], rest: AsyncIterator<Batch>): AsyncGenerator<Batch> {
  try {
    yield* head;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
