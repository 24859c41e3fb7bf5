/** Part of the composition root: the side of each pair of people, by the installation's secret. */
import { createPairSides, type IsHeldOut, SPLIT_SECRET } from '../matching/learn/evaluate/split-outcomes.ts';
import type { Store } from '../platform/storage/store.ts';

export async function openPairSides({ secrets }: Pick<Store, 'secrets'>): Promise<IsHeldOut> {
  return createPairSides(await secrets.secret(SPLIT_SECRET));
}
