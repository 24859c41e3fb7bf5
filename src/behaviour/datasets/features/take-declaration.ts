/** Reads the declaration at the head of a source, which must be known before the first row is written. */
import { type DeclaredEvents, declaresEvents, noDeclaredEvents } from '../../../contract/dataset-events.ts';
import { type DatasetFeatures, declaresFeatures } from '../../../contract/dataset-features.ts';
import type { RowSource } from '../make-snapshot.ts';
import type { RowBatch, RowOrFault } from '../rows/dataset-row.ts';

export interface DatasetDeclaration {
  readonly features: DatasetFeatures;
  readonly declaredEvents: DeclaredEvents;
}

/** `given`: declared by the request; each part of it wins over that of the source. */
export async function takeDeclaration(
  source: RowSource,
  given: Partial<DatasetDeclaration> & Pick<DatasetDeclaration, 'features'>,
): Promise<{ readonly declared: DatasetDeclaration; readonly source: RowSource }> {
  const { features, declaredEvents = noDeclaredEvents } = given;
  if (declaresFeatures(features) && declaresEvents(declaredEvents))
    return { declared: { features, declaredEvents }, source };
  const batches = source.batches[Symbol.asyncIterator]();
  const head: RowBatch<RowOrFault>[] = [];
  // Chunks of blank lines have no rows.
  while (head.every(({ rows }) => rows.length === 0)) {
    const next = await batches.next();
    if (next.done === true) break;
    head.push(next.value);
  }
  const first = head.at(-1)?.rows[0];
  const found = first?.type === 'features' ? first : { features, declaredEvents };
  return {
    declared: {
      features: declaresFeatures(features) ? features : found.features,
      declaredEvents: declaresEvents(declaredEvents) ? declaredEvents : found.declaredEvents,
    },
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
