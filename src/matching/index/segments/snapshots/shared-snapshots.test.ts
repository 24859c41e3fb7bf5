import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changeSequence } from '../../../../contract/brands.ts';
import type { ArtifactStore } from '../../../../platform/artifacts/artifact-store.ts';
import {
  type ArtifactStoreUnderTest,
  artifactStoresUnderTest,
} from '../../../../platform/artifacts/testing/artifact-stores-under-test.ts';
import { aTenant, firstSequence } from '../../../../platform/storage/testing/random-profiles.ts';
import type { IndexEngine } from '../../index-engine.ts';
import { openSegmentEngine } from '../open-segment-engine.ts';
import type { SegmentedIndex } from '../segmented-index.ts';
import { catchUp, countedDefinition } from '../testing/counted-world.ts';
import { describeIndex } from '../testing/describe-index.ts';
import { withSharedSnapshots } from './shared-snapshots.ts';

const ENCODER = 'test@1#00000000';
const latest = changeSequence(1_000_000);
let root: string;
let under: ArtifactStoreUnderTest;
let artifacts: ArtifactStore;
let engines: IndexEngine[];
let failures: string[];
let damage: string[];

/** An engine of a server with a folder of its own. */
function server(name: string): IndexEngine {
  const folder = join(root, name);
  const onDamage = ({ reason }: { readonly reason: string }) => damage.push(reason);
  const engine = withSharedSnapshots(openSegmentEngine({ folder, threads: 1, onDamage }), {
    folder,
    artifacts,
    onFailure: (error) => failures.push((error as Error).message),
  });
  engines.push(engine);
  return engine;
}

/** Saves an index with the changes up to the sequence, and waits until it is shared. */
async function savedBy(engine: IndexEngine, sequence: number) {
  const index = engine.create(countedDefinition, firstSequence, ENCODER) as SegmentedIndex;
  catchUp(index, sequence);
  await engine.save(aTenant, index);
  return index;
}
async function stopped(engine: IndexEngine): Promise<void> {
  engines.splice(engines.indexOf(engine), 1);
  await engine.close();
}
async function keys(): Promise<readonly string[]> {
  const found = [];
  for await (const { key } of artifacts.list('indexes')) found.push(key);
  return found;
}
const contentOf = (index: unknown) =>
  describeIndex(index as SegmentedIndex, [ENCODER], ['person 1', 'person 5']);

describe.each(artifactStoresUnderTest)('in the $name artifact store', ({ open }) => {
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'counterpart-shared-'));
    under = await open();
    artifacts = under.artifacts;
    [engines, failures, damage] = [[], [], []];
  });
  afterEach(async () => {
    await Promise.all(engines.map((engine) => engine.close()));
    await under.dispose();
    await rm(root, { recursive: true, force: true });
  });

  test('a server with an empty folder starts from the snapshot of another one', async () => {
    const first = server('first');
    const content = contentOf(await savedBy(first, 900));
    await stopped(first);
    const second = server('second');
    expect(await second.snapshots()).toMatchObject([
      { tenant: aTenant, domain: 'dating', version: 1, sequence: 900 },
    ]);
    const loaded = await second.load(aTenant, countedDefinition, latest);
    expect(contentOf(loaded)).toEqual(content);
    expect((await readdir(join(root, 'second', aTenant, 'dating'))).sort()).toEqual(['v1']);
    expect([failures, damage]).toEqual([[], []]);
  });

  test('its own snapshot counts before a shared one, and another version is not taken', async () => {
    const first = server('first');
    await savedBy(first, 300);
    await stopped(first);
    const second = server('second');
    await savedBy(second, 700);
    expect((await second.load(aTenant, countedDefinition, latest))!.sequence).toBe(700);
    const third = server('third');
    const other = { ...countedDefinition, version: countedDefinition.version + 1 };
    expect(await third.load(aTenant, other, latest)).toBeNull();
  });

  test('a snapshot is not shared again at once, but where the index has grown', async () => {
    const first = server('first');
    await savedBy(first, 900);
    await savedBy(first, 901);
    await stopped(first);
    const [before, ...more] = await keys();
    expect(more).toEqual([]);
    await artifacts.remove(before!);
    const second = server('second');
    await savedBy(second, 100);
    await savedBy(second, 901);
    await stopped(second);
    const after = await keys();
    expect(after.length).toBe(1);
    expect(after[0]).toContain('/0000000000000901.');
  });

  test('deleting a snapshot deletes the shared ones too', async () => {
    const first = server('first');
    await savedBy(first, 500);
    await stopped(first);
    const second = server('second');
    const [snapshot] = await second.snapshots();
    await second.deleteSnapshot(snapshot!);
    expect(await keys()).toEqual([]);
    expect(await second.load(aTenant, countedDefinition, latest)).toBeNull();
  });

  test('a shared file that is no archive, or ahead of the store, is not used', async () => {
    const writer = await artifacts.create(`${aTenant}/indexes/dating.v1/0000000000000900.5.x.tar`);
    await writer.write(Buffer.alloc(3000, 'no archive'));
    await writer.commit();
    const first = server('first');
    expect(await first.load(aTenant, countedDefinition, latest)).toBeNull();
    expect(failures.length + damage.length).toBe(1);
    await artifacts.removeAll(aTenant, 'indexes', 'dating.v1');
    await savedBy(first, 900);
    await stopped(first);
    expect(await server('second').load(aTenant, countedDefinition, changeSequence(10))).toBeNull();
    expect(damage.at(-1)).toContain('ahead of the store');
  });

  test('a store of artifacts that fails keeps no index from being saved and loaded', async () => {
    artifacts = { ...artifacts, create: async () => Promise.reject(new Error('no bucket')) };
    const first = server('first');
    await savedBy(first, 400);
    await stopped(first);
    expect(failures).toEqual(['no bucket']);
    expect((await server('first').load(aTenant, countedDefinition, latest))!.sequence).toBe(400);
  });

  test('a store of artifacts that does not answer keeps no index from being built', async () => {
    artifacts = { ...artifacts, list: () => silent() };
    const first = server('first');
    expect(await first.load(aTenant, countedDefinition, latest)).toBeNull();
    expect(failures).toEqual([expect.stringContaining('within 1000 ms')]);
    expect(await first.snapshots()).toEqual([]);
  });
});

async function* silent(): AsyncGenerator<never> {
  await new Promise(() => undefined);
}
