/**
 * Run by a test that kills it: changes an index and writes snapshots in an endless loop, `node
 * snapshot-writer.ts ROOT`.
 */
import { aTenant, firstSequence } from '../../../../platform/storage/testing/random-profiles.ts';
import { SegmentedIndex } from '../segmented-index.ts';
import { IndexSnapshots } from '../snapshots/index-snapshots.ts';
import { SnapshotClient } from '../snapshots/snapshot-client.ts';
import { QueryWorkers } from '../workers/query-workers.ts';
import { changeAt, countedDefinition } from './counted-world.ts';

const workers = new QueryWorkers(1);
const threads = new SnapshotClient(1);
const onDamage = ({ reason }: { readonly reason: string }) => process.send?.({ damage: reason });
const snapshots = new IndexSnapshots({ root: process.argv[2]!, threads, workers, onDamage });
const loaded = await snapshots.load(aTenant, countedDefinition, 1e9 as typeof firstSequence);
const start = { sequence: firstSequence, encoderId: 'test@1#00000000' };
const index = loaded ?? new SegmentedIndex(countedDefinition, workers, start);
for (let s = index.sequence + 1; ; s++) {
  index.apply(changeAt(s));
  if (s % 23 !== 0) continue;
  const saving = snapshots.save(aTenant, index);
  // More changes while the snapshot is written.
  for (let more = 0; more < 5; more++) index.apply(changeAt(++s));
  await saving;
  process.send?.({ saved: s });
}
