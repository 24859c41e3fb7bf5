import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeSequence } from '../../../../contract/brands.ts';
import {
  aTenant,
  definitionOf,
  firstSequence,
} from '../../../../platform/storage/testing/random-profiles.ts';
import { ReferenceIndex } from '../../reference/reference-index.ts';
import { SegmentedIndex } from '../segmented-index.ts';
import { catchUp, changeAt, countedDefinition } from '../testing/counted-world.ts';
import { describeIndex } from '../testing/describe-index.ts';
import { QueryWorkers } from '../workers/query-workers.ts';
import { IndexSnapshots } from './index-snapshots.ts';
import { SnapshotClient } from './snapshot-client.ts';
import { SNAPSHOT_FORMAT } from './snapshot-format.ts';

const ENCODER = 'test@1#00000000';
const latest = changeSequence(1_000_000);
const workers = new QueryWorkers(1);
const threads = new SnapshotClient(2);
afterAll(() => Promise.all([workers.close(), threads.close()]));

let root: string;
let damage: string[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'counterpart-snapshots-'));
  damage = [];
});
afterEach(() => rm(root, { recursive: true, force: true }));

const opened = () =>
  new IndexSnapshots({ root, threads, workers, onDamage: ({ reason }) => damage.push(reason) });
const load = () => opened().load(aTenant, countedDefinition, latest);
const folder = () => join(root, aTenant, 'dating', 'v1');
const contentOf = (index: ReferenceIndex | SegmentedIndex) =>
  describeIndex(index, [ENCODER], ['person 1', 'person 5', 'person 9']);

function newIndex(): SegmentedIndex {
  const start = { sequence: firstSequence, encoderId: ENCODER };
  return new SegmentedIndex(countedDefinition, workers, start);
}

function referenceAt(sequence: number): ReferenceIndex {
  const reference = new ReferenceIndex(countedDefinition, firstSequence, ENCODER);
  catchUp(reference, sequence);
  return reference;
}

async function saved(sequence: number): Promise<SegmentedIndex> {
  const index = newIndex();
  catchUp(index, sequence);
  await opened().save(aTenant, index);
  return index;
}

describe('a snapshot', () => {
  it('restores the whole index, which continues from it', async () => {
    await saved(900);
    const index = await load();
    expect(contentOf(index!)).toEqual(contentOf(referenceAt(900)));
    catchUp(index!, 1500);
    expect(contentOf(index!)).toEqual(contentOf(referenceAt(1500)));
    const { selection } = await index!.select([
      { reason: 'jobs', keep: [{ op: 'in', field: 'job', values: ['job 7', 'job 299'] }] },
    ]);
    const reference = referenceAt(1500);
    const expected = await reference.select([
      { reason: 'jobs', keep: [{ op: 'in', field: 'job', values: ['job 7', 'job 299'] }] },
    ]);
    expect(selection.size).toBe(expected.selection.size);
    expect(damage).toEqual([]);
  });

  it('is complete once it has caught up, whatever was written meanwhile', async () => {
    const begun: number[] = [];
    for (let round = 0; round < 12; round++) {
      const index = newIndex();
      catchUp(index, round % 4 === 0 ? 150 : 600 + round);
      const saving = opened().save(aTenant, index);
      for (let s = index.sequence + 1; s < 1200; s++) {
        index.apply(changeAt(s));
        if (s % 50 === 0) await setTimeout(round % 3);
      }
      await saving;
      const read = await load();
      expect(read!.sequence).toBeGreaterThanOrEqual(round % 4 === 0 ? 150 : 600 + round);
      begun.push(read!.sequence);
      catchUp(read!, 1199);
      expect(contentOf(read!)).toEqual(contentOf(referenceAt(1199)));
    }
    expect(Math.min(...begun), 'changes came while it was written').toBeLessThan(1100);
  });

  it('keeps the files of unchanged segments, and no file with an erased person', async () => {
    const snapshots = opened();
    const index = newIndex();
    catchUp(index, 500);
    await snapshots.save(aTenant, index);
    const before = await readdir(folder());
    expect(snapshots.unsaved(index)).toBe(0);
    index.apply({ upserts: [], deletes: [], sequence: changeSequence(510) });
    await snapshots.save(aTenant, index);
    const same = await readdir(folder());
    expect(same.filter((name) => before.includes(name) && name.endsWith('.rows'))).toHaveLength(1);
    const erased = index.userIdOf(index.rowOf('person 1')!)!;
    index.apply({ upserts: [], deletes: [erased], sequence: changeSequence(511) });
    expect(snapshots.unsaved(index)).toBe(1);
    await snapshots.save(aTenant, index);
    const bytes = await Promise.all((await readdir(folder())).map((name) => readFile(join(folder(), name))));
    expect(
      bytes.some((file) => file.includes(Buffer.from('person 1\u0000'))),
      'ids of others go on',
    ).toBe(false);
    expect((await load())!.rowOf(erased)).toBeNull();
  });

  it('is moved aside where it is truncated, changed, of another format or of other fields', async () => {
    const damaged: [string, (path: (ending: string) => Promise<string>) => Promise<unknown>][] = [
      ['cut off', async (path) => truncate(await path('.rows'), 1000)],
      ['checksum', async (path) => flip(await path('.rows'), 777)],
      ['checksum', async (path) => flip(await path('.codes'), 77)],
      ['manifest was changed', async (path) => flip(await path('manifest.json'), 100)],
      ['missing', async (path) => rm(await path('.rows'))],
      ['cut off', async (path) => truncate(await path('.codes'), 10)],
      ['not', async (path) => writeFile(await path('.rows'), 'more', { flag: 'a' })],
      ['manifest was changed', async (path) => truncate(await path('manifest.json'), 40)],
    ];
    for (const [reason, spoil] of damaged) {
      await rm(root, { recursive: true, force: true });
      damage = [];
      const index = await saved(300);
      await spoil(async (ending) => {
        const name = (await readdir(folder())).find((each) => each.endsWith(ending))!;
        return join(folder(), name);
      });
      expect(await load()).toBeNull();
      expect(damage).toEqual([expect.stringContaining(reason)]);
      expect(await load(), 'what was put aside is not read again').toBeNull();
      await opened().save(aTenant, index);
      expect(await readdir(folder())).not.toContain('damaged');
      expect(contentOf((await load())!)).toEqual(contentOf(referenceAt(300)));
    }
  });

  it('is not used for other fields, another tenant, or a store that is behind it', async () => {
    await saved(300);
    const other = definitionOf([{ name: 'age', kind: 'hard', type: 'integer' }]);
    expect(await opened().load(aTenant, other, latest)).toBeNull();
    await saved(300);
    expect(await opened().load(aTenant, countedDefinition, changeSequence(299))).toBeNull();
    expect(damage).toEqual([
      expect.stringContaining('fields'),
      expect.stringContaining('ahead of the store'),
    ]);
  });

  it('of an older format is moved aside', async () => {
    await saved(300);
    const path = join(folder(), 'manifest.json');
    const { crc32 } = await import('node:zlib');
    const body = (await readFile(path, 'utf8'))
      .split('\n')[1]!
      .replace(`"format":${SNAPSHOT_FORMAT}`, '"format":1');
    await writeFile(path, `${crc32(body).toString(16)}\n${body}\n`);
    expect(await load()).toBeNull();
    expect(damage).toEqual([expect.stringContaining('format 1')]);
  });

  const kills = Number(process.env.COUNTERPART_TEST_SNAPSHOT_KILLS ?? 5);
  it(`survives ${kills} kills at any moment`, { timeout: 20_000 + 2000 * kills }, async () => {
    const script = new URL('../testing/snapshot-writer.ts', import.meta.url);
    for (let kill = 0; kill < kills; kill++) {
      const child = fork(script, [root], { stdio: 'inherit' });
      const sequences: number[] = [];
      child.on('message', (message: { readonly saved?: number; readonly damage?: string }) => {
        if (message.damage !== undefined) damage.push(message.damage);
        if (message.saved !== undefined) sequences.push(message.saved);
      });
      await once(child, 'message');
      await setTimeout(Math.random() * 150);
      child.kill('SIGKILL');
      await once(child, 'exit');
      const index = await load();
      expect(damage).toEqual([]);
      expect(index!.sequence).toBeGreaterThanOrEqual((sequences.at(-1) ?? 0) - 5);
      const to = index!.sequence + 40;
      catchUp(index!, to);
      expect(contentOf(index!)).toEqual(contentOf(referenceAt(to)));
    }
  });
});

async function flip(path: string, at: number): Promise<void> {
  const bytes = await readFile(path);
  bytes[at]! ^= 4;
  await writeFile(path, bytes);
}
